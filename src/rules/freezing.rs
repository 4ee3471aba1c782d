//! Freezing: a piece beside a stronger enemy piece can't move on its own unless a friendly piece is beside it too.
//!
//! A frozen piece still freezes, defends traps and unfreezes its friends; it can be pushed and pulled, but can neither
//! push nor pull.

use crate::rules::Board;
use crate::types::{Bitboard, Kind, Side, Square};

/// Returns the pieces of `side` that stand beside a stronger piece of the opponent, with or without a friend.
#[inline]
pub fn dominated(board: &Board, side: Side) -> Bitboard {
    let mut stronger = Bitboard::EMPTY;
    let mut dominated = Bitboard::EMPTY;
    for kind in Kind::ALL.into_iter().rev() {
        dominated |= board.pieces(side, kind) & stronger.neighbors();
        stronger |= board.pieces(!side, kind);
    }
    dominated
}

/// Returns the pieces of `side` that can't move on their own.
#[inline]
pub fn frozen(board: &Board, side: Side) -> Bitboard {
    let without_friend = board.side(side) & !board.side(side).neighbors();
    // Most often nobody stands alone beside an enemy: then it need not be asked who is stronger.
    if (without_friend & board.side(!side).neighbors()).is_empty() {
        return Bitboard::EMPTY;
    }
    dominated(board, side) & without_friend
}

/// Returns the pieces of `side` that are not frozen.
#[inline]
pub fn free(board: &Board, side: Side) -> Bitboard {
    board.side(side) & !frozen(board, side)
}

/// Returns the rabbits of `side` that are not frozen. Any other kind is stronger than they are, so this takes less than
/// asking for all pieces.
#[inline]
pub fn free_rabbits(board: &Board, side: Side) -> Bitboard {
    let stronger = board.stronger_than(!side, Kind::Rabbit);
    board.rabbits(side) & (board.side(side).neighbors() | !stronger.neighbors())
}

/// Returns whether the piece on a square is frozen. An empty square is not.
#[inline]
pub fn is_frozen(board: &Board, square: Square) -> bool {
    board.piece_at(square).is_some_and(|piece| {
        let beside = square.neighbors();
        (beside & board.side(piece.side)).is_empty()
            && (beside & board.stronger_than(!piece.side, piece.kind)).any()
    })
}
