//! Balance between the wings: who has left a wing to the enemy is weak there.
//!
//! ```text
//!  2| H M E C . . . .      Gold has everything on the left: nothing stops what comes on the right.
//!  1| R R D C . . . R
//! ```

use super::layout::{OFFICERS_LOPSIDED, RABBITS_LOPSIDED};
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Kind};

/// Files a to d.
const LEFT: Bitboard =
    Bitboard(Bitboard::file(0).0 | Bitboard::file(1).0 | Bitboard::file(2).0 | Bitboard::file(3).0);

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let officers = lopsided(view.own.officers());
    let rabbits = lopsided(view.own.of_kind(Kind::Rabbit));
    sink.add(OFFICERS_LOPSIDED.at(officers), 1);
    sink.add(RABBITS_LOPSIDED.at(rabbits), 1);
}

/// How many more of the pieces are on one wing than on the other.
#[inline]
fn lopsided(pieces: Bitboard) -> usize {
    let left = (pieces & LEFT).len();
    left.abs_diff(pieces.len() - left).min(8)
}
