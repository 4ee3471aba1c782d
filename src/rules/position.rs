//! A position: a board, whose turn it is, how many steps are left and what the last step left open; making and undoing
//! steps and the change of turn.

use crate::rules::pending::Pending;
use crate::rules::pushes::pushers;
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Board, Step, traps, zobrist};
use crate::types::{Piece, Side, Square};

/// A board in the middle of a game, between turns or within one.
///
/// ```
/// use loxodon::rules::Position;
/// let mut position: Position = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]".parse()?;
/// let before = position.key();
/// let step = position.legal_steps().iter().next().unwrap();
/// let undo = position.play(step);
/// assert_eq!(position.steps_left(), 3);
/// position.undo(undo);
/// assert_eq!(position.key(), before);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    board_key: u64,
    start_key: u64,
    pending: Pending,
    side_to_move: Side,
    steps_left: u8,
}

/// What [`Position::undo`] needs to take a step or a change of turn back: the position before it.
///
/// A hundred bytes copied there and back take less time than undoing change by change, as measured with `benches/rules`.
#[derive(Clone, Copy, Debug)]
pub struct Undo(Position);

impl Position {
    /// Returns the position in which `side` begins a turn on `board`.
    pub fn new(board: Board, side: Side) -> Self {
        let board_key = board_key(&board);
        Self {
            board,
            board_key,
            start_key: board_key,
            pending: Pending::None,
            side_to_move: side,
            steps_left: STEPS_PER_TURN,
        }
    }

    /// Returns the same board at the start of a turn that may have `steps` steps at most.
    ///
    /// # Panics
    /// If `steps` is above 4.
    #[must_use]
    pub fn with_steps_left(&self, steps: u8) -> Self {
        assert!(steps <= STEPS_PER_TURN, "a turn has at most four steps");
        Self {
            start_key: self.board_key,
            pending: Pending::None,
            steps_left: steps,
            ..*self
        }
    }

    /// Returns the same position with at most that many steps left in its turn.
    #[must_use]
    pub const fn limited_to(mut self, steps: u8) -> Self {
        if steps < self.steps_left {
            self.steps_left = steps;
        }
        self
    }

    /// Returns the board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns whose turn it is.
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Returns how many of the four steps of this turn are left.
    #[inline]
    pub const fn steps_left(&self) -> u8 {
        self.steps_left
    }

    /// Returns what the last step of this turn has left open.
    #[inline]
    pub const fn pending(&self) -> Pending {
        self.pending
    }

    /// Returns the key of the pieces alone.
    #[inline]
    pub const fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Returns the key that tells positions apart: pieces, side to move, steps left, and what is open.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key_without_pending() ^ self.pending.key()
    }

    /// Returns the key that tells positions apart by all but what is open.
    #[inline]
    pub(crate) fn key_without_pending(&self) -> u64 {
        self.turn_key() ^ zobrist::STEPS_LEFT[self.steps_left as usize]
    }

    /// Returns the key of pieces and side to move, by which repetitions are counted between turns.
    #[inline]
    pub const fn turn_key(&self) -> u64 {
        zobrist::turn_key(self.board_key, self.side_to_move)
    }

    /// Returns the key of the board that this turn began with.
    #[inline]
    pub(crate) const fn turn_start_key(&self) -> u64 {
        self.start_key
    }

    /// Returns whether the board is the one that this turn began with: the turn can't end so.
    #[inline]
    pub const fn is_unchanged(&self) -> bool {
        self.board_key == self.start_key
    }

    /// Returns whether the rules let the turn end here, repetition aside: no push is open and the board has changed.
    #[inline]
    pub const fn can_end_turn(&self) -> bool {
        !self.pending.is_push() && !self.is_unchanged()
    }

    /// Returns the [`turn_key`](Self::turn_key) of the position that ending the turn here leads to.
    #[inline]
    pub fn turn_key_after_end(&self) -> u64 {
        zobrist::turn_key(self.board_key, !self.side_to_move)
    }

    /// Makes a step that is known to be one of [`legal_steps`](Self::legal_steps).
    ///
    /// After any other step the position means nothing; that is safe, and in a debug build it panics.
    #[inline]
    pub fn play_unchecked(&mut self, step: Step) -> Undo {
        debug_assert!(self.legal_steps().contains(step), "{step} is legal");
        let undo = Undo(*self);
        let piece = self.board.known_piece_at(step.from());
        self.pending = self.pending_after(piece, step);
        self.steps_left -= 1;
        self.toggle(piece, step.from());
        self.toggle(piece, step.to());
        if let Some(trap) = traps::undefended(self.board.side(piece.side)).first() {
            self.toggle(self.board.known_piece_at(trap), trap);
        }
        undo
    }

    /// Ends the turn: the opponent has four steps.
    ///
    /// No push may be open; in a debug build an open one panics. Whether the turn may end here,
    /// [`can_end_turn`](Self::can_end_turn) and the game's history say.
    #[inline]
    pub fn end_turn(&mut self) -> Undo {
        debug_assert!(!self.pending.is_push(), "no push is open");
        let undo = Undo(*self);
        self.start_key = self.board_key;
        self.pending = Pending::None;
        self.steps_left = STEPS_PER_TURN;
        self.side_to_move = !self.side_to_move;
        undo
    }

    /// Takes the last step or change of turn back.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        *self = undo.0;
    }

    /// Returns the key of the pieces after a legal step, without making it.
    #[inline]
    pub fn board_key_after(&self, step: Step) -> u64 {
        let piece = self.board.known_piece_at(step.from());
        let mut key = self.board_key ^ piece_key(piece, step.from()) ^ piece_key(piece, step.to());
        if let Some((captured, trap)) = self.captured_by(step) {
            key ^= piece_key(captured, trap);
        }
        key
    }

    /// Returns the [`key`](Self::key) after a legal step, if that leaves neither push nor pull open and doesn't end the
    /// turn early.
    #[inline]
    pub(crate) fn likely_key_after(&self, step: Step) -> u64 {
        let (side, steps_left) = match self.steps_left {
            1 => (!self.side_to_move, STEPS_PER_TURN),
            left => (self.side_to_move, left - 1),
        };
        zobrist::turn_key(self.board_key_after(step), side)
            ^ zobrist::STEPS_LEFT[steps_left as usize]
    }

    /// Returns the piece that a legal step costs, and the trap on which it is captured.
    #[inline]
    pub fn captured_by(&self, step: Step) -> Option<(Piece, Square)> {
        // Whoever steps onto a trap, or leaves a friend on it alone, comes from beside it.
        if !traps::BESIDE.contains(step.from()) {
            return None;
        }
        self.captured_from_beside_trap(step)
    }

    /// Returns the same for a step from beside a trap.
    fn captured_from_beside_trap(&self, step: Step) -> Option<(Piece, Square)> {
        let (from, to) = (step.from(), step.to());
        let mover = self.board.known_piece_at(from);
        let friends = self.board.side(mover.side) ^ from.bit() ^ to.bit();
        traps::undefended(friends).first().map(|trap| {
            if trap == to {
                (mover, trap)
            } else {
                (self.board.known_piece_at(trap), trap)
            }
        })
    }

    /// Puts the piece on the square, or takes it off if it stands there.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.board.toggle(piece, square.bit());
        self.board_key ^= piece_key(piece, square);
    }

    /// Returns what a movement of `piece` leaves open, asked on the board before it.
    #[inline]
    fn pending_after(&self, piece: Piece, step: Step) -> Pending {
        let into = step.from();
        if piece.side == self.side_to_move {
            // Whoever completes a push can't pull with the same step, and a pull needs a step more.
            if self.pending.is_push() || self.steps_left < 2 {
                return Pending::None;
            }
            let enemies = into.neighbors() & self.board.side(!self.side_to_move);
            // Mostly there is none: then it need not be asked which are weaker.
            if enemies.is_empty() {
                return Pending::None;
            }
            let pulled = enemies & self.board.weaker_than(!self.side_to_move, piece.kind);
            if pulled.is_empty() {
                Pending::None
            } else {
                Pending::Pull { into, pulled }
            }
        } else if self.completes_pull(step) {
            Pending::None
        } else {
            let pushers = pushers(&self.board, self.side_to_move, into);
            Pending::Push { into, pushers }
        }
    }

    #[inline]
    fn completes_pull(&self, step: Step) -> bool {
        matches!(self.pending, Pending::Pull { into, pulled }
            if step.to() == into && pulled.contains(step.from()))
    }
}

/// Returns the key of a board from scratch.
fn board_key(board: &Board) -> u64 {
    board
        .iter()
        .fold(0, |key, (square, piece)| key ^ piece_key(piece, square))
}

#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    zobrist::PIECES[piece.index()][square.index()]
}
