//! Goals within a turn: whether the side to move can bring a rabbit home with the steps that it has left, and how.
//!
//! Exact, whatever the way takes: steps of the rabbit, friends that come to unfreeze it or make room, pushes and pulls,
//! captures of either side. The steps are searched, and what makes that cheap is a bound from below on the steps that
//! any way takes ([`bound_with_help`]): most boards fail it at once, and within the search most steps do. A way that needs
//! the rabbit alone is known without search ([`walk`]).

use super::walk;
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Pending, Position, Step, Turn};
use crate::types::{Bitboard, Direction, Side, Square};

/// The fewest steps in which the side to move can have a rabbit on its goal row with the turn ended there; none if that
/// takes more than the steps that are left. The turn must not have brought a rabbit there already.
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
    let most = position.steps_left();
    let walked = fewest_on_foot(position, most);
    let most_helped = walked.map_or(most, |steps| steps - 1);
    let helped = bound_with_help(position, most_helped)
        .and_then(|bound| (bound..=most_helped).find(|&steps| succeeds_with_help(position, steps)));
    helped.or(walked)
}

/// One of the shortest ways to do so.
pub fn line(position: &Position) -> Option<Turn> {
    let steps = fewest_steps(position)?;
    let mut line = Turn::new();
    let mut position = *position;
    for left in (0..steps).rev() {
        let (step, after) = successors(&position).find(|(_, after)| {
            if left == 0 {
                is_home(after)
            } else {
                succeeds(after, left)
            }
        })?;
        line.push(step);
        position = after;
    }
    Some(line)
}

/// Whether the turn can end here with the goal reached.
fn is_home(position: &Position) -> bool {
    let side = position.side_to_move();
    let home = position.board().rabbits(side) & side.goal_row();
    home.any() && !position.pending().is_push()
}

/// Whether the goal can be reached in `steps` steps.
fn succeeds(position: &Position, steps: u8) -> bool {
    fewest_on_foot(position, steps).is_some()
        || bound_with_help(position, steps).is_some() && succeeds_with_help(position, steps)
}

/// The same by ways on which the next step, or a later one, is not of the rabbit that goes home.
fn succeeds_with_help(position: &Position, steps: u8) -> bool {
    successors(position).any(|(_, after)| succeeds(&after, steps - 1))
}

/// The length of the shortest walk home of a rabbit while nothing else moves.
fn fewest_on_foot(position: &Position, most: u8) -> Option<u8> {
    if position.pending().is_push() {
        return None;
    }
    walk::fewest_steps(position.board(), position.side_to_move(), most)
}

/// The positions one step on.
fn successors(position: &Position) -> impl Iterator<Item = (Step, Position)> {
    position.legal_steps().iter().map(|step| {
        let mut after = *position;
        after.play(step);
        (step, after)
    })
}

/// A bound from below, up to `most`, on the steps of a way home that takes at least one step of another piece than the
/// rabbit that goes home; none if there can't be such a way.
fn bound_with_help(position: &Position, most: u8) -> Option<u8> {
    let side = position.side_to_move();
    let rabbits = position.board().rabbits(side) & walk::rows_within(side, most.checked_sub(1)?);
    rabbits
        .into_iter()
        .filter_map(|rabbit| bound_for(position, rabbit, most))
        .min()
}

/// The same for one rabbit.
///
/// Each square of the way takes a step of the rabbit. A friend on it has to step away, which takes a step more; an
/// enemy has to be pushed or pulled away, which takes two, or one if the pull has begun. Each step, push or pull takes
/// one piece off the way at most: if it leaves an own piece where it displaces an enemy, that piece has to move once
/// more. The exception is a piece on a trap, which is gone when its defender goes: it is counted as nothing. Whether
/// the rabbit is frozen on its way is not asked.
fn bound_for(position: &Position, rabbit: Square, most: u8) -> Option<u8> {
    let board = position.board();
    let side = position.side_to_move();
    // What an open pull may move, and who has to step now whether that helps or not.
    let (leaving_soon, obliged) = match position.pending() {
        Pending::None => (Bitboard::EMPTY, Bitboard::EMPTY),
        Pending::Pull { pulled, .. } => (pulled, Bitboard::EMPTY),
        Pending::Push { pushers, .. } => (Bitboard::EMPTY, pushers),
    };
    let empty = board.empty();
    let on_trap = board.occupied() & Bitboard::TRAPS;
    let one_step = (board.side(side) | leaving_soon) & !on_trap;
    let two_steps = board.side(!side) & !leaving_soon & !on_trap;
    let forward = Direction::backward(side).opposite();
    let spread = |from: Bitboard| {
        from.shift(forward) | from.shift(Direction::East) | from.shift(Direction::West)
    };
    // Where the rabbit can come at a cost of so many steps: over squares that are empty now, and over any.
    let mut on_empty = rabbit.bit();
    let mut cleared = [Bitboard::EMPTY; STEPS_PER_TURN as usize + 3];
    let mut way = on_empty;
    let mut bound = None;
    for cost in 1..=most {
        let at = usize::from(cost);
        let next = spread(on_empty);
        let next_cleared = spread(cleared[at - 1]);
        let any = next | next_cleared;
        let in_time = walk::rows_within(side, most - cost);
        let was_empty = on_empty;
        on_empty = next & empty & in_time;
        cleared[at] |= next_cleared & empty | any & on_trap;
        cleared[at] &= in_time;
        cleared[at + 1] |= any & one_step;
        cleared[at + 2] |= any & two_steps;
        way |= on_empty | cleared[at];
        // Even where nothing has to make room another piece has taken a step.
        if bound.is_none() && ((was_empty | cleared[at]) & side.goal_row()).any() {
            bound = Some(cost);
        }
    }
    if obliged.any() {
        return bound;
    }
    // Whoever helps changes something on the way or beside it.
    let rows_to_go = if side == Side::Gold {
        7 - rabbit.rank()
    } else {
        rabbit.rank()
    } as u8;
    let mut reach = way | way.neighbors();
    for _ in rows_to_go..most {
        reach |= reach.neighbors();
    }
    let helpers = board.side(side) ^ rabbit.bit() | leaving_soon;
    bound.filter(|_| (helpers & reach).any())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;

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
