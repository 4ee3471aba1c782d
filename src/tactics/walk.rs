//! Walks: goals that a rabbit reaches by its own steps alone.

use crate::rules::{Board, freezing, traps};
use crate::types::{Bitboard, Direction, Kind, Side, Square};

/// Returns the fewest steps, up to `most`, in which a rabbit of `side` can walk to its goal row while nothing else
/// moves.
///
/// Exact for such walks: the rabbit must be free on every square that it leaves, and defended on traps. A goal that
/// takes a step of another piece is not seen.
pub fn fewest_steps(board: &Board, side: Side, most: u8) -> Option<u8> {
    let runners = runners(board, side, most);
    if runners.is_empty() {
        return None;
    }
    if runners.more_than_one() && !may_arrive(board, side, runners, most) {
        return None;
    }
    let movable = runners & freezing::free_rabbits(board, side);
    movable
        .into_iter()
        .filter_map(|rabbit| fewest_steps_of(board, side, rabbit, most))
        .min()
}

/// Returns the rabbits of `side` whose goal row is at most so many rows away.
#[inline]
pub(super) const fn runners(board: &Board, side: Side, rows: u8) -> Bitboard {
    Bitboard(board.rabbits(side).0 & rows_within(side, rows).0)
}

/// Returns the squares from which the goal row of `side` is at most so many rows away.
#[inline]
pub(super) const fn rows_within(side: Side, rows: u8) -> Bitboard {
    let others = if rows < 7 { 8 * (7 - rows as u32) } else { 0 };
    match side {
        Side::Gold => Bitboard(u64::MAX << others),
        Side::Silver => Bitboard(u64::MAX >> others),
    }
}

/// Returns the squares to which rabbits of `side` can step from squares of a set: any way but backward.
#[inline]
pub(super) fn one_step(from: Bitboard, side: Side) -> Bitboard {
    let forward = Direction::backward(side).opposite();
    from.shift(forward) | from.shift(Direction::East) | from.shift(Direction::West)
}

/// Returns the fewest steps, up to `most`, in which rabbits of `side` come from any square of `start` to their goal
/// row, over squares that are `safe`: from those of `start`, and on from others only if they can `leave` them. The
/// squares that they can reach spread step by step.
#[inline]
pub(crate) fn spread(
    start: Bitboard,
    leave: Bitboard,
    safe: Bitboard,
    side: Side,
    most: u8,
) -> Option<u8> {
    let mut reached = start;
    for steps in 1..=most {
        let next = one_step(reached & (leave | start), side) & safe;
        if (next & side.goal_row()).any() {
            return Some(steps);
        }
        if (next & !reached).is_empty() {
            return None;
        }
        reached |= next;
    }
    None
}

/// Returns whether any of the runners could walk home if each kept the others company where they stand now: if not,
/// none can.
#[inline]
fn may_arrive(board: &Board, side: Side, runners: Bitboard, most: u8) -> bool {
    fewest_steps_from(board, side, runners, board.side(side), most).is_some()
}

/// Returns the length of the shortest walk of one rabbit that is free to move.
fn fewest_steps_of(board: &Board, side: Side, rabbit: Square, most: u8) -> Option<u8> {
    let friends = board.side(side) ^ rabbit.bit();
    // What only this rabbit held on a trap is lost with its first step, and keeps nothing free any more.
    let friends = friends & !traps::undefended(friends);
    fewest_steps_from(board, side, rabbit.bit(), friends, most)
}

/// Returns the length of the shortest walk of rabbits that are free to move where they start, with these friends on the
/// board.
#[inline]
fn fewest_steps_from(
    board: &Board,
    side: Side,
    start: Bitboard,
    friends: Bitboard,
    most: u8,
) -> Option<u8> {
    let beside_friends = friends.neighbors();
    let leave = beside_friends | !board.stronger_than(!side, Kind::Rabbit).neighbors();
    let safe = board.empty() & (beside_friends | !Bitboard::TRAPS);
    spread(start, leave, safe, side, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(side: Side, pieces: &str) -> Option<u8> {
        fewest_steps(&Board::with_pieces(pieces), side, 4)
    }

    #[test]
    fn a_rabbit_walks_around_a_piece() {
        assert_eq!(walk(Side::Gold, "Rd6"), Some(2));
        assert_eq!(walk(Side::Gold, "Rd6 rd8"), Some(3));
        assert_eq!(walk(Side::Gold, "Rd6 rd8 re8 rc8"), Some(4));
        assert_eq!(walk(Side::Silver, "ra4"), Some(3));
    }

    #[test]
    fn a_frozen_rabbit_does_not_walk() {
        assert_eq!(walk(Side::Gold, "Rd6 ce6"), None);
        assert_eq!(walk(Side::Gold, "Rd6 ce6 Rd5"), Some(2));
        // It is frozen on arrival at d7, so it has to go another way.
        assert_eq!(walk(Side::Gold, "Rd6 hc7"), Some(3));
    }

    #[test]
    fn a_rabbit_dies_on_an_undefended_trap() {
        assert_eq!(walk(Side::Silver, "rc4 Rb4 Rd4"), None);
        assert_eq!(walk(Side::Silver, "rc4 Rb4 Rd4 dd3"), Some(3));
    }

    #[test]
    fn a_friend_that_only_the_rabbit_held_is_lost_at_its_first_step() {
        // With the rabbit gone from b6 the cat on c6 falls, and nobody keeps the rabbit free beside the horse.
        assert_eq!(walk(Side::Gold, "Rb6 Cc6 hc7 ra7"), None);
    }

    #[test]
    fn far_rabbits_are_not_near() {
        assert_eq!(walk(Side::Silver, "ra6"), None);
        assert_eq!(walk(Side::Silver, "ra5"), Some(4));
    }
}
