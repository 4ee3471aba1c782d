//! The board as one side sees it.

use super::influence::{Influence, TRAPS};
use super::sink::FULL_PHASE;
use super::strength::strongest_free;
use crate::rules::Position;
use crate::rules::board::PieceNumbers;
use crate::types::{Bitboard, Kind, Side, Square};

/// A position as one side sees it, with the sets that several terms ask for.
///
/// Whoever looks goes up the board, from rank 1 to rank 8: for silver the board is turned over. So every term is
/// written once, and worth the same to both sides.
pub(super) struct View {
    pub(super) own: Army,
    pub(super) enemy: Army,
    pub(super) empty: Bitboard,
    /// Whether it is the viewer's turn.
    pub(super) to_move: bool,
    /// How many steps of the turn are left to whoever moves.
    pub(super) steps_left: u8,
    /// What stands where. In the view of the opponent the sides are not exchanged.
    pub(super) pieces: PieceNumbers,
}

/// One side's pieces.
#[derive(Clone, Copy, Default)]
pub(super) struct Army {
    /// The pieces of each kind.
    pub(super) kinds: [Bitboard; 6],
    pub(super) all: Bitboard,
    /// The squares beside any of them.
    pub(super) beside: Bitboard,
    /// For each kind the pieces that are stronger.
    pub(super) stronger: [Bitboard; 6],
    /// For each kind the squares beside pieces that are stronger.
    pub(super) reach: [Bitboard; 6],
    /// The pieces beside a stronger enemy.
    pub(super) dominated: Bitboard,
    /// Those of them without a friend.
    pub(super) frozen: Bitboard,
    pub(super) free: Bitboard,
    /// The pieces that the enemy can push or pull: at once, after a step that brings a stronger piece beside them, after
    /// two at most.
    pub(super) hunted: [Bitboard; 3],
    pub(super) influence: Influence,
    /// The number of the kind of the strongest piece that is free to act.
    pub(super) strongest_free: usize,
}

/// On this many pieces of both sides, and on fewer, the board counts as empty.
const EMPTY_BOARD: i32 = 12;

/// The traps before the viewer's own home.
pub(super) const HOME_TRAPS: [Square; 2] = [TRAPS[0], TRAPS[1]];

impl View {
    /// The position as the side to move sees it.
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        let side = position.side_to_move();
        let seen = position.board();
        let board = match side {
            Side::Gold => *seen,
            Side::Silver => seen.flip_sides(),
        };
        let mut own = Army::of(Kind::ALL.map(|kind| board.pieces(Side::Gold, kind)));
        let mut enemy = Army::of(Kind::ALL.map(|kind| board.pieces(Side::Silver, kind)));
        own.face(&enemy);
        enemy.face(&own);
        let empty = board.empty();
        own.flee(&enemy, empty);
        enemy.flee(&own, empty);
        own.influence = Influence::of(&own, &enemy);
        enemy.influence = Influence::of(&enemy, &own);
        own.strongest_free = strongest_free(&own, &enemy);
        enemy.strongest_free = strongest_free(&enemy, &own);
        Self {
            empty,
            own,
            enemy,
            to_move: true,
            steps_left: position.steps_left(),
            pieces: board.piece_numbers(),
        }
    }

    /// The same position as the opponent sees it.
    #[inline]
    pub(super) fn reversed(&self) -> Self {
        Self {
            own: self.enemy.flipped(),
            enemy: self.own.flipped(),
            empty: self.empty.flip_ranks(),
            to_move: !self.to_move,
            steps_left: self.steps_left,
            pieces: self.pieces.flip_ranks(),
        }
    }

    /// How full the board is, from 0 to [`FULL_PHASE`].
    #[inline]
    pub(super) fn phase(&self) -> i32 {
        (self.own.all.len() as i32 + self.enemy.all.len() as i32 - EMPTY_BOARD).clamp(0, FULL_PHASE)
    }
}

impl Army {
    #[inline]
    fn of(kinds: [Bitboard; 6]) -> Self {
        let mut army = Self {
            kinds,
            ..Self::default()
        };
        for kind in (0..6).rev() {
            army.stronger[kind] = army.all;
            army.reach[kind] = army.all.neighbors();
            army.all |= kinds[kind];
        }
        army.beside = army.all.neighbors();
        army
    }

    /// Finds out which pieces the enemy dominates and freezes.
    #[inline]
    fn face(&mut self, enemy: &Self) {
        for kind in 0..6 {
            self.dominated |= self.kinds[kind] & enemy.reach[kind];
        }
        self.frozen = self.dominated & !self.beside;
        self.free = self.all & !self.frozen;
    }

    /// Finds out which pieces the enemy hunts.
    #[inline]
    fn flee(&mut self, enemy: &Self, empty: Bitboard) {
        let [rabbits, smaller @ .., _] = self.kinds;
        let [hunters_of_rabbits, hunters @ .., _] = enemy.stronger.map(|all| all & enemy.free);
        let of_smaller = hunted(smaller, hunters, empty);
        let of_rabbits = hunted([rabbits], [hunters_of_rabbits], empty);
        self.hunted = std::array::from_fn(|steps| of_smaller[steps] | of_rabbits[steps]);
    }

    #[inline]
    fn flipped(&self) -> Self {
        Self {
            kinds: self.kinds.map(Bitboard::flip_ranks),
            all: self.all.flip_ranks(),
            beside: self.beside.flip_ranks(),
            stronger: self.stronger.map(Bitboard::flip_ranks),
            reach: self.reach.map(Bitboard::flip_ranks),
            dominated: self.dominated.flip_ranks(),
            frozen: self.frozen.flip_ranks(),
            free: self.free.flip_ranks(),
            hunted: self.hunted.map(Bitboard::flip_ranks),
            influence: self.influence.flipped(),
            strongest_free: self.strongest_free,
        }
    }

    /// All pieces but the rabbits.
    #[inline]
    pub(super) const fn officers(&self) -> Bitboard {
        self.stronger[Kind::Rabbit.index()]
    }

    /// All pieces but rabbits and the elephant.
    #[inline]
    pub(super) const fn captives(&self) -> Bitboard {
        Bitboard(self.officers().0 & !self.of_kind(Kind::Elephant).0)
    }

    /// The pieces of a kind.
    #[inline]
    pub(super) const fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }
}

/// The pieces of some kinds that their hunters can push or pull: at once, after a step, after two at most. Four kinds at a
/// time suit the processor, which does the same with each.
#[inline]
fn hunted<const KINDS: usize>(
    prey: [Bitboard; KINDS],
    hunters: [Bitboard; KINDS],
    empty: Bitboard,
) -> [Bitboard; 3] {
    let near_empty = empty.neighbors();
    // A piece can be pushed if a square beside it is empty, and pulled if one beside the hunter is.
    let mut beside = hunters
        .map(|hunters| (hunters & near_empty).neighbors() | hunters.neighbors() & near_empty);
    let mut hunted = [[Bitboard::EMPTY; KINDS]; 3];
    for hunted in &mut hunted {
        for kind in 0..KINDS {
            hunted[kind] = prey[kind] & beside[kind];
            beside[kind] |= (beside[kind] & empty).neighbors();
        }
    }
    hunted.map(|kinds| {
        kinds
            .into_iter()
            .fold(Bitboard::EMPTY, |all, kind| all | kind)
    })
}
