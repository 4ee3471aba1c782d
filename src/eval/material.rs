//! Material by what is left: a piece is worth more the fewer enemy pieces are stronger, a rabbit more the fewer rabbits
//! are left, and the last pieces of all more than the first.
//!
//! ```text
//!  6| . c x . . H . .      Without the silver elephant and camel the gold horse is the strongest piece of all:
//!  5| . . . d . . . .      no enemy is stronger, where at the beginning two were.
//! ```

use super::layout::{OFFICERS_LEFT, PIECES_LEFT, RABBITS_LEFT};
use super::sink::Sink;
use super::view::View;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for kind in 1..6 {
        let stronger = view.enemy.stronger[kind].len();
        let count = view.own.kinds[kind].len();
        sink.add(OFFICERS_LEFT.at2(kind - 1, stronger.min(8)), count);
    }
    sink.add(RABBITS_LEFT.at(view.own.kinds[0].len().min(8)), 1);
    sink.add(PIECES_LEFT.at(view.own.all.len().min(16)), 1);
}
