//! Rabbits near their goal: whether one can walk there in this turn or the next, and how open the way is.

use super::params::{GOAL_IN_ONE_TURN, GOAL_IN_TWO_TURNS, OPEN_WAY};
use super::view::View;
use crate::tactics::walk;
use crate::types::{Direction, Side};

/// The steps of two turns.
const TWO_TURNS: u8 = 8;

#[inline]
pub(super) fn score(view: &View, side: Side) -> i32 {
    let threat = match walk::fewest_steps(view.board, side, TWO_TURNS) {
        Some(0..=4) => GOAL_IN_ONE_TURN,
        Some(_) => GOAL_IN_TWO_TURNS,
        None => 0,
    };
    threat + OPEN_WAY * open_ways(view, side)
}

/// How many rabbits past the middle have no enemy piece before or beside their next square.
#[inline]
fn open_ways(view: &View, side: Side) -> i32 {
    let forward = Direction::backward(side).opposite();
    let past_middle = match side {
        Side::Gold => !0 << 32,
        Side::Silver => !0 >> 32,
    };
    let mut advanced = view.board.rabbits(side);
    advanced.0 &= past_middle;
    let next = advanced.shift(forward);
    let guarded = view.board.side(!side) | view.beside(!side);
    (next & !guarded).len() as i32
}
