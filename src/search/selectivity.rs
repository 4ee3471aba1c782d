//! What is searched less deeply, or not at all: the replies to a turn given away, positions far above the window or
//! without a known action, and quiet actions that are late or, near the leaves, hopeless.

use std::array;
use std::sync::LazyLock;

use super::making::Made;
use super::variation::Variation;
use super::worker::Worker;
use crate::rules::position::STEPS_PER_TURN;
use crate::types::Score;

/// A turn is given away only if at least one step is searched after it.
const NULL_TURN_DEPTH: i32 = STEPS_PER_TURN as i32 + NULL_TURN_REDUCTION + 1;
/// How many steps less deeply the replies to a turn given away are searched.
const NULL_TURN_REDUCTION: i32 = 1;

/// So near to the leaves nothing is reduced.
const REDUCTION_DEPTH: i32 = 3;
/// How many actions of a node are searched to the full depth.
const FULL_DEPTH_ACTIONS: usize = 2;
/// Late actions are reduced by log2 of the depth times log2 of how many came before, divided by this.
const REDUCTION_DIVISOR: f64 = 2.5;
/// Greater depths and later actions are reduced as those of the last row and column.
const REDUCTIONS: usize = 64;
/// The reductions by depth and by how many actions came before.
static REDUCTION: LazyLock<[[u8; REDUCTIONS]; REDUCTIONS]> = LazyLock::new(|| {
    let log2 = |number: usize| (number.max(1) as f64).log2();
    array::from_fn(|depth| {
        array::from_fn(|before| (log2(depth) * log2(before) / REDUCTION_DIVISOR) as u8)
    })
});

/// From this depth on a node of which the table knows no action is searched one step less deeply: the next search of it,
/// which will have one, is the better place for the effort (internal iterative reduction).
const UNGUIDED_DEPTH: i32 = 4;

/// How many steps from the leaves a position can be taken to stay far above the window.
const AHEAD_DEPTH: i32 = 4;
/// How far above it has to be, in centi-rabbits, for each step left that the side to move makes itself,
const AHEAD_PER_OWN_STEP: i32 = 20;
/// and for each that the opponent makes after its turn.
const AHEAD_PER_OTHER_STEP: i32 = 80;

/// How many steps from the leaves quiet actions may be left out.
const PRUNING_DEPTH: i32 = 3;
/// How far below the window what an action is expected to come to is hopeless, in centi-rabbits, and by how much more for
/// each step of depth.
const FAR_BELOW: i32 = 20;
const FAR_BELOW_PER_STEP: i32 = 20;
/// How many actions are tried before quiet ones are too late, and how many more for each step of depth.
const TIMELY_ACTIONS: usize = 4;
const TIMELY_ACTIONS_PER_STEP: usize = 4;

/// Whether the evaluation and what a quiet action mostly gains are so far below alpha together that the action will hardly
/// bring it above (futility pruning).
pub(super) const fn is_far_below(expected: Score, alpha: Score, depth: i32) -> bool {
    depth <= PRUNING_DEPTH && expected.0 + FAR_BELOW + FAR_BELOW_PER_STEP * depth <= alpha.0
}

/// Whether a quiet action comes so late in the order, after `tried` others, that it will hardly be the best.
pub(super) const fn is_too_late(tried: usize, depth: i32) -> bool {
    depth <= PRUNING_DEPTH && tried >= TIMELY_ACTIONS + TIMELY_ACTIONS_PER_STEP * depth as usize
}

/// How many steps less deeply to search an action after so many others: ordering makes it unlikely to be the best.
pub(super) fn reduction(depth: i32, tried: usize, made: &Made) -> i32 {
    if depth < REDUCTION_DEPTH || tried < FULL_DEPTH_ACTIONS || made.captures {
        return 0;
    }
    let last = REDUCTIONS - 1;
    i32::from(REDUCTION[last.min(depth as usize)][last.min(tried)])
}

/// How many steps less deeply to search a node, given whether the table knows an action for it.
pub(super) const fn unguided_reduction(depth: i32, is_guided: bool) -> i32 {
    if depth >= UNGUIDED_DEPTH && !is_guided {
        1
    } else {
        0
    }
}

/// Whether the evaluation is so far above beta that the few steps left will hardly bring the score below it, the opponent
/// threatening no goal (reverse futility pruning).
pub(super) fn is_far_above(evaluation: Score, beta: Score, depth: i32, steps_left: u8) -> bool {
    if depth > AHEAD_DEPTH || beta.is_decided() {
        return false;
    }
    let own_steps = depth.min(i32::from(steps_left));
    let other_steps = depth - own_steps;
    evaluation.0 >= beta.0 + AHEAD_PER_OWN_STEP * own_steps + AHEAD_PER_OTHER_STEP * other_steps
}

impl Worker<'_> {
    /// Whether the side to move could give its whole turn away and still have `beta`: then some real turn has it too
    /// (Zhong 2005: this cuts off almost only at turn boundaries).
    pub(super) fn null_turn_cuts_off(&mut self, beta: Score, depth: i32, ply: usize) -> bool {
        if depth < NULL_TURN_DEPTH || !self.at_start_of_turn() {
            return false;
        }
        self.statistics.null_turns += 1;
        let before = self.position;
        let given_away = self.give_turn_away(ply);
        let steps = i32::from(given_away.steps);
        let score = self.child(
            &given_away,
            Score(beta.0 - 1),
            beta,
            depth - steps - NULL_TURN_REDUCTION,
            ply + usize::from(given_away.steps),
            &mut Variation::new(),
        );
        self.unmake(&given_away, &before);
        let cuts_off = score >= beta && !self.is_stopped();
        self.statistics.null_turn_cutoffs += u64::from(cuts_off);
        cuts_off
    }
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
        let is_far_above = |ahead, depth, steps_left| {
            is_far_above(Score(100 + ahead), Score(100), depth, steps_left)
        };
        assert!(is_far_above(60, 3, 4) && !is_far_above(59, 3, 4));
        assert!(is_far_above(20 + 2 * 80, 3, 1) && !is_far_above(20 + 2 * 80 - 1, 3, 1));
        assert!(!is_far_above(1000, 5, 4));
    }
}
