//! What a side needs to keep the opponent from its goal: most of its turn if the opponent attacks well.

use std::ops::ControlFlow;

use super::{Defences, Threat, visit_shortest};
use crate::rules::Position;
use crate::rules::position::STEPS_PER_TURN;
use crate::tactics::memo::remembered;

/// So many steps at most are tried to find defences: where there are hardly any, all turns would have to be gone through.
/// That nothing helped took 36 to 27,336 steps, and two milliseconds at most, after 75 turns that forced goals in games.
pub const MOST_TRIED: u32 = 30_000;

/// The question of [`need`] to what is remembered.
const NEED: u8 = 5;
const HOPELESS: u8 = 0;

/// What it takes to keep the opponent from its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// So many steps at least, 1 to 4.
    Steps(u8),
    /// More than the turn has: nothing helps.
    Hopeless,
    /// [`MOST_TRIED`] steps don't tell.
    Unknown,
}

/// What it takes of the turn that begins here to keep the opponent from its goal, repetition aside.
///
/// `threat` is the one against the position, and the side to move has no goal itself within the turn.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::defence::{Need, Threat, need};
/// // The elephant on f2 comes beside the way of the rabbit on d3; from h8 it doesn't.
/// let near = "g [...........................................r.........E.........R]";
/// let far = "g [.......E...................................r...................R]";
/// for (position, needed) in [(near, Need::Steps(1)), (far, Need::Hopeless)] {
///     let position: Position = position.parse()?;
///     let threat = Threat::against(&position).unwrap();
///     assert_eq!(need(&position, threat), needed);
/// }
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn need(position: &Position, threat: Threat) -> Need {
    debug_assert_eq!(position.steps_left(), STEPS_PER_TURN);
    let answer = remembered(position, NEED, || {
        let mut steps = HOPELESS;
        let found = visit_shortest(position, threat, MOST_TRIED, |defence| {
            steps = defence.len() as u8;
            ControlFlow::Break(())
        });
        (found != Defences::Unknown).then_some(steps)
    });
    match answer {
        None => Need::Unknown,
        Some(HOPELESS) => Need::Hopeless,
        Some(steps) => Need::Steps(steps),
    }
}
