//! Goals within a turn: whether the side to move can bring a rabbit home with the steps that it has left, and how.
//!
//! Exact, whatever the way takes: steps of the rabbit, friends that come to unfreeze it or make room, pushes and pulls,
//! captures of either side. The steps are searched, and what makes that cheap is a bound from below on the steps that
//! any way takes (`Help`): most boards fail it at once, and within the search most steps do. A way that needs
//! the rabbit alone is known without search ([`walk`]).

use super::memo::remembered;
use super::walk;
use crate::rules::{Board, Pending, Position, StepSet, Turn, freezing};
use crate::types::{Bitboard, Direction, Side, Square};

/// The question of [`fewest_steps`] to what is remembered; whether so many steps succeed with help is asked by their number.
const FEWEST_STEPS: u8 = 0;

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
    let side = position.side_to_move();
    let near = walk::rows_within(side, position.steps_left());
    if (position.board().rabbits(side) & near).is_empty() {
        return None;
    }
    remembered(position, FEWEST_STEPS, || find_fewest_steps(position))
}

fn find_fewest_steps(position: &Position) -> Option<u8> {
    let most = position.steps_left();
    let walked = fewest_on_foot(position, most);
    let most_helped = walked.map_or(most, |steps| steps - 1);
    let fewest_helped = Help::needed(position, most_helped).map(|help| help.fewest_steps);
    fewest_helped
        .and_then(|fewest| {
            (fewest..=most_helped).find(|&steps| succeeds_with_help(position, steps))
        })
        .or(walked)
}

/// One of the shortest ways to do so.
pub fn line(position: &Position) -> Option<Turn> {
    let steps = fewest_steps(position)?;
    let mut line = Turn::new();
    let mut position = *position;
    for left in (0..steps).rev() {
        let mut after = position;
        let step = first_steps(&position, left + 1).iter().find(|&step| {
            after = position;
            after.play(step);
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

/// The legal steps with which a shortest way home of so many steps can begin, some others among them.
fn first_steps(position: &Position, steps: u8) -> StepSet {
    let helping = Help::needed(position, steps).map_or(Bitboard::EMPTY, |help| help.squares);
    let side = position.side_to_move();
    let runners = position.board().rabbits(side) & walk::rows_within(side, steps);
    position.legal_steps().touching(helping | runners)
}

/// Whether the turn can end here with the goal reached.
pub(super) fn is_home(position: &Position) -> bool {
    let side = position.side_to_move();
    (position.board().rabbits(side) & side.goal_row()).any() && position.can_end_turn()
}

/// Whether the goal can be reached in `steps` steps.
fn succeeds(position: &Position, steps: u8) -> bool {
    fewest_on_foot(position, steps).is_some() || succeeds_with_help(position, steps)
}

/// The same by ways on which the next step, or a later one, is not of the rabbit that goes home.
fn succeeds_with_help(position: &Position, steps: u8) -> bool {
    if steps == 2 && !position.pending().is_push() {
        return succeeds_after_one_step(position);
    }
    Help::needed(position, steps).is_some_and(|help| {
        let find = || {
            let mut ways = position.legal_steps().touching(help.squares).iter();
            let is_found = ways.any(|step| {
                let mut after = *position;
                after.play(step);
                succeeds(&after, steps - 1)
            });
            is_found.then_some(steps)
        };
        remembered(position, steps, find).is_some()
    })
}

/// The same for two steps, of which the first is not of the rabbit that goes home, and completes no push. Most searches
/// come down to this, so it is told from the board.
fn succeeds_after_one_step(position: &Position) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    let backward = Direction::backward(side);
    let rabbits = board.rabbits(side) & side.goal_row().shift(backward);
    if rabbits.is_empty() {
        return false;
    }
    let frozen = freezing::frozen(board, side);
    let held_back = rabbits & frozen & board.empty().shift(backward);
    if friends_come_beside(board, side, frozen, held_back)
        || friends_make_room(board, side, frozen, rabbits)
    {
        return true;
    }
    let mut pulls = StepSet::default();
    pulls.add_open_pulls(position.pending());
    pulls.iter().any(|pull| {
        let mut after = *position;
        after.play(pull);
        fewest_on_foot(&after, 1).is_some()
    })
}

/// Whether a friend can step beside one of the rabbits, not ahead of it. If that is a trap, the rabbit holds the friend there.
fn friends_come_beside(board: &Board, side: Side, frozen: Bitboard, rabbits: Bitboard) -> bool {
    let beside = rabbits.neighbors() & board.empty() & !side.goal_row();
    if beside.is_empty() {
        return false;
    }
    let helpers = board.side(side) & !frozen;
    let helping_rabbits = helpers & board.rabbits(side);
    let others = helpers ^ helping_rabbits;
    ((others.neighbors() | walk::one_step(helping_rabbits, side)) & beside).any()
}

/// Whether a friend on the goal row ahead of one of the rabbits, which stand beside that row, can step aside and leaves the
/// rabbit free.
fn friends_make_room(board: &Board, side: Side, frozen: Bitboard, rabbits: Bitboard) -> bool {
    let friends = board.side(side);
    let backward = Direction::backward(side);
    let ahead = rabbits.shift(backward.opposite());
    let room = board.empty() & side.goal_row();
    let movable = ahead & friends & !frozen & room.neighbors();
    movable.into_iter().any(|friend| {
        let rabbit = friend.bit().shift(backward);
        let others = friends ^ friend.bit();
        (rabbit.neighbors() & others).any()
            || (rabbit & freezing::dominated(board, side)).is_empty()
    })
}

/// The length of the shortest walk home of a rabbit while nothing else moves.
fn fewest_on_foot(position: &Position, most: u8) -> Option<u8> {
    if position.pending().is_push() {
        return None;
    }
    walk::fewest_steps(position.board(), position.side_to_move(), most)
}

/// What a way home takes on which another piece than the rabbit makes a step at least.
struct Help {
    /// The fewest steps of the whole way: a bound from below.
    fewest_steps: u8,
    /// The first step of such a way leaves or reaches one of these squares.
    squares: Bitboard,
}

impl Help {
    /// None if no such way takes `most` steps or fewer.
    fn needed(position: &Position, most: u8) -> Option<Self> {
        let side = position.side_to_move();
        let near = walk::rows_within(side, most.checked_sub(1)?);
        let rabbits = position.board().rabbits(side) & near;
        // Most often none comes home: one look at all of them together is enough then.
        if rabbits.more_than_one() {
            Way::home(position, rabbits, most)?;
        }
        rabbits
            .into_iter()
            .filter_map(|rabbit| Self::of_rabbit(position, rabbit, most))
            .reduce(|one, other| Self {
                fewest_steps: one.fewest_steps.min(other.fewest_steps),
                squares: one.squares | other.squares,
            })
    }

    /// The same for one rabbit.
    ///
    /// As for the squares, the last step of another piece changes who stands on the way or beside it: it leaves or
    /// reaches such a square, or leaves a piece on a trap there without defence. An earlier one has freed that piece or
    /// made room for it, held it on a trap or begun the same push or pull: it has changed something at most two squares
    /// from where the later one does. And one of the helpers must be near enough to get there at all.
    fn of_rabbit(position: &Position, rabbit: Square, most: u8) -> Option<Self> {
        let board = position.board();
        let side = position.side_to_move();
        let Way {
            fewest_steps,
            squares,
        } = Way::home(position, rabbit.bit(), most)?;
        if position.pending().is_push() {
            // Who completes the push has to step now, whether that helps or not.
            return Some(Self {
                fewest_steps,
                squares: Bitboard::ALL,
            });
        }
        let rows_to_go = match side {
            Side::Gold => 7 - rabbit.rank(),
            Side::Silver => rabbit.rank(),
        };
        let helping_steps = usize::from(most) - rows_to_go;
        let beside = squares.within(1);
        let helpers = board.side(side) ^ rabbit.bit() | leaving_soon(position.pending());
        if (helpers & beside.within(helping_steps)).is_empty() {
            return None;
        }
        let changed = beside.within(2 * (helping_steps - 1));
        let trapped = changed & board.occupied() & Bitboard::TRAPS;
        Some(Self {
            fewest_steps,
            squares: changed | trapped.neighbors(),
        })
    }
}

/// Where a rabbit can come, and in how many steps at least.
struct Way {
    /// The fewest steps home.
    fewest_steps: u8,
    /// The squares that it may come to.
    squares: Bitboard,
}

impl Way {
    /// The ways of all these rabbits that take `most` steps or fewer, one of them at least another piece's; none if no such
    /// way leads home.
    ///
    /// Each square of the way takes a step of the rabbit. A friend on it has to step away, which takes a step more; an
    /// enemy has to be pushed or pulled away, which takes two, or one if the pull has begun. Each step, push or pull
    /// takes one piece off the way at most: if it leaves an own piece where it displaces an enemy, that piece has to move
    /// once more. The exception is a piece on a trap, which is gone when its defender goes: it is counted as nothing.
    /// Whether the rabbit is frozen on its way is not asked.
    #[inline]
    fn home(position: &Position, rabbits: Bitboard, most: u8) -> Option<Self> {
        match position.side_to_move() {
            Side::Gold => Self::home_of(Side::Gold, position, rabbits, most),
            Side::Silver => Self::home_of(Side::Silver, position, rabbits, most),
        }
    }

    /// The same, compiled for each side.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the side is to be known when it is compiled"
    )]
    fn home_of(side: Side, position: &Position, rabbits: Bitboard, most: u8) -> Option<Self> {
        let board = position.board();
        let leaving_soon = leaving_soon(position.pending());
        let empty = board.empty();
        let on_trap = board.occupied() & Bitboard::TRAPS;
        let one_step = (board.side(side) | leaving_soon) & !on_trap;
        let two_steps = board.side(!side) & !leaving_soon & !on_trap;
        // Where the rabbits can come at a cost of so many steps: over squares that are empty now, and over any, which of the
        // latter is known already of the next two costs.
        let mut on_empty = rabbits;
        let mut cleared = Bitboard::EMPTY;
        let mut cleared_next = Bitboard::EMPTY;
        let mut cleared_after = Bitboard::EMPTY;
        let mut way = on_empty;
        let mut bound = None;
        for cost in 1..=most {
            let next = walk::one_step(on_empty, side);
            let next_cleared = walk::one_step(cleared, side);
            let any = next | next_cleared;
            let in_time = walk::rows_within(side, most - cost);
            let was_empty = on_empty;
            on_empty = next & empty & in_time;
            cleared = (cleared_next | next_cleared & empty | any & on_trap) & in_time;
            cleared_next = cleared_after | any & one_step;
            cleared_after = any & two_steps;
            way |= on_empty | cleared;
            // Even where nothing has to make room another piece has taken a step.
            if bound.is_none() && ((was_empty | cleared) & side.goal_row()).any() {
                bound = Some(cost);
            }
        }
        bound.map(|fewest_steps| Self {
            fewest_steps,
            squares: way,
        })
    }
}

/// The enemies that an open pull may move.
#[inline]
fn leaving_soon(pending: Pending) -> Bitboard {
    match pending {
        Pending::Pull { pulled, .. } => pulled,
        _ => Bitboard::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
