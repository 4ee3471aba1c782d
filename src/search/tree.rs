//! The search of the tree: principal variation search by steps.
//!
//! A node is a position within a turn. A step leads to a node of the same side, so scores are negated only where a turn
//! ends. A turn ends after its fourth step, on goal, or by the action [`Action::EndTurn`], which gives up the steps left:
//! depth and ply count them as made, so that turns begin at the same depth on all ways.

use arrayvec::ArrayVec;

use super::action::Action;
use super::goal_attack::Outlook;
use super::history::MOST_GAIN;
use super::making::Made;
use super::node::{Best, Node};
use super::ordering::{Actions, Candidate, MAX_ACTIONS};
use super::ranking::Known;
use super::selectivity;
use super::table::Entry;
use super::variation::{self, Variation};
use super::worker::Worker;
use crate::tactics::approach::Approach;
use crate::types::Score;

/// Nearer to the leaves threads don't give way to each other: it takes longer than it saves.
const SHARED_DEPTH: i32 = 2;

/// The score of a position within a turn from which the turn can't be ended legally: below that of any legal turn.
const NO_LEGAL_TURN: Score = Score(-Score::INFINITE.0);

impl Worker<'_> {
    /// Searches the position to a depth in steps, more deeply where a goal is threatened.
    pub(super) fn node(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Variation,
    ) -> Score {
        if depth <= 0 && !self.position.pending().is_push() {
            return self.leaf(alpha, beta, ply, pv);
        }
        pv.clear();
        self.statistics.nodes += 1;
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        let depth = match self.outlook(depth, ply) {
            Outlook::Deeper(steps) => depth + steps,
            Outlook::Lost(score) => return score,
        };
        let mut node = Node {
            // No way from here is better than winning with the next step, or worse than having lost already.
            alpha: alpha.max(Score::loss_in(ply)),
            beta: beta.min(Score::win_in(ply + 1)),
            depth,
            ply,
            key: self.key(),
            evaluation: None,
        };
        if node.alpha >= node.beta {
            return node.alpha;
        }
        // What the table knows is on its way: the evaluation, which is mostly wanted, takes about as long.
        if !node.is_pv() && !self.position.pending().is_push() {
            node.evaluation = Some(self.evaluation());
        }
        let entry = self.probe(node.key);
        if let Some(score) = self.early_score(&node, entry) {
            return score;
        }
        let table = entry.and_then(|entry| entry.action);
        node.depth -= selectivity::unguided_reduction(node.depth, table.is_some());
        if let Some(score) = self.score_far_above(&node) {
            return score;
        }
        let found = self.best_action(&node, table, pv);
        if self.is_stopped() {
            return Score::ZERO;
        }
        let Some(best) = found else {
            return if self.at_start_of_turn() {
                // Immobilised, or only third repetitions are left.
                Score::loss_in(ply)
            } else {
                NO_LEGAL_TURN
            };
        };
        self.shared
            .table
            .put(node.key, node.entry(best.score, Some(best.action)));
        best.score
    }

    /// What the table knows of the position with that key. A search that keeps its entries to itself relies on those of
    /// other searches, too, where it has none.
    pub(super) fn probe(&mut self, key: u64) -> Option<Entry> {
        let table = self.shared.table;
        let mut entry = table.get(key);
        if entry.is_none() && self.key_salt != 0 {
            entry = table.get(key ^ self.key_salt);
        }
        self.statistics.table_probes += 1;
        self.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    /// The score that the table's entry allows to return at once, if any.
    pub(super) fn table_score(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        let usable = entry.filter(|_| !node.is_pv());
        let score = usable.and_then(|entry| node.score_of(entry));
        self.statistics.table_cutoffs += u64::from(score.is_some());
        score
    }

    /// Learns what an action does for the evaluation from the score that it was found to have.
    fn learn_gain(&mut self, node: &Node, action: Action, score: Score) {
        if let Some(evaluation) = node.evaluation
            && !score.is_decided()
        {
            let history = &mut self.memory.history;
            history.learn_gain(&self.position, action, score - evaluation);
        }
    }

    /// A score that needs no search of the node's actions, if there is one.
    fn early_score(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        if let Some(score) = self.table_score(node, entry) {
            return Some(score);
        }
        // The root's turn is to be played, so it has to be searched to its end.
        if self.in_root_turn() {
            return None;
        }
        if let Some(score) = self.goal_at_hand(node.ply) {
            return Some(score);
        }
        let is_above = |evaluation| evaluation >= node.beta && !node.beta.is_decided();
        let cut_off = node.evaluation.is_some_and(is_above)
            && self.null_turn_cuts_off(node.beta, node.depth, node.ply);
        cut_off.then_some(node.beta)
    }

    /// The evaluation, if it is so far above the window that the score will hardly fall below it.
    fn score_far_above(&self, node: &Node) -> Option<Score> {
        let evaluation = node.evaluation?;
        let steps_left = self.position.steps_left();
        let is_enough = selectivity::is_far_above(evaluation, node.beta, node.depth, steps_left);
        let holds = is_enough && !self.in_root_turn() && self.threat().is_none();
        holds.then_some(evaluation)
    }

    /// Searches the node's actions until one cuts off; none if none is legal.
    fn best_action(
        &mut self,
        node: &Node,
        table: Option<Action>,
        pv: &mut Variation,
    ) -> Option<Best> {
        let position = self.position;
        let steps = position.legal_steps();
        let may_end = self.may_end_turn();
        let history = &self.memory.history;
        let mut actions = Actions::new();
        actions.list(&position, &steps, may_end, table, history, node.ply);
        let mut alpha = node.alpha;
        let mut best: Option<Best> = None;
        let mut tried: ArrayVec<Action, MAX_ACTIONS> = ArrayVec::new();
        let mut below = Variation::new();
        let approach = Approach::of(&position);
        let may_wait = node.depth >= SHARED_DEPTH;
        while let Some((candidate, put_off_after)) = actions.next() {
            let Candidate { action, is_quiet } = candidate;
            let was_put_off = put_off_after.is_some();
            // What other threads are at counts as tried, so that an action is searched as deeply as by one thread alone.
            let before = put_off_after.unwrap_or(tried.len() + actions.put_off_count());
            // Nothing is left out while all that was tried loses.
            let has_alternative = best.is_some_and(|best| best.score > -Score::WON);
            if is_quiet
                && !was_put_off
                && has_alternative
                && self.is_left_out(node, action, before, alpha, &mut actions, &approach)
            {
                continue;
            }
            // Where the first action doesn't cut off most others are tried, too.
            if !tried.is_empty()
                && let Some(coming) = actions.coming()
            {
                self.prefetch_after(coming);
            }
            let Some(made) = self.make(action, node.ply) else {
                continue;
            };
            let under_way = &self.shared.under_way;
            if may_wait && !tried.is_empty() && !was_put_off && under_way.contains(made.key) {
                self.unmake(&made, &position);
                actions.put_off(candidate, before);
                continue;
            }
            if may_wait {
                under_way.enter(made.key);
            }
            let score = self.score_of(&made, node, alpha, before, &mut below);
            if may_wait {
                self.shared.under_way.leave(made.key);
            }
            self.unmake(&made, &position);
            if self.is_stopped() {
                return None;
            }
            if score == NO_LEGAL_TURN {
                continue;
            }
            if is_quiet && node.depth == 1 {
                self.learn_gain(node, action, score);
            }
            if best.is_none_or(|best| score > best.score) {
                best = Some(Best { action, score });
            }
            if score > alpha {
                alpha = score;
                variation::set(pv, action, &below);
                if node.ply == 0 {
                    self.improve_root(score);
                }
                if score >= node.beta {
                    self.statistics.cut_nodes += 1;
                    self.statistics.first_action_cuts += u64::from(tried.is_empty());
                    let history = &mut self.memory.history;
                    history.reward(&self.position, node.ply, node.depth, action, &tried);
                    break;
                }
            }
            tried.push(action);
        }
        best
    }

    /// Whether a quiet action that comes after so many others is not worth a search, and with it perhaps all quiet ones after
    /// it; those that bring the goal nearer always are.
    fn is_left_out(
        &mut self,
        node: &Node,
        action: Action,
        before: usize,
        alpha: Score,
        actions: &mut Actions,
        approach: &Approach,
    ) -> bool {
        let Some(evaluation) = node.evaluation else {
            return false;
        };
        // If no gain would do there is no need to ask one action after the other.
        let at_best = evaluation + Score(MOST_GAIN);
        let all_are_hopeless = selectivity::is_too_late(before, node.depth)
            || selectivity::is_far_below(at_best, alpha, node.depth);
        if !all_are_hopeless {
            let expected = evaluation + self.memory.history.gain(&self.position, action);
            if !selectivity::is_far_below(expected, alpha, node.depth) {
                return false;
            }
        }
        let attacks =
            |action| matches!(action, Action::Step(step) if approach.is_advanced_by(step));
        if all_are_hopeless {
            self.statistics.pruned_actions += actions.drop_quiet(attacks) as u64;
        }
        let left_out = !attacks(action);
        self.statistics.pruned_actions += u64::from(left_out);
        left_out
    }

    /// The score of a made action, after `before` others: the first is searched with the whole window, the others only to
    /// see whether they are better (principal variation search), less deeply at first if they are late.
    fn score_of(
        &mut self,
        made: &Made,
        node: &Node,
        alpha: Score,
        before: usize,
        pv: &mut Variation,
    ) -> Score {
        let depth = node.depth - i32::from(made.steps);
        let ply = node.ply + usize::from(made.steps);
        if before == 0 {
            self.statistics.actions += 1;
            return self.child(made, alpha, node.beta, depth, ply, pv);
        }
        let reduced = depth - selectivity::reduction(node.depth, before, made);
        let search =
            |worker: &mut Self, alpha, beta, depth| worker.child(made, alpha, beta, depth, ply, pv);
        self.late_score((alpha, node.beta), (reduced, depth), search)
            .score
    }

    /// The score of an action that is not the first, and how deep it was searched: only to see whether it is better, and
    /// only to the reduced depth at first.
    pub(super) fn late_score(
        &mut self,
        (alpha, beta): (Score, Score),
        (reduced, full): (i32, i32),
        mut search: impl FnMut(&mut Self, Score, Score, i32) -> Score,
    ) -> Known {
        self.statistics.actions += 1;
        self.statistics.reduced_actions += u64::from(reduced < full);
        let above_alpha = Score(alpha.0 + 1);
        let mut depth = reduced;
        let mut score = search(self, alpha, above_alpha, depth);
        if score > alpha && reduced < full {
            self.statistics.researched_actions += 1;
            depth = full;
            score = search(self, alpha, above_alpha, depth);
        }
        if score > alpha && score < beta {
            score = search(self, alpha, beta, depth);
        }
        Known { depth, score }
    }

    /// Keeps the root's score; as long as it is alarming the search may take its hard limit of time.
    pub(super) fn improve_root(&mut self, score: Score) {
        self.root_score = Some(score);
        if let Some(budget) = self.budget {
            let alarming = self.alarm.is_some_and(|alarm| score < alarm);
            self.deadline = Some(if alarming { budget.hard } else { budget.soft });
        }
    }

    /// The score of a made action for the side that made it.
    pub(super) fn child(
        &mut self,
        made: &Made,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Variation,
    ) -> Score {
        self.score_after(made, alpha, beta, pv, |worker, alpha, beta, pv| {
            worker.node(alpha, beta, depth, ply, pv)
        })
    }
}
