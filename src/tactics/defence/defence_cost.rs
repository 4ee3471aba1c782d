//! What a side needs to keep the opponent from its goal: most of its turn if the opponent attacks well.

use std::ops::ControlFlow;

use super::{Defences, Threat, visit_shortest};
use crate::rules::Position;
use crate::rules::turn::STEPS_PER_TURN;
use crate::tactics::goal_cache::cached;

/// The number of steps tried before the search for defences gives up: where there are hardly any, all turns would have to be
/// gone through (8556e26). That nothing helped took 36 to 27,336 steps, and two milliseconds at most, after 75 turns that
/// forced goals in games.
pub const MOST_TRIED: u32 = 30_000;

/// The number of [`defence_cost`]'s question in the goal cache.
const DEFENCE_COST: u8 = 5;
const HOPELESS: u8 = 0;

/// The number of steps that stop the opponent's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenceCost {
    /// At least this many steps, 1 to 4.
    Steps(u8),
    /// More than the turn has: nothing stops the goal.
    Hopeless,
    /// Unknown after [`MOST_TRIED`] steps of search.
    Unknown,
}

/// Returns the number of steps of the turn that begins here that stop the opponent's goal. Repetition doesn't count.
///
/// `threat` is the one against the position, and the side to move has no goal itself within the turn.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::defence::{DefenceCost, Threat, defence_cost};
/// // The elephant on f2 comes beside the way of the rabbit on d3; from h8 it doesn't.
/// let near = "g [...........................................r.........E.........R]";
/// let far = "g [.......E...................................r...................R]";
/// for (position, needed) in [(near, DefenceCost::Steps(1)), (far, DefenceCost::Hopeless)] {
///     let position: Position = position.parse()?;
///     let threat = Threat::against(&position).unwrap();
///     assert_eq!(defence_cost(&position, threat), needed);
/// }
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn defence_cost(position: &Position, threat: Threat) -> DefenceCost {
    debug_assert_eq!(position.steps_left(), STEPS_PER_TURN);
    let answer = cached(position, DEFENCE_COST, || {
        let mut steps = HOPELESS;
        let found = visit_shortest(position, threat, MOST_TRIED, |defence| {
            steps = defence.len() as u8;
            ControlFlow::Break(())
        });
        (found != Defences::Unknown).then_some(steps)
    });
    match answer {
        None => DefenceCost::Unknown,
        Some(HOPELESS) => DefenceCost::Hopeless,
        Some(steps) => DefenceCost::Steps(steps),
    }
}
