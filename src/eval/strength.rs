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
use super::view::{Army, View};

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let strongest = view.own.strongest_free;
    if strongest > view.enemy.strongest_free {
        sink.add(STRONGEST_FREE.at(strongest), 1);
    }
}

/// The number of the kind of the strongest piece of `own` that is free to act against `enemy`; 0 if none but rabbits is.
#[inline]
pub(super) fn strongest_free(own: &Army, enemy: &Army) -> usize {
    let busy = own.dominated | holders(own, enemy) | tied_guards(own);
    let is_free = |&kind: &usize| (own.kinds[kind] & !busy).any();
    (1..6).rev().find(is_free).unwrap_or(0)
}
