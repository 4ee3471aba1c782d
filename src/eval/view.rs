use crate::rules::{Board, freezing};
use crate::types::{Bitboard, Side};

/// A board with the sets that several terms ask for.
pub(super) struct View<'a> {
    pub(super) board: &'a Board,
    beside: [Bitboard; 2],
    dominated: [Bitboard; 2],
}

impl<'a> View<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board) -> Self {
        Self {
            board,
            beside: Side::ALL.map(|side| board.side(side).neighbors()),
            dominated: Side::ALL.map(|side| freezing::dominated(board, side)),
        }
    }

    /// The squares beside pieces of a side.
    #[inline]
    pub(super) const fn beside(&self, side: Side) -> Bitboard {
        self.beside[side.index()]
    }

    /// The pieces of a side beside a stronger enemy.
    #[inline]
    pub(super) const fn dominated(&self, side: Side) -> Bitboard {
        self.dominated[side.index()]
    }

    /// The pieces of a side that are frozen.
    #[inline]
    pub(super) fn frozen(&self, side: Side) -> Bitboard {
        self.dominated(side) & !self.beside(side)
    }
}
