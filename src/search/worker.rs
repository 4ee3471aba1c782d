//! The recursive search of one thread: principal variation search by steps.
//!
//! A node is a position within a turn. A step leads to a node of the same side, so scores are negated only where a turn
//! ends. A turn ends after its fourth step, on goal, or by the action [`Action::EndTurn`], which gives up the steps left:
//! depth and ply count them as made, so that turns begin at the same depth on all ways.

use std::time::Duration;

use super::action::Action;
use super::evaluations::Evaluations;
use super::history::{History, MAX_PLY};
use super::ordering::{Actions, Candidate, MAX_ACTIONS};
use super::repetition::Repetitions;
use super::selectivity;
use super::shared::Shared;
use super::table::{Bound, Entry};
use super::variation::{self, Variation};
use crate::rules::position::{STEPS_PER_TURN, Undo};
use crate::rules::{Game, Pending, Position, outcome};
use crate::tactics::defence::Threat;
use crate::tactics::goal;
use crate::types::Score;

use arrayvec::ArrayVec;

/// A thread looks at the clock and the flags once in so many nodes.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// The score of a position within a turn from which the turn can't be ended legally: below that of any legal turn.
pub(super) const NO_LEGAL_TURN: Score = Score(-Score::INFINITE.0);

/// One thread's search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) position: Position,
    pub(super) history: History,
    /// Keys of the boards that the root's turn may not lead to, because a better line has them already.
    pub(super) excluded: Vec<u64>,
    /// When to stop this thread's search; none for helpers, which stop when the search is over.
    pub(super) deadline: Option<Duration>,
    /// The best score at the root so far, at the depth being searched.
    pub(super) root_score: Option<Score>,
    /// A first score at the root that is worse than this allows the hard limit of time.
    pub(super) alarm: Option<Score>,
    evaluations: Evaluations,
    repetitions: Repetitions,
    thread: usize,
    nodes: u64,
    stopped: bool,
}

/// A position to be searched, and how.
struct Node {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    key: u64,
    use_table: bool,
    /// The static evaluation, where actions may be pruned by it.
    evaluation: Option<Score>,
}

/// The best action of a node that was searched.
#[derive(Clone, Copy)]
struct Best {
    action: Action,
    score: Score,
}

impl Node {
    /// Whether the exact score is wanted, not only whether it is above or below.
    const fn is_pv(&self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// What the table is to keep.
    fn entry(&self, best: Best) -> Entry {
        let bound = if best.score >= self.beta {
            Bound::Lower
        } else if best.score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        Entry {
            // If all actions failed low, none is known to be better than the others.
            action: Some(best.action).filter(|_| bound != Bound::Upper),
            score: to_table(best.score, self.ply),
            depth: self.depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
        }
    }
}

/// A made action, to be undone.
pub(super) struct Made {
    step: Option<Undo>,
    turn: Option<Undo>,
    /// Steps made or given up.
    pub(super) steps: u8,
    /// The score for the side that made the action, if it has decided the game.
    decided: Option<Score>,
    /// Whether a piece of either side is captured.
    pub(super) captures: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(game: &Game, shared: &'a Shared<'a>, thread: usize) -> Self {
        Self {
            shared,
            position: *game.position(),
            history: History::new(),
            excluded: Vec::new(),
            deadline: None,
            root_score: None,
            alarm: None,
            evaluations: Evaluations::new(),
            repetitions: Repetitions::new(game),
            thread,
            nodes: 0,
            stopped: false,
        }
    }

    /// Whether the search was broken off: the score it returned means nothing then.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Searches the position to a depth in steps.
    pub(super) fn node(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Variation,
    ) -> Score {
        let mut threat = None;
        if depth <= 0 && !self.position.pending().is_push() {
            threat = self.threat_to_parry(depth);
            if threat.is_none() {
                return self.quiescence(alpha, beta, ply, super::quiescence::MOST_STEPS, pv);
            }
        }
        pv.clear();
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        let mut node = Node {
            // No way from here is better than winning with the next step, or worse than having lost already.
            alpha: alpha.max(Score::loss_in(ply)),
            beta: beta.min(Score::win_in(ply + 1)),
            depth,
            ply,
            key: self.position.key(),
            // What the table says of the root's turn holds only while no line is excluded there.
            use_table: !self.in_root_turn() || self.excluded.is_empty(),
            evaluation: None,
        };
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let entry = self.shared.table.get(node.key);
        if let Some(score) = self.early_score(&mut node, entry) {
            return score;
        }
        let found = self.best_action(&node, threat, entry.and_then(|entry| entry.action), pv);
        if self.stopped {
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
        if node.use_table {
            self.shared.table.put(node.key, node.entry(best));
        }
        best.score
    }

    /// A score that needs no search of the node's actions, if there is one.
    fn early_score(&mut self, node: &mut Node, entry: Option<Entry>) -> Option<Score> {
        if let Some(entry) = entry
            && node.use_table
            && !node.is_pv()
            && let Some(score) = cutoff(entry, node)
        {
            return Some(score);
        }
        // The root's turn is to be played, so it has to be searched to its end.
        let in_root_turn = self.in_root_turn();
        if !in_root_turn && let Some(score) = self.goal_at_hand(node.ply) {
            return Some(score);
        }
        // Beyond the depth a push has to be completed or a goal to be stopped.
        let is_forced = node.depth <= 0 || self.position.pending().is_push();
        if node.is_pv() || node.beta.is_decided() || is_forced {
            return None;
        }
        let evaluation = self.evaluation();
        node.evaluation = Some(evaluation);
        if in_root_turn {
            return None;
        }
        if selectivity::is_far_above(evaluation, node.beta, node.depth) {
            return Some(evaluation);
        }
        let cut_off =
            evaluation >= node.beta && self.null_turn_cuts_off(node.beta, node.depth, node.ply);
        cut_off.then_some(node.beta)
    }

    /// Searches the node's actions until one cuts off; none if none is legal. With a goal threatened, only what may stop
    /// it is searched.
    fn best_action(
        &mut self,
        node: &Node,
        threat: Option<Threat>,
        table: Option<Action>,
        pv: &mut Variation,
    ) -> Option<Best> {
        let (steps, may_end) = match threat {
            Some(threat) => (threat.parrying_steps(&self.position), false),
            None => (self.position.legal_steps(), self.may_end_turn()),
        };
        let history = &self.history;
        let actions = Actions::new(&self.position, steps, may_end, table, history, node.ply);
        let mut alpha = node.alpha;
        // What is left out loses to the goal, at the latest with the last step of the opponent's turn.
        let mut best = threat.map(|_| Best {
            action: Action::EndTurn,
            score: Score::loss_in(
                node.ply + usize::from(self.position.steps_left() + STEPS_PER_TURN),
            ),
        });
        let mut tried: ArrayVec<Action, MAX_ACTIONS> = ArrayVec::new();
        let mut below = Variation::new();
        let is_hopeless = node
            .evaluation
            .is_some_and(|evaluation| selectivity::is_far_below(evaluation, alpha, node.depth));
        for Candidate {
            action, is_quiet, ..
        } in actions
        {
            let prunable = is_quiet && best.is_some() && node.evaluation.is_some();
            if prunable && (is_hopeless || selectivity::is_too_late(tried.len(), node.depth)) {
                continue;
            }
            let Some(made) = self.make(action, node.ply) else {
                continue;
            };
            let score = self.score_of(&made, node, alpha, tried.len(), &mut below);
            self.unmake(&made);
            if self.stopped {
                return None;
            }
            if score == NO_LEGAL_TURN {
                continue;
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
                    self.history
                        .reward(&self.position, node.ply, node.depth, action, &tried);
                    break;
                }
            }
            tried.push(action);
        }
        best
    }

    /// The score of a made action, after `tried` others: the first is searched with the whole window, the others only to
    /// see whether they are better (principal variation search), less deeply at first if they are late.
    fn score_of(
        &mut self,
        made: &Made,
        node: &Node,
        alpha: Score,
        tried: usize,
        pv: &mut Variation,
    ) -> Score {
        let depth = node.depth - i32::from(made.steps);
        let ply = node.ply + usize::from(made.steps);
        if tried == 0 {
            return self.child(made, alpha, node.beta, depth, ply, pv);
        }
        let above_alpha = Score(alpha.0 + 1);
        let reduced = depth - selectivity::reduction(node.depth, tried, made);
        let mut score = self.child(made, alpha, above_alpha, reduced, ply, pv);
        if score > alpha && reduced < depth {
            score = self.child(made, alpha, above_alpha, depth, ply, pv);
        }
        if score > alpha && score < node.beta {
            score = self.child(made, alpha, node.beta, depth, ply, pv);
        }
        score
    }

    /// Keeps the root's score; as long as it is alarming the search may take its hard limit of time.
    fn improve_root(&mut self, score: Score) {
        self.root_score = Some(score);
        if let Some(budget) = self.shared.limits.time.filter(|_| self.deadline.is_some()) {
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
        if let Some(score) = made.decided {
            pv.clear();
            score
        } else if made.turn.is_some() {
            -self.node(-beta, -alpha, depth, ply, pv)
        } else {
            self.node(alpha, beta, depth, ply, pv)
        }
    }

    /// The same within the quiescence search.
    pub(super) fn quiet_child(
        &mut self,
        made: &Made,
        alpha: Score,
        beta: Score,
        ply: usize,
        most_steps: u8,
        pv: &mut Variation,
    ) -> Score {
        let most_steps = most_steps.saturating_sub(1);
        if let Some(score) = made.decided {
            pv.clear();
            score
        } else if made.turn.is_some() {
            -self.quiescence(-beta, -alpha, ply, most_steps, pv)
        } else {
            self.quiescence(alpha, beta, ply, most_steps, pv)
        }
    }

    /// Counts a node and looks at the limits now and then; false if the search must not go on here.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
        debug_assert!(ply < MAX_PLY);
        !self.stopped
    }

    pub(super) fn check_limits(&mut self) {
        self.shared.publish_nodes(self.thread, self.nodes);
        let over_time = self
            .deadline
            .is_some_and(|deadline| self.shared.elapsed() >= deadline);
        let over_nodes = self
            .shared
            .limits
            .nodes
            .is_some_and(|most| self.shared.nodes() >= most);
        self.stopped |= over_time || over_nodes || self.shared.is_over();
    }

    /// Whether the turn being made is the root's.
    pub(super) fn in_root_turn(&self) -> bool {
        self.repetitions.is_at_root()
    }

    /// Whether no step of the turn has been made.
    pub(super) const fn at_start_of_turn(&self) -> bool {
        self.position.steps_left() == STEPS_PER_TURN
    }

    /// Whether the turn may end here by all rules.
    pub(super) fn may_end_turn(&self) -> bool {
        self.position.can_end_turn()
            && !self.repetitions.forbid(self.position.turn_key_after_end())
            && !(self.in_root_turn() && self.excluded.contains(&self.position.board_key()))
    }

    /// The score if the side to move can reach its goal within the turn that begins here. Within the turn it need not be
    /// asked again: if there was a way, the turn was not searched.
    pub(super) fn goal_at_hand(&self, ply: usize) -> Option<Score> {
        if !self.at_start_of_turn() {
            return None;
        }
        goal::fewest_steps(&self.position).map(|steps| Score::win_in(ply + usize::from(steps)))
    }

    /// Makes an action, and ends the turn if it must end; none if that is illegal or useless.
    pub(super) fn make(&mut self, action: Action, ply: usize) -> Option<Made> {
        let mover = self.position.side_to_move();
        match action {
            Action::EndTurn => Some(self.give_turn_away(ply)),
            Action::Step(step) => {
                let captures = self.position.captured_by(step).is_some();
                let step = self.position.play(step);
                let board = self.position.board();
                let at_goal = (board.rabbits(mover) & mover.goal_row()).any();
                let ends = self.position.steps_left() == 0
                    || at_goal && !self.position.pending().is_push();
                // Back at the turn's first board, all that can follow could have been done with more steps left; all but
                // a pull.
                let useless =
                    self.position.is_unchanged() && self.position.pending() == Pending::None;
                if useless || ends && !self.may_end_turn() {
                    self.position.undo(step);
                    return None;
                }
                let (turn, decided) = if ends {
                    let (turn, decided) = self.end_turn(ply + 1);
                    (Some(turn), decided)
                } else {
                    (None, None)
                };
                Some(Made {
                    step: Some(step),
                    turn,
                    steps: 1,
                    decided,
                    captures,
                })
            }
        }
    }

    /// Ends the turn without the steps that are left.
    pub(super) fn give_turn_away(&mut self, ply: usize) -> Made {
        let steps = self.position.steps_left();
        let (turn, decided) = self.end_turn(ply);
        Made {
            step: None,
            turn: Some(turn),
            steps,
            decided,
            captures: false,
        }
    }

    /// Ends the turn; the score for the mover if the board decides the game.
    fn end_turn(&mut self, ply: usize) -> (Undo, Option<Score>) {
        let mover = self.position.side_to_move();
        let turn = self.position.end_turn();
        self.repetitions.push(self.position.turn_key());
        let decided = outcome::on_board(self.position.board(), mover).map(|outcome| {
            if outcome.winner == mover {
                Score::win_in(ply)
            } else {
                Score::loss_in(ply)
            }
        });
        (turn, decided)
    }

    pub(super) fn unmake(&mut self, made: &Made) {
        if let Some(turn) = made.turn {
            self.repetitions.pop();
            self.position.undo(turn);
        }
        if let Some(step) = made.step {
            self.position.undo(step);
        }
    }

    /// The evaluation of the position as it stands.
    pub(super) fn evaluation(&mut self) -> Score {
        self.evaluations.of(&self.position)
    }
}

/// The score that an entry allows to return at once, if any.
fn cutoff(entry: Entry, node: &Node) -> Option<Score> {
    let score = from_table(entry.score, node.ply);
    // A decided score was searched to the end of the game: more depth can't change it.
    if i32::from(entry.depth) < node.depth && !score.is_decided() {
        return None;
    }
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= node.beta,
        Bound::Upper => score <= node.alpha,
    };
    holds.then_some(score)
}

/// A score that counts steps from the root, as one that counts them from the node.
fn to_table(score: Score, ply: usize) -> Score {
    match score {
        Score(value) if value >= Score::WON.0 => Score(value + ply as i32),
        Score(value) if value <= -Score::WON.0 => Score(value - ply as i32),
        undecided => undecided,
    }
}

fn from_table(score: Score, ply: usize) -> Score {
    match score {
        Score(value) if value >= Score::WON.0 => Score(value - ply as i32),
        Score(value) if value <= -Score::WON.0 => Score(value + ply as i32),
        undecided => undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_count_from_where_they_are_read() {
        let seen_at_8 = Score::win_in(11);
        assert_eq!(from_table(to_table(seen_at_8, 8), 4), Score::win_in(7));
        let lost = Score::loss_in(10);
        assert_eq!(from_table(to_table(lost, 8), 2), Score::loss_in(4));
        assert_eq!(from_table(to_table(Score(-77), 8), 2), Score(-77));
    }
}
