//! What a way to the goal depends on.

use crate::rules::{Board, Turn};
use crate::types::Bitboard;

/// Returns the squares that a turn on this board depends on: as long as nothing on them changes, it can be made.
pub(super) fn zone_of(board: &Board, turn: &Turn) -> Bitboard {
    // A step can be made as long as the mover is there, the square ahead empty, and who stands beside the mover the
    // same: that decides whether it is free, pushed or pulled. What falls at a step are the mover on a trap ahead
    // and a piece on a trap that it leaves, and that takes who stands beside the trap.
    turn.iter().fold(Bitboard::EMPTY, |zone, step| {
        let squares = step.squares();
        let left = step.from().neighbors() & Bitboard::TRAPS & board.occupied();
        zone | squares | squares.neighbors() | left.neighbors()
    })
}
