//! Pruning and reductions: null turns, reverse futility, internal iterative reductions, and for quiet actions futility,
//! late-action pruning and late-action reductions.
//!
//! The numbers, and where they are from, are in [`parameters`]; `docs/results.md` says what each part is worth,
//! `docs/ideas.md` which other numbers were tried.

use std::array;
use std::sync::LazyLock;

use super::make::MadeAction;
use super::parameters;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::Score;

/// The size of the table of reductions; greater depths and later actions use its last row and column.
const REDUCTIONS: usize = 64;
/// Reductions by depth and by the number of actions before.
static REDUCTION: LazyLock<[[u8; REDUCTIONS]; REDUCTIONS]> = LazyLock::new(|| {
    let log2 = |number: usize| (number.max(1) as f64).log2();
    let divisor = f64::from(parameters::reduction_divisor()) / 100.0;
    array::from_fn(|depth| array::from_fn(|before| (log2(depth) * log2(before) / divisor) as u8))
});

/// Returns the depth of the search after a null turn at a node of that depth; none if it is too small for one.
pub(super) fn null_turn_depth(depth: i32) -> Option<i32> {
    let reduced = depth - STEPS_PER_TURN as i32 - parameters::null_turn_reduction();
    // At least one step is searched after it.
    (reduced >= 1).then_some(reduced)
}

/// Returns whether the evaluation plus the usual gain of a quiet action is so far below alpha that the action will hardly
/// raise alpha (futility pruning).
pub(super) fn is_futile(expected: Score, alpha: Score, depth: i32) -> bool {
    let margin = parameters::futility_margin() + parameters::futility_per_step() * depth;
    depth <= parameters::pruning_depth() && expected.0 + margin <= alpha.0
}

/// Returns whether a quiet action comes so late in the order, after `tried` others, that it will hardly be the best (late
/// action pruning).
pub(super) fn is_late(tried: usize, depth: i32) -> bool {
    let most = parameters::late_after() + parameters::late_after_per_step() * depth;
    depth <= parameters::pruning_depth() && tried >= most as usize
}

/// Returns the reduction, in steps, of an action that comes after `tried` others (late action reduction).
pub(super) fn reduction(depth: i32, tried: usize, made: &MadeAction) -> i32 {
    let is_early = tried < parameters::full_depth_actions() as usize;
    if depth < parameters::reduction_depth() || is_early || made.captures {
        return 0;
    }
    let last = REDUCTIONS - 1;
    i32::from(REDUCTION[last.min(depth as usize)][last.min(tried)])
}

/// Returns the reduction, in steps, of a node, given whether the table has an action for it.
pub(super) fn internal_iterative_reduction(depth: i32, has_table_action: bool) -> i32 {
    i32::from(depth >= parameters::internal_reduction_depth() && !has_table_action)
}

/// Returns whether the evaluation is so far above beta that the remaining depth will hardly bring the score below it
/// (reverse futility pruning). The opponent must not threaten a goal.
pub(super) fn is_reverse_futile(
    evaluation: Score,
    beta: Score,
    depth: i32,
    steps_left: u8,
) -> bool {
    if depth > parameters::reverse_futility_depth() || beta.is_decided() {
        return false;
    }
    let own_steps = depth.min(i32::from(steps_left));
    let other_steps = depth - own_steps;
    let margin = parameters::reverse_futility_per_own_step() * own_steps
        + parameters::reverse_futility_per_other_step() * other_steps;
    evaluation.0 >= beta.0 + margin
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
