//! Random numbers for position keys (Zobrist 1970), made at compile time by splitmix64 from a fixed seed: the same
//! position has the same key in every build.

use crate::types::{Bitboard, Side, Square};

/// A number for each piece on each square.
pub(crate) static PIECES: [[u64; 64]; 12] = piece_keys();
/// Set while it is silver's turn.
const SILVER_TO_MOVE: u64 = splitmix64(2000);
/// By the number of steps left; a turn that has all four before it adds nothing.
pub(crate) static STEPS_LEFT: [u64; 5] = [
    splitmix64(2001),
    splitmix64(2002),
    splitmix64(2003),
    splitmix64(2004),
    0,
];
/// For the square into which a piece may be pulled, and for that into which one has to push.
static PULL_INTO: [u64; 64] = square_keys(3000);
static PUSH_INTO: [u64; 64] = square_keys(4000);
/// Odd, so that products with different sets differ.
const PULLED: u64 = splitmix64(2005) | 1;
const PUSHERS: u64 = splitmix64(2006) | 1;

/// Returns the key of a board with that side to move.
#[inline]
pub(crate) const fn turn_key(board_key: u64, side_to_move: Side) -> u64 {
    match side_to_move {
        Side::Gold => board_key,
        Side::Silver => board_key ^ SILVER_TO_MOVE,
    }
}

/// Returns the part of a key that says which pieces may be pulled where. One multiplication for a whole set takes less
/// time than a number for each square of it.
#[inline]
pub(crate) const fn pull_key(into: Square, pulled: Bitboard) -> u64 {
    PULL_INTO[into.index()] ^ pulled.0.wrapping_mul(PULLED)
}

/// Returns the part of a key that says which pieces have to complete a push where.
#[inline]
pub(crate) const fn push_key(into: Square, pushers: Bitboard) -> u64 {
    PUSH_INTO[into.index()] ^ pushers.0.wrapping_mul(PUSHERS)
}

/// 2^64 divided by the golden ratio: an odd number with bits as good as random, so that its products make different keys of
/// different numbers.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

const fn splitmix64(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(SPREAD);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn piece_keys() -> [[u64; 64]; 12] {
    let mut keys = [[0; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        keys[i / 64][i % 64] = splitmix64(i as u64);
        i += 1;
    }
    keys
}

const fn square_keys(first: u64) -> [u64; 64] {
    let mut keys = [0; 64];
    let mut i = 0;
    while i < 64 {
        keys[i] = splitmix64(first + i as u64);
        i += 1;
    }
    keys
}
