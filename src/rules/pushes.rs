//! Who can push whom: a free piece moves a weaker enemy piece beside it, and follows.

use crate::rules::{Board, freezing};
use crate::types::{Bitboard, Kind, Side, Square};

/// Returns the enemy pieces beside a stronger piece of `side` that is one of `free`.
#[inline]
pub fn pushable(board: &Board, side: Side, free: Bitboard) -> Bitboard {
    // Without contact it need not be asked who is stronger.
    if (board.side(!side) & free.neighbors()).is_empty() {
        return Bitboard::EMPTY;
    }
    let mut stronger = Bitboard::EMPTY;
    let mut pushable = Bitboard::EMPTY;
    for kind in Kind::ALL.into_iter().rev() {
        pushable |= board.pieces(!side, kind) & stronger.neighbors();
        stronger |= board.pieces(side, kind) & free;
    }
    pushable
}

/// Returns the pieces of `side` that can push the enemy piece off a square: beside it, stronger and not frozen.
#[inline]
pub fn pushers(board: &Board, side: Side, square: Square) -> Bitboard {
    let Some(pushed) = board.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    (square.neighbors() & board.stronger_than(side, pushed.kind))
        .into_iter()
        .filter(|&pusher| !freezing::is_frozen(board, pusher))
        .collect()
}
