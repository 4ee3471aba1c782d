//! What the network is told of a position: which of its inputs are active.
//!
//! There are four classes of input, each from the view of one side, whose home is turned to rank 1 and whose elephant is
//! mirrored to the files a to d:
//!
//! - each piece on its square;
//! - each frozen piece on its square;
//! - each piece on its square that stands beside a stronger enemy piece and is held free by a friend;
//! - for each trap how many pieces of each side stand beside it, and which side has the strongest of them.
//!
//! Some 45 of them are active in a usual position.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::rules::board::PieceNumbers;
use crate::rules::{Board, Position, freezing};
use crate::types::{Bitboard, Kind, Side, Square};

/// The number of inputs of each view.
pub const INPUTS: usize = TRAP_INPUTS + 4 * TRAP_STATES;
/// The most inputs that can be active in one view: the pieces, all of them frozen or held free, and the traps.
pub const MAX_ACTIVE: usize = 32 + 32 + 4;

/// The pieces of both sides.
const PIECES: usize = 12;
/// The classes of input that have one for each piece on each square.
const PIECE_CLASSES: usize = 3;
/// The inputs of such a class.
const CLASS_INPUTS: usize = PIECES * Square::COUNT;
/// The first input of a trap.
const TRAP_INPUTS: usize = PIECE_CLASSES * CLASS_INPUTS;
/// The most guards of a trap.
const MOST_GUARDS: usize = 4;
/// Which side has the strongest guard: neither, the viewer, the other.
const STRONGEST_GUARD: usize = 3;
/// What can be beside a trap.
const TRAP_STATES: usize = (MOST_GUARDS + 1) * (MOST_GUARDS + 1) * STRONGEST_GUARD;

/// The numbers of the active inputs of one view.
pub type Active = ArrayVec<u16, MAX_ACTIVE>;

/// How the board is turned for a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Whose view it is.
    pub(super) side: Side,
    /// Whether the files are mirrored.
    pub(super) mirrored: bool,
}

/// What the inputs of both views depend on, before the board is turned for either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    pieces: PieceNumbers,
    occupied: Bitboard,
    frozen: Bitboard,
    /// The pieces beside a stronger enemy piece that a friend holds free.
    held: Bitboard,
    /// By trap and viewer: 1 + what is beside it; 0 for no position at all.
    traps: [[u8; 2]; 4],
}

/// What happens to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    On,
    Off,
}

impl Features {
    /// Returns the features of a board; what is beside a trap is taken from `before` where that has not changed.
    #[inline]
    pub(super) fn new(board: &Board, before: &Self) -> Self {
        let dominated =
            freezing::dominated(board, Side::Gold) | freezing::dominated(board, Side::Silver);
        let with_friend = Side::ALL.map(|side| board.side(side) & board.side(side).neighbors());
        let with_friend = with_friend[0] | with_friend[1];
        let mut features = Self {
            pieces: board.piece_numbers(),
            occupied: board.occupied(),
            frozen: dominated & !with_friend,
            held: dominated & with_friend,
            traps: before.traps,
        };
        let moved = features.moved(before);
        for (states, trap) in features.traps.iter_mut().zip(Bitboard::TRAPS) {
            if states[0] == 0 || (moved & trap.neighbors()).any() {
                *states = trap_states(board, features.pieces, trap);
            }
        }
        features
    }

    /// Returns the squares on which another piece stands than before, or none any more.
    #[inline]
    fn moved(&self, before: &Self) -> Bitboard {
        self.pieces.differing(before.pieces) | self.occupied ^ before.occupied
    }

    /// Calls `changed` with every input of the view that these features have and `before` had not, or the other way round.
    #[inline]
    pub(super) fn visit_changes(
        &self,
        before: &Self,
        view: View,
        mut changed: impl FnMut(u16, Change),
    ) {
        let moved = self.moved(before);
        let flip = view.flip();
        let mut report = |class: usize, squares: Bitboard, pieces: &PieceNumbers, change| {
            for square in squares {
                let piece = view.piece(pieces.at(square));
                let input = piece * Square::COUNT + (square.index() ^ flip);
                changed((class * CLASS_INPUTS + input) as u16, change);
            }
        };
        for (features, other, change) in [(before, self, Change::Off), (self, before, Change::On)] {
            let (frozen, held) = (features.frozen, features.held);
            let pieces = &features.pieces;
            report(0, features.occupied & moved, pieces, change);
            report(1, frozen & (moved | !other.frozen), pieces, change);
            report(2, held & (moved | !other.held), pieces, change);
        }
        if self.traps == before.traps {
            return;
        }
        for trap in 0..4 {
            let [now, then] =
                [self, before].map(|features| features.traps[trap][view.side.index()]);
            if now != then {
                let first = TRAP_INPUTS + view.trap(trap) * TRAP_STATES;
                for (state, change) in [(then, Change::Off), (now, Change::On)] {
                    if let Some(state) = state.checked_sub(1) {
                        changed((first + usize::from(state)) as u16, change);
                    }
                }
            }
        }
    }

    /// Returns the active inputs of the view.
    fn active(&self, view: View) -> Active {
        let mut active = Active::new();
        self.visit_changes(&Self::default(), view, |input, _| active.push(input));
        active
    }
}

impl View {
    /// Returns a side's view of a board: mirrored if its elephant stands on the files e to h. Without an elephant the
    /// first kind of piece decides, its own before the enemy's, that does not stand the same in the mirror.
    #[inline]
    pub(super) fn new(side: Side, board: &Board) -> Self {
        let kinds = [side, !side]
            .into_iter()
            .flat_map(|side| Kind::ALL.into_iter().rev().map(move |kind| (side, kind)));
        let turned = |(owner, kind)| {
            let pieces = board.pieces(owner, kind);
            match side {
                Side::Gold => pieces,
                Side::Silver => pieces.flip_ranks(),
            }
        };
        let mirrored = kinds
            .map(turned)
            .find(|pieces| *pieces != pieces.mirror_files())
            .is_some_and(|pieces| pieces.mirror_files().0 < pieces.0);
        Self { side, mirrored }
    }

    /// Returns the number of a piece in the view, given its [`PieceNumbers`]: the viewer's pieces come first.
    #[inline]
    const fn piece(self, number: usize) -> usize {
        let (is_silver, kind) = (
            number / PieceNumbers::OF_SILVER,
            number % PieceNumbers::OF_SILVER,
        );
        kind + if is_silver == self.side.index() {
            0
        } else {
            PIECES / 2
        }
    }

    /// Returns what a square's number is XORed with.
    #[inline]
    const fn flip(self) -> usize {
        let ranks = match self.side {
            Side::Gold => 0,
            Side::Silver => 0b11_1000,
        };
        if self.mirrored { ranks | 0b111 } else { ranks }
    }

    /// Returns the number of a trap in the view: c3, f3, c6 and f6 are 0 to 3.
    #[inline]
    const fn trap(self, trap: usize) -> usize {
        let ranks = match self.side {
            Side::Gold => 0,
            Side::Silver => 0b10,
        };
        trap ^ if self.mirrored { ranks | 1 } else { ranks }
    }
}

/// Returns by viewer 1 + what is beside a trap.
fn trap_states(board: &Board, pieces: PieceNumbers, trap: Square) -> [u8; 2] {
    let guards = Side::ALL.map(|side| trap.neighbors() & board.side(side));
    let counts = guards.map(Bitboard::len);
    let strongest = guards.map(|guards| pieces.strongest_among(guards));
    Side::ALL.map(|side| {
        let (own, enemy) = (side.index(), (!side).index());
        let strongest = match strongest[own].cmp(&strongest[enemy]) {
            Ordering::Equal => 0,
            Ordering::Greater => 1,
            Ordering::Less => 2,
        };
        let guards = counts[own] * (MOST_GUARDS + 1) + counts[enemy];
        (1 + guards * STRONGEST_GUARD + strongest) as u8
    })
}

/// Returns the active inputs of a position, from the view of the side to move and from that of the other side.
///
/// ```
/// use loxodon::eval::features::{INPUTS, active};
/// let opening = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]".parse()?;
/// let [mover, other] = active(&opening);
/// // 32 pieces and 4 traps; nothing is frozen.
/// assert_eq!((mover.len(), other.len()), (36, 36));
/// assert!(mover.iter().all(|&input| usize::from(input) < INPUTS));
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn active(position: &Position) -> [Active; 2] {
    let (board, mover) = (position.board(), position.side_to_move());
    let features = Features::new(board, &Features::default());
    [mover, !mover].map(|side| features.active(View::new(side, board)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(position: &Position) -> [Active; 2] {
        active(position).map(|mut active| {
            active.sort_unstable();
            active
        })
    }

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn inputs_are_where_the_format_promises() {
        let lone = position("g [................................................E..............r]");
        let [mover, other] = sorted(&lone);
        // The elephant on a2, the rabbit on h1, nobody at any trap.
        let trap = |trap: usize| TRAP_INPUTS + trap * TRAP_STATES;
        let with_traps = |pieces: [usize; 2]| {
            let traps = (0..4).map(trap);
            pieces
                .into_iter()
                .chain(traps)
                .map(|input| input as u16)
                .collect::<Active>()
        };
        assert_eq!(mover, with_traps([5 * 64 + 8, 6 * 64 + 7]));
        // For silver, that has no elephant, its rabbit on h1 comes to a8 and the elephant on a2 to h7.
        assert_eq!(other, with_traps([56, 11 * 64 + 55]));
    }

    /// Returns how many inputs of each class of pieces are active for the side to move.
    fn by_class(text: &str) -> [usize; PIECE_CLASSES] {
        let [mover, _] = active(&position(text));
        let mut counts = [0; PIECE_CLASSES];
        for input in mover {
            if let Some(count) = counts.get_mut(usize::from(input) / CLASS_INPUTS) {
                *count += 1;
            }
        }
        counts
    }

    #[test]
    fn frozen_and_held_pieces_are_told_apart() {
        // The rabbit on b2 beside the elephant is frozen; that on a1 stands beside no enemy.
        let frozen = "g [................................................Er......R......r]";
        assert_eq!(by_class(frozen), [4, 1, 0]);
        // A friend on b1 holds it free.
        let held = "g [................................................Er.......r......]";
        assert_eq!(by_class(held), [3, 0, 1]);
    }

    #[test]
    fn a_board_without_elephants_has_one_view_with_its_mirror_image() {
        let text = "g [rr......h.....r..............H..............C.....R.............]";
        let board = *position(text).board();
        for side in Side::ALL {
            let here = Position::new(board, side);
            let mirrored = Position::new(board.mirror_files(), side);
            assert_eq!(sorted(&here), sorted(&mirrored));
            let turned = Position::new(board.flip_sides(), !side);
            assert_eq!(sorted(&here), sorted(&turned));
        }
    }
}
