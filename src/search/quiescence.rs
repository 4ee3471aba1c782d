//! Quiescence: at the end of the depth only captures are tried, until none is worth it, and where the opponent threatens a
//! goal its shortest defences.

use std::ops::ControlFlow;

use super::action::Action;
use super::node::Node;
use super::variation::{self, Variation};
use super::worker::Worker;
use crate::rules::Step;
use crate::rules::position::STEPS_PER_TURN;
use crate::tactics::capture::{Captures, captures};
use crate::tactics::defence::{Defences, MOST_TRIED, Threat, visit_shortest};
use crate::types::Score;

/// How many steps of captures are followed.
const MOST_STEPS: u8 = 8;

/// What a side is taken to lose, in centi-rabbits, if [`MOST_TRIED`] steps don't show how it can stop a goal.
const HARD_PRESSED: Score = Score(200);

/// The best of several lines so far.
struct Best {
    /// None if none was legal.
    score: Option<Score>,
    /// What the next one has to be above.
    alpha: Score,
}

impl Best {
    const fn above(alpha: Score) -> Self {
        Self { score: None, alpha }
    }
}

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
            return self.quiescence(alpha, beta, ply, MOST_STEPS, None, pv);
        }
        let node = Node {
            alpha,
            beta,
            depth: 0,
            ply,
            key: self.key(),
            // What the table knows is on its way: the evaluation, which is mostly wanted, takes about as long.
            evaluation: Some(self.evaluation()),
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
        let score = self.quiescence(alpha, beta, ply, MOST_STEPS, node.evaluation, pv);
        let is_known_better = entry.is_some_and(|entry| entry.depth > 0);
        // That a goal can't be stopped holds for the shortest defences: no search may rely on it.
        if !is_known_better && !score.is_decided() && !self.is_stopped() {
            self.shared.table.put(node.key, node.entry(score, None));
        }
        score
    }

    /// The score with captures and defences searched for at most `most_steps` more steps; `evaluation` is the position's, if that
    /// is known.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        evaluation: Option<Score>,
        pv: &mut Variation,
    ) -> Score {
        pv.clear();
        self.statistics.quiescence_nodes += 1;
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        let standing = self.standing(evaluation);
        // A threat makes nothing better.
        let threat = if standing > alpha && most_steps > 0 {
            self.threat()
        } else {
            None
        };
        // And a goal at hand nothing worse.
        if standing >= beta && threat.is_none() {
            return standing;
        }
        if !self.in_root_turn()
            && let Some(score) = self.goal_at_hand(ply)
        {
            return score;
        }
        if let Some(threat) = threat {
            return self.parry(threat, alpha, beta, ply, most_steps, pv);
        }
        if self.position.steps_left() > most_steps {
            return standing;
        }
        alpha = alpha.max(standing);
        let mut best = Best::above(alpha);
        let captures = self.captures();
        let _ = captures.iter().try_for_each(|capture| {
            self.improve(&mut best, &capture.line, beta, ply, most_steps, pv)
        });
        best.score.map_or(standing, |score| score.max(standing))
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
        let position = self.position;
        let mut best = Best::above(alpha);
        let defences = visit_shortest(&position, threat, MOST_TRIED, |defence| {
            self.improve(&mut best, defence, beta, ply, most_steps, pv)
        });
        // That can take as long as thousands of nodes.
        self.check_limits();
        match defences {
            Defences::Shortest => best.score.unwrap_or(lost),
            Defences::None => lost,
            Defences::Unknown => (self.evaluation() - HARD_PRESSED).clamp_to_eval(),
        }
    }

    /// Goes on with a line, whose score and variation are kept if they are better than those before; breaks if no more lines
    /// are to be tried.
    fn improve(
        &mut self,
        best: &mut Best,
        line: &[Step],
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> ControlFlow<()> {
        let mut below = Variation::new();
        let score = self.after_line(line, best.alpha, beta, ply, most_steps, &mut below);
        if self.is_stopped() {
            best.score = Some(Score::ZERO);
            return ControlFlow::Break(());
        }
        best.score = best.score.max(score);
        if let Some(score) = score.filter(|&score| score > best.alpha) {
            best.alpha = score;
            std::mem::swap(pv, &mut below);
            if score >= beta {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
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
        let before = self.position;
        let made = self.make(action, ply)?;
        let mut below = Variation::new();
        let most_steps = most_steps.saturating_sub(1);
        let score = if rest.is_empty() {
            Some(
                self.score_after(&made, alpha, beta, &mut below, |worker, alpha, beta, pv| {
                    worker.quiescence(alpha, beta, ply + 1, most_steps, None, pv)
                }),
            )
        } else {
            self.after_line(rest, alpha, beta, ply + 1, most_steps, &mut below)
        };
        self.unmake(&made, &before);
        variation::set(pv, action, &below);
        score
    }

    /// The score of making no capture: quiet turns are not searched, but there nearly always is one that keeps what the
    /// board is worth. The root's turn is to be played, so it must really be able to end here.
    fn standing(&mut self, evaluation: Option<Score>) -> Score {
        if self.in_root_turn() && !self.at_start_of_turn() && !self.may_end_turn() {
            -Score::MAX_EVAL
        } else {
            evaluation.unwrap_or_else(|| self.evaluation())
        }
    }

    /// The strongest pieces that can be captured come first, of equal ones those that take fewer steps.
    fn captures(&self) -> Captures {
        let mut captures = captures(&self.position);
        captures.sort_by_key(|capture| (std::cmp::Reverse(capture.piece.kind), capture.steps()));
        captures
    }
}
