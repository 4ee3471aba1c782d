//! Quiescence: at the end of the depth only captures are tried, until none is worth it.

use super::action::Action;
use super::variation::{self, Variation};
use super::worker::{NO_LEGAL_TURN, Worker};
use crate::rules::StepSet;
use crate::tactics::hunt::capture_steps;
use crate::types::Score;

/// How many steps of captures are followed.
pub(super) const MOST_STEPS: u8 = 8;

impl Worker<'_> {
    /// The score with captures searched for at most `most_steps` more steps.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> Score {
        pv.clear();
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        if !self.in_root_turn()
            && let Some(score) = self.goal_at_hand(ply)
        {
            return score;
        }
        let open_push = self.position.pending().is_push();
        let mut best = NO_LEGAL_TURN;
        if !open_push {
            best = self.standing();
            if best >= beta || most_steps == 0 {
                return best;
            }
            alpha = alpha.max(best);
        }
        let steps = if open_push {
            self.position.legal_steps()
        } else {
            self.captures(most_steps)
        };
        let mut below = Variation::new();
        for step in steps.iter() {
            let action = Action::Step(step);
            let Some(made) = self.make(action, ply) else {
                continue;
            };
            let score = self.quiet_child(&made, alpha, beta, ply + 1, most_steps, &mut below);
            self.unmake(&made);
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    variation::set(pv, action, &below);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of making no capture: quiet turns are not searched, but there nearly always is one that keeps what the
    /// board is worth. The root's turn is to be played, so it must really be able to end here.
    fn standing(&self) -> Score {
        if self.in_root_turn() && !self.at_start_of_turn() && !self.may_end_turn() {
            -Score::MAX_EVAL
        } else {
            self.evaluation()
        }
    }

    fn captures(&self, most_steps: u8) -> StepSet {
        if self.position.steps_left() <= most_steps {
            capture_steps(&self.position)
        } else {
            StepSet::default()
        }
    }
}
