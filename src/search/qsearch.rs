//! Quiescence search: at depth 0 only captures are searched and, where the opponent threatens a goal, the shortest
//! defences.

use std::ops::ControlFlow;

use super::action::Action;
use super::node::Node;
use super::parameters;
use super::pv::{self, Pv};
use super::worker::Worker;
use crate::rules::Step;
use crate::rules::turn::STEPS_PER_TURN;
use crate::tactics::capture::{Captures, captures};
use crate::tactics::defence::{Defences, MOST_TRIED, Threat, visit_shortest};
use crate::types::Score;

/// The greatest depth of quiescence search in steps: a turn of each side (de559a1, not tuned).
const MOST_STEPS: u8 = 8;

/// The best line so far.
struct BestLine {
    /// Its score; none if no line was legal.
    score: Option<Score>,
    /// The score that the next one must exceed.
    alpha: Score,
}

impl BestLine {
    const fn above(alpha: Score) -> Self {
        Self { score: None, alpha }
    }
}

impl Worker<'_> {
    /// Returns the score at depth 0: the table's, since other orders of the same steps lead to the same leaves, or that of
    /// quiescence search.
    pub(super) fn leaf(&mut self, alpha: Score, beta: Score, ply: usize, pv: &mut Pv) -> Score {
        // The root's turn must be able to end, so its score is another one.
        if self.in_root_turn() {
            return self.quiescence(alpha, beta, ply, MOST_STEPS, None, pv);
        }
        let node = Node {
            alpha,
            beta,
            depth: 0,
            ply,
            key: self.key(),
            // The table's entry is being loaded meanwhile.
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
        // A decided score is only that of the shortest defences: no search may rely on it.
        if !is_known_better && !score.is_decided() && !self.is_stopped() {
            self.shared.table.put(node.key, node.entry(score, None));
        }
        score
    }

    /// Searches captures and defences for at most `most_steps` more steps; `evaluation` is the position's, if it is known.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        evaluation: Option<Score>,
        pv: &mut Pv,
    ) -> Score {
        pv.clear();
        self.statistics.quiescence_nodes += 1;
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        let stand_pat = self.stand_pat(evaluation);
        // A threat can only lower the score.
        let threat = if stand_pat > alpha && most_steps > 0 {
            self.threat()
        } else {
            None
        };
        // A goal at hand can only raise it.
        if stand_pat >= beta && threat.is_none() {
            return stand_pat;
        }
        if !self.in_root_turn()
            && let Some(score) = self.goal_at_hand(ply)
        {
            return score;
        }
        if let Some(threat) = threat {
            return self.search_defences(threat, alpha, beta, ply, most_steps, pv);
        }
        if self.position.steps_left() > most_steps {
            return stand_pat;
        }
        alpha = alpha.max(stand_pat);
        let mut best = BestLine::above(alpha);
        let captures = self.captures();
        let _ = captures.iter().try_for_each(|capture| {
            self.improve(&mut best, &capture.line, beta, ply, most_steps, pv)
        });
        best.score.map_or(stand_pat, |score| score.max(stand_pat))
    }

    /// Returns the goal that the opponent would have if the turn ended here. It doesn't matter in the root's turn, which is
    /// searched anyway, or in the last turn before a halt, which no goal can follow.
    pub(super) fn threat(&self) -> Option<Threat> {
        let matters = !self.in_root_turn() && self.turns_left() != Some(1);
        matters.then(|| Threat::against(&self.position)).flatten()
    }

    /// Searches the defences that stop a goal with the fewest steps, and returns the best score. Other turns don't count: a
    /// side that could choose among all turns would seem to be better off for being threatened.
    fn search_defences(
        &mut self,
        threat: Threat,
        alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Pv,
    ) -> Score {
        let steps_to_goal = self.position.steps_left() + STEPS_PER_TURN;
        let lost = Score::loss_in(ply + usize::from(steps_to_goal));
        let position = self.position;
        let mut best = BestLine::above(alpha);
        let defences = visit_shortest(&position, threat, MOST_TRIED, |defence| {
            self.improve(&mut best, defence, beta, ply, most_steps, pv)
        });
        // This can take as long as thousands of nodes.
        self.check_limits();
        match defences {
            Defences::Shortest => best.score.unwrap_or(lost),
            Defences::None => lost,
            Defences::Unknown => {
                (self.evaluation() - Score(parameters::hard_pressed())).clamp_to_eval()
            }
        }
    }

    /// Searches a line, and keeps its score and variation if they are better than those before; breaks after a cutoff or when
    /// the search is stopped.
    fn improve(
        &mut self,
        best: &mut BestLine,
        line: &[Step],
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Pv,
    ) -> ControlFlow<()> {
        let mut below = Pv::new();
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

    /// Returns the score of the line of these steps, none if the rules of repetition forbid it; `pv` begins with it.
    fn after_line(
        &mut self,
        line: &[Step],
        alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Pv,
    ) -> Option<Score> {
        let (&step, rest) = line.split_first()?;
        let action = Action::Step(step);
        let before = self.position;
        let made = self.make(action, ply)?;
        let mut below = Pv::new();
        let most_steps = most_steps.saturating_sub(1);
        let score = if rest.is_empty() {
            Some(made.decided().unwrap_or_else(|| {
                let (alpha, beta) = made.window(alpha, beta);
                let score = self.quiescence(alpha, beta, ply + 1, most_steps, None, &mut below);
                made.score_of_maker(score)
            }))
        } else {
            self.after_line(rest, alpha, beta, ply + 1, most_steps, &mut below)
        };
        self.unmake(&made, &before);
        pv::set(pv, action, &below);
        score
    }

    /// Returns the score of making no capture: nearly always some quiet turn keeps the evaluation (stand pat). The root's turn
    /// will be played, so it must be able to end here.
    fn stand_pat(&mut self, evaluation: Option<Score>) -> Score {
        if self.in_root_turn() && !self.at_start_of_turn() && !self.may_end_turn() {
            -Score::MAX_EVAL
        } else {
            evaluation.unwrap_or_else(|| self.evaluation())
        }
    }

    /// Returns the captures: those of the strongest pieces first, of equal ones those with fewer steps.
    fn captures(&self) -> Captures {
        let mut captures = captures(&self.position);
        captures.sort_by_key(|capture| (std::cmp::Reverse(capture.piece.kind), capture.steps()));
        captures
    }
}
