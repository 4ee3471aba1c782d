//! What is searched less deeply, or not at all: the replies to a turn given away, and quiet actions that are late or, near
//! the leaves, hopeless.

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
const FULL_DEPTH_ACTIONS: usize = 4;
/// After so many actions the others are reduced by two steps.
const TWO_STEPS_AFTER: usize = 12;

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
pub(super) const fn reduction(depth: i32, tried: usize, made: &Made) -> i32 {
    if depth < REDUCTION_DEPTH || tried < FULL_DEPTH_ACTIONS || made.captures {
        0
    } else if tried < TWO_STEPS_AFTER {
        1
    } else {
        2
    }
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
