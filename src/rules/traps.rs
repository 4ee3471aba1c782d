//! Traps: a piece on a trap square is captured unless a friendly piece stands beside it.
//!
//! The rule is applied after every single movement, also between the two movements of a push or pull.
//! A movement can take a friend away from one trap at most, so it captures one piece at most, always one of the
//! side whose piece has moved.

use crate::types::Bitboard;

/// The squares beside a trap.
pub const BESIDE: Bitboard = Bitboard::TRAPS.neighbors();

/// Returns the traps on which one of `friends` stands without another of them beside it.
#[inline]
pub const fn undefended(friends: Bitboard) -> Bitboard {
    Bitboard(friends.0 & Bitboard::TRAPS.0 & !friends.neighbors().0)
}

/// Returns the squares that a step leaves or reaches if it changes something on squares of a set: a piece on a trap
/// among them may fall when one beside it leaves.
#[inline]
pub const fn with_guards(squares: Bitboard, occupied: Bitboard) -> Bitboard {
    let trapped = Bitboard(squares.0 & occupied.0 & Bitboard::TRAPS.0);
    Bitboard(squares.0 | trapped.neighbors().0)
}
