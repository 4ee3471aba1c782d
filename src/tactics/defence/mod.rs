//! Defence against a goal: which steps can have a part in keeping the opponent from its goal in its next turn.

mod defence_cost;
mod open_ways;
mod shortest;
mod zone;

// What only tests need of the search's inside is no interface for others.
#[doc(hidden)]
pub use defence_cost::{DefenceCost, MOST_TRIED, defence_cost};
#[doc(hidden)]
pub use shortest::{Defences, visit_shortest};

use zone::zone_of;

use super::{goal, walk};
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{KeySet, Position, Step, StepSet, outcome, traps};
use crate::types::Bitboard;

/// A goal that the opponent has at hand, should the turn end here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The fewest steps that it takes, 0 to 4: none if an opponent's rabbit has been brought to its goal row already.
    pub steps: u8,
    /// The squares that one such way depends on: as long as nothing on them changes, the way is open.
    pub zone: Bitboard,
}

impl Threat {
    /// Returns the goal that the opponent of the side to move could reach in a whole turn if this turn ended here; none
    /// while a push is open, for then it can't end.
    ///
    /// ```
    /// use loxodon::rules::Position;
    /// use loxodon::tactics::defence::Threat;
    /// let position: Position = "g [...........................................r.........E..........]".parse()?;
    /// assert_eq!(Threat::against(&position).map(|threat| threat.steps), Some(2));
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    pub fn against(position: &Position) -> Option<Self> {
        if position.pending().is_push() {
            return None;
        }
        let board = position.board();
        let opponent = !position.side_to_move();
        let home = board.rabbits(opponent) & opponent.goal_row();
        if let Some(rabbit) = home.first() {
            return Some(Self {
                steps: 0,
                zone: rabbit.bit(),
            });
        }
        // Mostly none is near enough: then the turn need not be ended.
        if walk::runners(board, opponent, STEPS_PER_TURN).is_empty() {
            return None;
        }
        let mut next = *position;
        next.end_turn();
        let line = goal::line(&next)?;
        Some(Self {
            steps: line.len() as u8,
            zone: zone_of(position.board(), &line),
        })
    }

    /// Returns whether both boards look the same on the zone, so that the way that is open on one is open on the other.
    fn is_untouched(&self, before: &Position, after: &Position) -> bool {
        before.board().is_same_on(self.zone, after.board())
    }

    /// Returns the legal steps with which defence can begin: every board without the threat to which this turn can
    /// lead, that our own goal apart, can be reached by a way that begins with one of them.
    ///
    /// `position` is the one that the threat is against, or a later one of the same turn with nothing changed on the
    /// zone; `most_steps` are the steps in which the turn is to be finished, at most those left.
    ///
    /// Whatever stops the threat changes a square of the zone. Take a turn as a list of units, each a single step or a
    /// push or pull of two. Two units that follow each other can be exchanged, and lead to the same board, unless what
    /// one changes matters to the other. What matters to a step is at most two squares away from where it begins: who
    /// stands beside it, beside its pusher, and beside a trap that it leaves. And it changes that square and squares
    /// beside it. So what has to come before a step is a change at most three squares away from any square that it
    /// changes; six for a push or pull, which has two steps. All else in the turn can wait until the zone has been
    /// changed. Hence what comes first changes something within three squares of the zone for every step after it.
    ///
    /// An open push has to be completed, and an open pull can't wait.
    pub fn defending_steps(&self, position: &Position, most_steps: u8) -> StepSet {
        let legal = position.legal_steps();
        if position.pending().is_push() {
            return legal;
        }
        let later_steps = usize::from(most_steps.saturating_sub(1));
        let reach = self.zone.within(3 * later_steps);
        let mut steps = legal.touching(traps::with_guards(reach, position.board().occupied()));
        steps.add_open_pulls(position.pending());
        steps
    }
}

/// Returns the first steps of all turns after which the opponent has not won and can't reach its goal in its next turn,
/// our own wins among them. No rabbit of ours may have been brought to its goal row in this turn already.
///
/// Every legal step that is not among them loses. Exact, repetition aside; meant for analysis: where there is hardly any
/// defence, it takes a search through the whole turn.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::defence;
/// // With one step left, the elephant on f2 has to go beside the way of the rabbit on d3.
/// let position: Position = "g [...........................................r.........E.........R]".parse()?;
/// let steps: Vec<_> = defence::first_steps(&position.with_steps_left(1)).iter().collect();
/// assert_eq!(steps.len(), 1);
/// assert_eq!(steps[0].to_string(), "f2w");
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn first_steps(position: &Position) -> StepSet {
    let mut lost = KeySet::default();
    position
        .legal_steps()
        .iter()
        .filter(|&step| begins(position, step, &mut lost))
        .collect()
}

/// Returns whether there are such steps.
pub fn is_possible(position: &Position) -> bool {
    let mut lost = KeySet::default();
    position
        .legal_steps()
        .iter()
        .any(|step| begins(position, step, &mut lost))
}

/// Returns whether a turn that begins with that step wins or leaves the opponent without a goal.
fn begins(position: &Position, step: Step, lost: &mut KeySet) -> bool {
    let mut after = *position;
    after.play_unchecked(step);
    goal::is_home(&after) || goal::fewest_steps(&after).is_some() || can_hold(&after, lost)
}

/// Returns whether some way to finish the turn, or to end it here, leaves the opponent without a goal; our own goal is
/// not looked for. Adds positions without such a way to `lost`.
fn can_hold(position: &Position, lost: &mut KeySet) -> bool {
    if lost.contains(&position.key()) {
        return false;
    }
    let can_hold = if position.steps_left() == 0 {
        holds_at_end(position)
    } else {
        let steps = match Threat::against(position) {
            Some(threat) => threat.defending_steps(position, position.steps_left()),
            None if holds_at_end(position) => return true,
            None => position.legal_steps(),
        };
        steps.iter().any(|step| {
            let mut after = *position;
            after.play_unchecked(step);
            can_hold(&after, lost)
        })
    };
    if !can_hold {
        lost.insert(position.key());
    }
    can_hold
}

/// Returns whether the turn can end here, with the opponent neither winning at once nor able to reach its goal next.
fn holds_at_end(position: &Position) -> bool {
    if !position.can_end_turn() {
        return false;
    }
    let mut next = *position;
    next.end_turn();
    holds(&next)
}

/// Returns whether a turn has left the opponent, who is to move now, neither a win nor a goal within its next turn.
pub fn holds(after: &Position) -> bool {
    match outcome::at_start_of_turn(after) {
        Some(outcome) => outcome.winner != after.side_to_move(),
        None => !open_ways::lead_home(after),
    }
}
