//! Control of the home traps: whose piece beside one is the strongest, how many each side has there, and who has more to
//! say about it with all that is near. What a trap is worth to the attacker is what it costs the defender, so only the home
//! traps are asked about.
//!
//! ```text
//!  4| . . r . . .      Silver's elephant and rabbit have taken gold's trap on c3 over: nothing of gold's
//!  3| . . x e . .      is safe beside it any more.
//!  2| . . C . . .
//! ```

use super::influence::{control, place};
use super::layout::{CONTROL_LEVELS, HOME_TRAP, SMALL_GUARDS, TRAP_CONTROL};
use super::sink::Sink;
use super::view::{HOME_TRAPS, View};
use crate::types::Bitboard;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for (number, trap) in HOME_TRAPS.into_iter().enumerate() {
        let beside = trap.neighbors();
        let own = view.own.all & beside;
        let enemies = view.enemy.all & beside;
        let strongest = strongest(view, own, enemies);
        sink.add(HOME_TRAP.at3(strongest, own.len(), enemies.len()), 1);
        let (level, part) = place(control(view, number), CONTROL_LEVELS);
        sink.add_between(TRAP_CONTROL.at(level), TRAP_CONTROL.at(level + 1), part);
    }
}

/// Home traps are guarded by the pieces that have nothing better to do.
///
/// ```text
///  3| . D x . . .      With a dog and a cat beside c3 the elephant can go where it likes.
///  2| . . C . . .
/// ```
#[inline]
pub(super) fn report_small_guards(view: &View, sink: &mut impl Sink) {
    let [rabbits, cats, dogs, ..] = view.own.kinds;
    for trap in HOME_TRAPS {
        let guards = (rabbits | cats | dogs) & trap.neighbors();
        sink.add(SMALL_GUARDS.at(guards.len()), 1);
    }
}

/// 2 if our strongest of these pieces is stronger than the enemy's, 1 if they are equal, 0 if it is weaker; no piece is weaker
/// than any.
#[inline]
fn strongest(view: &View, own: Bitboard, enemies: Bitboard) -> usize {
    let ours = view.pieces.strongest_among(own);
    let theirs = view.pieces.strongest_among(enemies);
    1 + usize::from(ours > theirs) - usize::from(ours < theirs)
}
