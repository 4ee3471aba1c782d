//! Goals within a turn: whether the side to move can bring a rabbit home with the steps that it has left, and how.
//!
//! Exact, whatever the way takes: steps of the rabbit, friends that come to unfreeze it or make room, pushes and pulls,
//! captures of either side. The steps are searched. A lower bound on the steps of any way (`Unblocking`) makes that cheap:
//! most boards fail it at once, and within the search most steps do. Steps that have nothing to do with each other are
//! tried in one order only (`Order`). A way that needs the rabbit alone is found without search ([`walk`]).

mod freeing;
mod on_foot;
mod one_step;
mod order;
mod unblocking;

use on_foot::fewest_on_foot;
use order::Order;
use unblocking::Unblocking;

use super::goal_cache::cached;
use super::walk;
use crate::rules::{Position, StepSet, Turn};
use crate::types::Bitboard;

/// The number of [`fewest_steps`]'s question in the goal cache; other questions, whether so many steps succeed with help,
/// have the number of steps.
const FEWEST_STEPS: u8 = 0;

/// Returns the fewest steps in which the side to move can have a rabbit on its goal row with the turn ended there; none
/// if that takes more than the steps that are left. The turn must not have brought a rabbit there already.
///
/// Exact for any number of steps left and whatever push or pull is open. Repetition doesn't matter, for such a turn
/// ends the game.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::goal;
/// // The silver dog freezes the rabbit on b7. The cat steps from b5 to b6, and the rabbit goes home.
/// let position: Position = "g [........dR...............C......................................]".parse()?;
/// assert_eq!(goal::fewest_steps(&position), Some(2));
/// let line: Vec<_> = goal::line(&position).unwrap().iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["b5n", "b7n"]);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn fewest_steps(position: &Position) -> Option<u8> {
    let side = position.side_to_move();
    if walk::runners(position.board(), side, position.steps_left()).is_empty() {
        return None;
    }
    cached(position, FEWEST_STEPS, || find_fewest_steps(position))
}

fn find_fewest_steps(position: &Position) -> Option<u8> {
    let most = position.steps_left();
    let walked = fewest_on_foot(position, most);
    let most_helped = walked.map_or(most, |steps| steps - 1);
    let fewest_helped =
        Unblocking::needed(position, most_helped).map(|unblocking| unblocking.fewest_steps);
    fewest_helped
        .and_then(|fewest| {
            (fewest..=most_helped)
                .find(|&steps| succeeds_with_help(position, steps, StepSet::default()))
        })
        .or(walked)
}

/// Returns one of the shortest turns to do so.
pub fn line(position: &Position) -> Option<Turn> {
    let steps = fewest_steps(position)?;
    let mut line = Turn::new();
    let mut position = *position;
    for left in (0..steps).rev() {
        let mut after = position;
        let step = first_steps(&position, left + 1).iter().find(|&step| {
            after = position;
            after.play_unchecked(step);
            if left == 0 {
                is_home(&after)
            } else {
                succeeds(&after, left)
            }
        })?;
        line.push(step);
        position = after;
    }
    Some(line)
}

/// Returns the legal steps with which a shortest way home of so many steps can begin, some others among them.
fn first_steps(position: &Position, steps: u8) -> StepSet {
    let helping = Unblocking::needed(position, steps)
        .map_or(Bitboard::EMPTY, |unblocking| unblocking.squares);
    let side = position.side_to_move();
    let runners = walk::runners(position.board(), side, steps);
    position.legal_steps().touching(helping | runners)
}

/// Returns whether the turn can end here with the goal reached.
pub(super) fn is_home(position: &Position) -> bool {
    let side = position.side_to_move();
    (position.board().rabbits(side) & side.goal_row()).any() && position.can_end_turn()
}

/// Returns whether the goal, which is not in reach of fewer steps, can be reached in `steps` steps.
fn succeeds(position: &Position, steps: u8) -> bool {
    fewest_on_foot(position, steps).is_some()
        || succeeds_with_help(position, steps, StepSet::default())
}

/// Returns the same by ways on which the next step, or a later one, is not of the rabbit that goes home. None of the
/// steps `left_out` may be the first of such a way.
fn succeeds_with_help(position: &Position, steps: u8, left_out: StepSet) -> bool {
    if steps == 2 && !position.pending().is_push() {
        return one_step::succeeds(position);
    }
    Unblocking::needed(position, steps).is_some_and(|unblocking| {
        let find = || {
            let ways = position.legal_steps().touching(unblocking.squares);
            let mut order = Order::new(unblocking.near);
            let mut ways = ways.without(&left_out).iter();
            let is_found = ways.any(|step| {
                let mut after = *position;
                after.play_unchecked(step);
                // With two steps left none is tried.
                let useless = if steps > 3 {
                    order.useless_after(step, position, &after)
                } else {
                    StepSet::default()
                };
                let may_walk = (step.squares() & unblocking.beside).any();
                may_walk && fewest_on_foot(&after, steps - 1).is_some()
                    || succeeds_with_help(&after, steps - 1, useless)
            });
            is_found.then_some(steps)
        };
        cached(position, steps, find).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    fn line_of(side: Side, pieces: &str) -> Vec<String> {
        let position = Position::new(Board::with_pieces(pieces), side);
        let line = line(&position).unwrap_or_default();
        assert_eq!(
            fewest_steps(&position),
            Some(line.len() as u8).filter(|&n| n > 0)
        );
        line.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_free_rabbit_walks() {
        assert_eq!(line_of(Side::Gold, "Ra6"), ["a6n", "a7n"]);
        assert_eq!(line_of(Side::Silver, "rh3"), ["h3s", "h2s"]);
    }

    #[test]
    fn a_friend_pushes_itself_out_of_the_way() {
        let line = line_of(Side::Gold, "Ra7 Ea8 Db7 rb8");
        assert_eq!(line, ["b8e", "a8e", "a7n"]);
    }

    #[test]
    fn a_pull_opens_the_goal_square() {
        let line = line_of(Side::Gold, "Ra7 ra8 Db8 cb7 Ra6");
        assert_eq!(line, ["b8e", "a8e", "a7n"]);
    }

    #[test]
    fn far_rabbits_and_blocked_ones_stay() {
        assert!(line_of(Side::Gold, "Ra3").is_empty());
        assert!(line_of(Side::Gold, "Ra7 ra8 rb7 rb8 Ra6").is_empty());
    }
}
