//! Quiescence: at the end of the depth only captures are tried, until none is worth it.

use super::action::Action;
use super::variation::{self, Variation};
use super::worker::Worker;
use crate::rules::Step;
use crate::tactics::capture::{Captures, captures};
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
        self.statistics.quiescence_nodes += 1;
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        if !self.in_root_turn()
            && let Some(score) = self.goal_at_hand(ply)
        {
            return score;
        }
        let mut best = self.standing();
        if best >= beta || self.position.steps_left() > most_steps {
            return best;
        }
        alpha = alpha.max(best);
        let mut below = Variation::new();
        for capture in self.captures() {
            let line = &capture.line;
            let Some(score) = self.after_line(line, alpha, beta, ply, most_steps, &mut below)
            else {
                continue;
            };
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    std::mem::swap(pv, &mut below);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of going on with these steps, none if the rules of repetition forbid them; `pv` begins with them.
    fn after_line(
        &mut self,
        line: &[Step],
        alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> Option<Score> {
        let (&step, rest) = line.split_first()?;
        let action = Action::Step(step);
        let made = self.make(action, ply)?;
        let mut below = Variation::new();
        let most_steps = most_steps.saturating_sub(1);
        let score = if rest.is_empty() {
            Some(
                self.score_after(&made, alpha, beta, &mut below, |worker, alpha, beta, pv| {
                    worker.quiescence(alpha, beta, ply + 1, most_steps, pv)
                }),
            )
        } else {
            self.after_line(rest, alpha, beta, ply + 1, most_steps, &mut below)
        };
        self.unmake(&made);
        variation::set(pv, action, &below);
        score
    }

    /// The score of making no capture: quiet turns are not searched, but there nearly always is one that keeps what the
    /// board is worth. The root's turn is to be played, so it must really be able to end here.
    fn standing(&mut self) -> Score {
        if self.in_root_turn() && !self.at_start_of_turn() && !self.may_end_turn() {
            -Score::MAX_EVAL
        } else {
            self.evaluation()
        }
    }

    /// The strongest pieces that can be captured come first, of equal ones those that take fewer steps.
    fn captures(&self) -> Captures {
        let mut captures = captures(&self.position);
        captures.sort_by_key(|capture| (std::cmp::Reverse(capture.piece.kind), capture.steps()));
        captures
    }
}
