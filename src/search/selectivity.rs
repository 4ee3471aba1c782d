//! What is searched less deeply, or not at all: the replies to a turn given away, and late quiet actions.

use super::variation::Variation;
use super::worker::{Made, Worker};
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

impl Worker<'_> {
    /// Whether the side to move could give its whole turn away and still have `beta`: then some real turn has it too
    /// (Zhong 2005: this cuts off almost only at turn boundaries).
    pub(super) fn null_turn_cuts_off(&mut self, beta: Score, depth: i32, ply: usize) -> bool {
        if depth < NULL_TURN_DEPTH
            || !self.at_start_of_turn()
            || beta.is_decided()
            || self.evaluation() < beta
        {
            return false;
        }
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
        self.unmake(&given_away);
        score >= beta && !self.is_stopped()
    }

    /// How many steps less deeply to search an action after so many others: ordering makes it unlikely to be the best.
    ///
    /// A search that ends within the root's turn reduces nothing, so that it sees every turn.
    pub(super) fn reduction(&self, depth: i32, tried: usize, made: &Made) -> i32 {
        let within_root_turn =
            self.in_root_turn() && depth <= i32::from(self.position.steps_left()) + 1;
        if depth < REDUCTION_DEPTH
            || tried < FULL_DEPTH_ACTIONS
            || made.captures
            || within_root_turn
        {
            0
        } else if tried < TWO_STEPS_AFTER {
            1
        } else {
            2
        }
    }
}
