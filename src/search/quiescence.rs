//! Quiescence: at the end of the depth only captures are tried, until none is worth it, and where the opponent threatens a
//! goal its shortest defences.

use super::action::Action;
use super::node::Node;
use super::variation::{self, Variation};
use super::worker::Worker;
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Step, Turn};
use crate::tactics::capture::{Captures, captures};
use crate::tactics::defence::{Defences, Threat, shortest};
use crate::types::Score;

/// How many steps of captures are followed.
const MOST_STEPS: u8 = 8;

/// Defences are looked for on so many boards at most: where there are hardly any, all turns would have to be gone through.
/// That nothing helped took 1,445 to 7,784 boards in seven games that were lost because it wasn't seen.
pub(super) const MOST_BOARDS: u32 = 10_000;
/// What a side is taken to lose, in centi-rabbits, if so many boards don't show how it can stop a goal.
const HARD_PRESSED: Score = Score(200);

impl Worker<'_> {
    /// The score where the depth ends: the table's, since steps in another order lead to the same leaves, or that of
    /// quiescence.
    pub(super) fn leaf(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        pv: &mut Variation,
    ) -> Score {
        // The root's turn is scored differently: it has to be able to end.
        if self.in_root_turn() {
            return self.quiescence(alpha, beta, ply, MOST_STEPS, pv);
        }
        let node = Node {
            alpha,
            beta,
            depth: 0,
            ply,
            key: self.key(),
            use_table: true,
            evaluation: None,
        };
        let entry = self.probe(node.key);
        if let Some(score) = self.table_score(&node, entry) {
            pv.clear();
            self.statistics.quiescence_nodes += 1;
            return if self.enter_node(ply) {
                score
            } else {
                Score::ZERO
            };
        }
        let score = self.quiescence(alpha, beta, ply, MOST_STEPS, pv);
        let is_known_better = entry.is_some_and(|entry| entry.depth > 0);
        // That a goal can't be stopped holds for the shortest defences: no search may rely on it.
        if !is_known_better && !score.is_decided() && !self.is_stopped() {
            self.shared.table.put(node.key, node.entry(score, None));
        }
        score
    }

    /// The score with captures and defences searched for at most `most_steps` more steps.
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
        let standing = self.standing();
        // A threat makes nothing better.
        if standing > alpha
            && most_steps > 0
            && let Some(threat) = self.threat()
        {
            return self.parry(threat, alpha, beta, ply, most_steps, pv);
        }
        if standing >= beta || self.position.steps_left() > most_steps {
            return standing;
        }
        alpha = alpha.max(standing);
        let captures = self.captures();
        let lines = captures.iter().map(|capture| capture.line.as_slice());
        let best = self.best_of(lines, alpha, beta, ply, most_steps, pv);
        best.map_or(standing, |best| best.max(standing))
    }

    /// The opponent's goal, should the turn end here. The root's turn is searched whatever it stops, and after the last turn
    /// before a halt no goal can follow.
    pub(super) fn threat(&self) -> Option<Threat> {
        let matters = !self.in_root_turn() && self.turns_left() != Some(1);
        matters.then(|| Threat::against(&self.position)).flatten()
    }

    /// The score of stopping a goal with as few steps as it takes. What else the turn might bring doesn't count: a side that
    /// could choose among all turns because it is threatened would seem to be better off for it.
    fn parry(
        &mut self,
        threat: Threat,
        alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> Score {
        let steps_to_goal = self.position.steps_left() + STEPS_PER_TURN;
        let lost = Score::loss_in(ply + usize::from(steps_to_goal));
        let defences = shortest(&self.position, threat, MOST_BOARDS);
        // That can take as long as thousands of nodes.
        self.check_limits();
        match defences {
            Defences::Shortest(defences) => {
                let lines = defences.iter().map(Turn::as_slice);
                self.best_of(lines, alpha, beta, ply, most_steps, pv)
                    .unwrap_or(lost)
            }
            Defences::None => lost,
            Defences::Unknown => (self.evaluation() - HARD_PRESSED).clamp_to_eval(),
        }
    }

    /// The score of the best of these lines, none if none is legal; `pv` is set to it if it is above alpha.
    fn best_of<'a>(
        &mut self,
        lines: impl Iterator<Item = &'a [Step]>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> Option<Score> {
        let mut best = None;
        let mut below = Variation::new();
        for line in lines {
            let score = self.after_line(line, alpha, beta, ply, most_steps, &mut below);
            if self.is_stopped() {
                return Some(Score::ZERO);
            }
            best = best.max(score);
            if let Some(score) = score.filter(|&score| score > alpha) {
                alpha = score;
                std::mem::swap(pv, &mut below);
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
