//! The search of the tree: principal variation search by steps.
//!
//! A node is a position within a turn. A step leads to a node of the same side, so scores are negated only where a turn
//! ends. A turn ends after its fourth step, on goal, or by the action [`Action::EndTurn`], which passes the steps left:
//! depth and ply count them as made, so that turns begin at the same depth on all paths.

use arrayvec::ArrayVec;

use super::action::Action;
use super::action_picker::{Actions, Candidate, MAX_ACTIONS};
use super::extensions::ThreatExtension;
use super::history::MOST_GAIN;
use super::make::MadeAction;
use super::node::{BestAction, Node};
use super::pruning;
use super::pv::{self, Pv};
use super::root_turns::RootScore;
use super::transposition_table::Entry;
use super::worker::Worker;
use crate::tactics::approach::Approach;
use crate::types::Score;

/// The score of a position within a turn from which no legal end of the turn can be reached: below that of any legal turn.
const NO_LEGAL_TURN: Score = Score(-Score::INFINITE.0);

impl Worker<'_> {
    /// Searches the position to a depth in steps, plus extensions, and returns its score; `pv` becomes the best line.
    pub(super) fn negamax(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Pv,
    ) -> Score {
        if depth <= 0 && !self.position.pending().is_push() {
            return self.leaf(alpha, beta, ply, pv);
        }
        pv.clear();
        self.statistics.nodes += 1;
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        let depth = match self.threat_extension(depth, ply) {
            ThreatExtension::Steps(steps) => depth + steps,
            ThreatExtension::Lost(score) => return score,
        };
        let mut node = Node {
            // No line is better than winning with the next step, or worse than having lost already (mate distance pruning).
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
        // The table's entry is being loaded meanwhile.
        if !node.is_pv() && !self.position.pending().is_push() {
            node.evaluation = Some(self.evaluation());
        }
        let entry = self.probe(node.key);
        if let Some(score) = self.try_cutoffs(&node, entry) {
            return score;
        }
        let table = entry.and_then(|entry| entry.action);
        node.depth -= pruning::internal_iterative_reduction(node.depth, table.is_some());
        if let Some(score) = self.reverse_futility_score(&node) {
            return score;
        }
        let found = self.search_actions(&node, table, pv);
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

    /// Updates the mean gain of an action by the score that it was found to have.
    fn learn_gain(&mut self, node: &Node, action: Action, score: Score) {
        if let Some(evaluation) = node.evaluation
            && !score.is_decided()
        {
            let history = &mut self.thread_data.history;
            history.learn_gain(&self.position, action, score - evaluation);
        }
    }

    /// Rewards an action that has cut off, after those that were tried in vain.
    fn learn_cutoff(&mut self, node: &Node, action: Action, tried: &[Action]) {
        self.statistics.cut_nodes += 1;
        self.statistics.first_action_cuts += u64::from(tried.is_empty());
        let history = &mut self.thread_data.history;
        history.reward(&self.position, node.ply, node.depth, action, tried);
    }

    /// Returns a score that needs no search of the node's actions, if there is one: the table's, a goal at hand, or a null
    /// turn's.
    fn try_cutoffs(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
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
        let cut_off = node.evaluation.is_some_and(is_above) && self.null_turn_cuts_off(node);
        cut_off.then_some(node.beta)
    }

    /// Returns whether the side to move keeps a score of at least `beta` if it passes its whole turn: then some real turn will
    /// keep it too (null turn; Zhong 2005: it cuts off almost only at turn boundaries).
    fn null_turn_cuts_off(&mut self, node: &Node) -> bool {
        let depth = pruning::null_turn_depth(node.depth).filter(|_| self.at_start_of_turn());
        let Some(depth) = depth else {
            return false;
        };
        self.statistics.null_turns += 1;
        let before = self.position;
        let passed = self.pass(node.ply);
        let ply = node.ply + usize::from(passed.steps);
        let alpha = Score(node.beta.0 - 1);
        let score = self.child(&passed, alpha, node.beta, depth, ply, &mut Pv::new());
        self.unmake(&passed, &before);
        let cuts_off = score >= node.beta && !self.is_stopped();
        self.statistics.null_turn_cutoffs += u64::from(cuts_off);
        cuts_off
    }

    /// Returns the evaluation, if reverse futility pruning applies.
    fn reverse_futility_score(&self, node: &Node) -> Option<Score> {
        let evaluation = node.evaluation?;
        let steps_left = self.position.steps_left();
        let is_enough = pruning::is_reverse_futile(evaluation, node.beta, node.depth, steps_left);
        let holds = is_enough && !self.in_root_turn() && self.threat().is_none();
        holds.then_some(evaluation)
    }

    /// Searches the node's actions until one cuts off, and returns the best; none if none is legal.
    fn search_actions(
        &mut self,
        node: &Node,
        table: Option<Action>,
        pv: &mut Pv,
    ) -> Option<BestAction> {
        let position = self.position;
        let mut actions = self.list_actions(table, node.ply);
        let mut alpha = node.alpha;
        let mut best: Option<BestAction> = None;
        let mut tried: ArrayVec<Action, MAX_ACTIONS> = ArrayVec::new();
        let mut below = Pv::new();
        let approach = Approach::of(&position);
        while let Some((candidate, deferred_after)) = actions.next() {
            let Candidate { action, is_quiet } = candidate;
            let was_deferred = deferred_after.is_some();
            // Deferred actions count as tried, so that an action is searched as deeply as by one thread alone.
            let before = deferred_after.unwrap_or(tried.len() + actions.deferred_count());
            // Nothing is pruned while all that was tried loses.
            let has_alternative = best.is_some_and(|best| best.score > -Score::WON);
            if is_quiet
                && !was_deferred
                && has_alternative
                && self.should_prune(node, action, before, alpha, &mut actions, &approach)
            {
                continue;
            }
            // If the first action doesn't cut off, most others are searched, too.
            if !tried.is_empty()
                && let Some(coming) = actions.coming()
            {
                self.prefetch_after(coming);
            }
            let Some(made) = self.make(action, node.ply) else {
                continue;
            };
            if node.is_shared()
                && !tried.is_empty()
                && !was_deferred
                && self.shared.abdada.contains(made.key)
            {
                self.unmake(&made, &position);
                actions.defer(candidate, before);
                continue;
            }
            let score = self.search_action(&made, node, alpha, before, &mut below);
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
                best = Some(BestAction { action, score });
            }
            if score > alpha {
                alpha = score;
                pv::set(pv, action, &below);
                if node.ply == 0 {
                    self.improve_root(score);
                }
                if score >= node.beta {
                    self.learn_cutoff(node, action, &tried);
                    break;
                }
            }
            tried.push(action);
        }
        best
    }

    /// Returns the actions of the side to move, the table's first.
    fn list_actions(&self, table: Option<Action>, ply: usize) -> Actions {
        let steps = self.position.legal_steps();
        let history = &self.thread_data.history;
        let mut actions = Actions::new();
        actions.list(
            &self.position,
            &steps,
            self.may_end_turn(),
            table,
            history,
            ply,
        );
        actions
    }

    /// Returns whether a quiet action that comes after `before` others is pruned; if all quiet ones after it would be, too,
    /// they are dropped. Actions that bring a goal nearer never are.
    fn should_prune(
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
        // If even the highest gain is not enough, all later quiet actions can be dropped at once.
        let at_best = evaluation + Score(MOST_GAIN);
        let all_are_pruned =
            pruning::is_late(before, node.depth) || pruning::is_futile(at_best, alpha, node.depth);
        if !all_are_pruned {
            let expected = evaluation + self.thread_data.history.gain(&self.position, action);
            if !pruning::is_futile(expected, alpha, node.depth) {
                return false;
            }
        }
        let attacks =
            |action| matches!(action, Action::Step(step) if approach.is_advanced_by(step));
        if all_are_pruned {
            self.statistics.pruned_actions += actions.drop_quiet(attacks) as u64;
        }
        let is_pruned = !attacks(action);
        self.statistics.pruned_actions += u64::from(is_pruned);
        is_pruned
    }

    /// Returns the score of a made action that comes after `before` others: the first is searched with the full window, the
    /// others with a zero window at first (principal variation search), and reduced if they are late. Other threads see that
    /// it is being searched.
    fn search_action(
        &mut self,
        made: &MadeAction,
        node: &Node,
        alpha: Score,
        before: usize,
        pv: &mut Pv,
    ) -> Score {
        let depth = node.depth - i32::from(made.steps);
        let ply = node.ply + usize::from(made.steps);
        if node.is_shared() {
            self.shared.abdada.enter(made.key);
        }
        let mut search =
            |worker: &mut Self, alpha, beta, depth| worker.child(made, alpha, beta, depth, ply, pv);
        let score = if before == 0 {
            self.statistics.actions += 1;
            search(self, alpha, node.beta, depth)
        } else {
            let reduced = depth - pruning::reduction(node.depth, before, made);
            self.zero_window_search((alpha, node.beta), (reduced, depth), search)
                .score
        };
        if node.is_shared() {
            self.shared.abdada.leave(made.key);
        }
        score
    }

    /// Searches an action that is not the first with a zero window and to the reduced depth, again to the full depth if it
    /// fails high, and with the full window if it is better still. Returns its score and the depth of the search.
    pub(super) fn zero_window_search(
        &mut self,
        (alpha, beta): (Score, Score),
        (reduced, full): (i32, i32),
        mut search: impl FnMut(&mut Self, Score, Score, i32) -> Score,
    ) -> RootScore {
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
        RootScore { depth, score }
    }

    /// Sets the root's score.
    pub(super) fn improve_root(&mut self, score: Score) {
        self.root_score = Some(score);
        self.time.improve_root(score);
    }

    /// Returns the score of a made action for the side that made it.
    pub(super) fn child(
        &mut self,
        made: &MadeAction,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Pv,
    ) -> Score {
        if let Some(score) = made.decided() {
            pv.clear();
            return score;
        }
        let (alpha, beta) = made.window(alpha, beta);
        let score = self.negamax(alpha, beta, depth, ply, pv);
        made.score_of_maker(score)
    }
}
