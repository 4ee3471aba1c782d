//! Pruning and reductions: null turns, reverse futility, internal iterative reductions, and for quiet actions futility,
//! late-action pruning and late-action reductions.
//!
//! Where the numbers are from: null turns 18188c8; futility and late-action pruning 9da80d9 (+67 ± 49 Elo), with today's
//! margins since cbf152b (50-29); reverse futility, reductions and internal iterative reductions 609ba51 (+37 ± 34 Elo).
//! `docs/results.md` says what each part is worth, `docs/ideas.md` which other numbers were tried.

use std::array;
use std::sync::LazyLock;

use super::make::MadeAction;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::Score;

/// The least depth at which a null turn is tried: at least one step is searched after it.
const NULL_TURN_DEPTH: i32 = STEPS_PER_TURN as i32 + NULL_TURN_REDUCTION + 1;
/// The reduction after a null turn, in steps.
const NULL_TURN_REDUCTION: i32 = 1;

/// The least depth at which actions are reduced.
const REDUCTION_DEPTH: i32 = 3;
/// The number of a node's actions that are searched to the full depth.
const FULL_DEPTH_ACTIONS: usize = 2;
/// A late action is reduced by log2 of the depth times log2 of the number of actions before it, divided by this.
const REDUCTION_DIVISOR: f64 = 2.5;
/// The size of the table of reductions; greater depths and later actions use its last row and column.
const REDUCTIONS: usize = 64;
/// Reductions by depth and by the number of actions before.
static REDUCTION: LazyLock<[[u8; REDUCTIONS]; REDUCTIONS]> = LazyLock::new(|| {
    let log2 = |number: usize| (number.max(1) as f64).log2();
    array::from_fn(|depth| {
        array::from_fn(|before| (log2(depth) * log2(before) / REDUCTION_DIVISOR) as u8)
    })
});

/// The least depth at which a node without a table action is reduced by a step: its next search, which will have one, makes
/// better use of the effort (internal iterative reduction).
const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// The greatest depth of reverse futility pruning.
const REVERSE_FUTILITY_DEPTH: i32 = 4;
/// The margin of reverse futility pruning, in centi-rabbits, for each remaining step of the side to move.
const REVERSE_FUTILITY_PER_OWN_STEP: i32 = 20;
/// The same for each step of the opponent's turn after that.
const REVERSE_FUTILITY_PER_OTHER_STEP: i32 = 80;

/// The greatest depth at which quiet actions are pruned.
const PRUNING_DEPTH: i32 = 3;
/// The margin of futility pruning, in centi-rabbits.
const FUTILITY_MARGIN: i32 = 20;
/// What each step of depth adds to that margin.
const FUTILITY_PER_STEP: i32 = 20;
/// The number of actions after which quiet ones are pruned.
const LATE_AFTER: usize = 4;
/// What each step of depth adds to that number.
const LATE_AFTER_PER_STEP: usize = 4;

/// Returns the depth of the search after a null turn at a node of that depth; none if it is too small for one.
pub(super) const fn null_turn_depth(depth: i32) -> Option<i32> {
    if depth < NULL_TURN_DEPTH {
        None
    } else {
        Some(depth - STEPS_PER_TURN as i32 - NULL_TURN_REDUCTION)
    }
}

/// Returns whether the evaluation plus the usual gain of a quiet action is so far below alpha that the action will hardly
/// raise alpha (futility pruning).
pub(super) const fn is_futile(expected: Score, alpha: Score, depth: i32) -> bool {
    depth <= PRUNING_DEPTH && expected.0 + FUTILITY_MARGIN + FUTILITY_PER_STEP * depth <= alpha.0
}

/// Returns whether a quiet action comes so late in the order, after `tried` others, that it will hardly be the best (late
/// action pruning).
pub(super) const fn is_late(tried: usize, depth: i32) -> bool {
    depth <= PRUNING_DEPTH && tried >= LATE_AFTER + LATE_AFTER_PER_STEP * depth as usize
}

/// Returns the reduction, in steps, of an action that comes after `tried` others (late action reduction).
pub(super) fn reduction(depth: i32, tried: usize, made: &MadeAction) -> i32 {
    if depth < REDUCTION_DEPTH || tried < FULL_DEPTH_ACTIONS || made.captures {
        return 0;
    }
    let last = REDUCTIONS - 1;
    i32::from(REDUCTION[last.min(depth as usize)][last.min(tried)])
}

/// Returns the reduction, in steps, of a node, given whether the table has an action for it.
pub(super) const fn internal_iterative_reduction(depth: i32, has_table_action: bool) -> i32 {
    if depth >= INTERNAL_REDUCTION_DEPTH && !has_table_action {
        1
    } else {
        0
    }
}

/// Returns whether the evaluation is so far above beta that the remaining depth will hardly bring the score below it
/// (reverse futility pruning). The opponent must not threaten a goal.
pub(super) fn is_reverse_futile(
    evaluation: Score,
    beta: Score,
    depth: i32,
    steps_left: u8,
) -> bool {
    if depth > REVERSE_FUTILITY_DEPTH || beta.is_decided() {
        return false;
    }
    let own_steps = depth.min(i32::from(steps_left));
    let other_steps = depth - own_steps;
    evaluation.0
        >= beta.0
            + REVERSE_FUTILITY_PER_OWN_STEP * own_steps
            + REVERSE_FUTILITY_PER_OTHER_STEP * other_steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_actions_are_reduced_the_more_the_deeper_the_node() {
        let reductions = |depth: usize| [1, 2, 4, 8, 32, 63].map(|tried| REDUCTION[depth][tried]);
        assert_eq!(reductions(4), [0, 0, 1, 2, 4, 4]);
        assert_eq!(reductions(16), [0, 1, 3, 4, 8, 9]);
    }

    #[test]
    fn the_opponents_steps_need_more_of_a_margin() {
        let is_reverse_futile = |ahead, depth, steps_left| {
            is_reverse_futile(Score(100 + ahead), Score(100), depth, steps_left)
        };
        assert!(is_reverse_futile(60, 3, 4) && !is_reverse_futile(59, 3, 4));
        assert!(is_reverse_futile(20 + 2 * 80, 3, 1) && !is_reverse_futile(20 + 2 * 80 - 1, 3, 1));
        assert!(!is_reverse_futile(1000, 5, 4));
    }
}
