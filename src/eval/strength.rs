//! Who has the strongest piece that is free to act: neither frozen nor held, nor holding a hostage, nor the only guard of
//! a friend on a trap.
//!
//! ```text
//!  6| . H x E . .      Gold's elephant must guard c6, and silver's camel must hold the horse. So silver's elephant
//!  5| . m . . . e      is free, while gold has nothing like it: silver will win the fight on the other wing.
//! ```

use super::hostages::holders;
use super::layout::STRONGEST_FREE;
use super::on_trap::tied_guards;
use super::sink::Sink;
use super::view::View;

#[inline]
pub(super) fn report(view: &View, reversed: &View, sink: &mut impl Sink) {
    let strongest = strongest_free(view);
    if strongest > strongest_free(reversed) {
        sink.add(STRONGEST_FREE.at(strongest), 1);
    }
}

/// The number of the kind of the strongest piece that is free to act; 0 if none but rabbits is.
#[inline]
fn strongest_free(view: &View) -> usize {
    let busy = view.own.dominated | holders(view) | tied_guards(view);
    let is_free = |&kind: &usize| (view.own.kinds[kind] & !busy).any();
    (1..6).rev().find(is_free).unwrap_or(0)
}
