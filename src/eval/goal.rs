//! The nearest goal: how many steps the nearest rabbit needs, on foot and while nothing else moves, less the steps that its
//! side can make in this turn.
//!
//! ```text
//!  8| r r r . . r r r      The gold rabbit is two steps from d8. It must not stop on e7 beside the dog, which
//!  7| . . . . . d . .      would freeze it there.
//!  6| . . x R . x . .
//! ```

use super::layout::GOAL_DISTANCE;
use super::sink::Sink;
use super::view::View;
use crate::tactics::walk;
use crate::types::{Bitboard, Kind, Side};

/// Goals further away than two turns are too far to count.
const MOST_STEPS: u8 = 8;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    if let Some(steps) = fewest_steps(view) {
        let unspent = if view.to_move {
            usize::from(view.steps_left)
        } else {
            0
        };
        let distance = usize::from(steps).saturating_sub(unspent);
        sink.add(GOAL_DISTANCE.at2(usize::from(view.to_move), distance), 1);
    }
}

/// All free rabbits at once. A rabbit counts as its own friend where it stood, which hardly ever matters.
#[inline]
fn fewest_steps(view: &View) -> Option<u8> {
    let rabbits = view.own.of_kind(Kind::Rabbit) & view.own.free;
    let leave = view.own.beside | !view.enemy.reach[Kind::Rabbit.index()];
    let safe = view.empty & (view.own.beside | !Bitboard::TRAPS);
    // The view goes up the board, as gold does.
    walk::spread(rabbits, leave, safe, Side::Gold, MOST_STEPS)
}
