//! The recursive search of one thread: principal variation search by steps.
//!
//! A node is a position within a turn. A step leads to a node of the same side, so scores are negated only where a turn
//! ends. A turn ends after its fourth step, on goal, or by the action [`Action::EndTurn`], which gives up the steps left:
//! depth and ply count them as made, so that turns begin at the same depth on all ways.

use std::time::Duration;

use super::action::Action;
use super::history::{History, MAX_PLY};
use super::ordering::{Actions, MAX_ACTIONS};
use super::repetition::Repetitions;
use super::selectivity::reduction;
use super::shared::Shared;
use super::table::{Bound, Entry};
use super::variation::{self, Variation};
use crate::eval::evaluate;
use crate::rules::position::Undo;
use crate::rules::{Game, Position, outcome};
use crate::tactics::goal::fewest_steps_on_foot;
use crate::types::Score;

use arrayvec::ArrayVec;

/// A thread looks at the clock and the flags once in so many nodes.
const NODES_BETWEEN_CHECKS: u64 = 256;

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
    repetitions: Repetitions,
    thread: usize,
    nodes: u64,
    stopped: bool,
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
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        pv: &mut Variation,
    ) -> Score {
        let open_push = self.position.pending().is_push();
        if depth <= 0 && !open_push {
            return self.quiescence(alpha, beta, ply, super::quiescence::MOST_STEPS, pv);
        }
        pv.clear();
        if !self.enter_node(ply) {
            return Score::ZERO;
        }
        // No way from here is better than winning with the next step, or worse than having lost already.
        alpha = alpha.max(Score::loss_in(ply));
        beta = beta.min(Score::win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta.0 - alpha.0 > 1;
        let at_root = self.in_root_turn();
        let key = self.position.key();
        let entry = self.shared.table.get(key);
        // Other lines' turns are excluded in the root's turn only: what the table says of it holds without that.
        let use_table = !at_root || self.excluded.is_empty();
        if let Some(entry) = entry
            && !is_pv
            && use_table
            && let Some(score) = cutoff(entry, depth, alpha, beta, ply)
        {
            return score;
        }
        if !at_root && let Some(score) = self.goal_on_foot(ply) {
            return score;
        }
        if !is_pv && !at_root && self.null_turn_cuts_off(beta, depth, ply) {
            return beta;
        }
        let may_end = self.may_end_turn();
        let table_action = entry.and_then(|entry| entry.action);
        let actions = Actions::all(&self.position, may_end, table_action, &self.history, ply);
        let original_alpha = alpha;
        let mut best = None;
        let mut best_score = -Score::INFINITE;
        let mut tried: ArrayVec<Action, MAX_ACTIONS> = ArrayVec::new();
        let mut below = Variation::new();
        for action in actions {
            let Some(made) = self.make(action, ply) else {
                continue;
            };
            let child_depth = depth - i32::from(made.steps);
            let child_ply = ply + usize::from(made.steps);
            let mut score;
            if best.is_none() {
                score = self.child(&made, alpha, beta, child_depth, child_ply, &mut below);
            } else {
                let null = Score(alpha.0 + 1);
                let reduced = child_depth - reduction(depth, tried.len(), &made);
                score = self.child(&made, alpha, null, reduced, child_ply, &mut below);
                if score > alpha && reduced < child_depth {
                    score = self.child(&made, alpha, null, child_depth, child_ply, &mut below);
                }
                if score > alpha && score < beta {
                    score = self.child(&made, alpha, beta, child_depth, child_ply, &mut below);
                }
            }
            self.unmake(made);
            if self.stopped {
                return Score::ZERO;
            }
            if score > best_score {
                best_score = score;
                if best.is_none() || score > alpha {
                    best = Some(action);
                }
                if score > alpha {
                    alpha = score;
                    variation::set(pv, action, &below);
                    if ply == 0 {
                        self.improve_root(score);
                    }
                }
                if score >= beta {
                    self.history
                        .reward(&self.position, ply, depth.max(1) as u32, action, &tried);
                    break;
                }
            }
            tried.push(action);
        }
        if best.is_none() {
            // No legal turn begins with the steps made so far; at the start of a turn that is immobilisation, or only
            // third repetitions.
            return Score::loss_in(ply);
        }
        if use_table {
            let bound = if best_score >= beta {
                Bound::Lower
            } else if best_score > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.shared.table.put(
                key,
                Entry {
                    action: best.filter(|_| bound != Bound::Upper),
                    score: to_table(best_score, ply),
                    depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
                    bound,
                },
            );
        }
        best_score
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

    /// Whether the turn may end here by all rules.
    pub(super) fn may_end_turn(&self) -> bool {
        self.position.can_end_turn()
            && !self.repetitions.forbid(self.position.turn_key_after_end())
            && !(self.in_root_turn() && self.excluded.contains(&self.position.board_key()))
    }

    /// The score if a rabbit of the side to move can walk to its goal within this turn.
    pub(super) fn goal_on_foot(&self, ply: usize) -> Option<Score> {
        let position = &self.position;
        if position.pending().is_push() {
            return None;
        }
        fewest_steps_on_foot(
            position.board(),
            position.side_to_move(),
            position.steps_left(),
        )
        .map(|steps| Score::win_in(ply + usize::from(steps)))
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
                // Back at the turn's first board, all that can follow could have been done with more steps left.
                let useless = self.position.is_unchanged();
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

    pub(super) fn unmake(&mut self, made: Made) {
        if let Some(turn) = made.turn {
            self.repetitions.pop();
            self.position.undo(turn);
        }
        if let Some(step) = made.step {
            self.position.undo(step);
        }
    }

    /// The evaluation of the position as it stands.
    pub(super) fn evaluation(&self) -> Score {
        evaluate(&self.position)
    }
}

/// The score that an entry allows to return at once, if any.
fn cutoff(entry: Entry, depth: i32, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
    let score = from_table(entry.score, ply);
    // A decided score was searched to the end of the game: more depth can't change it.
    if i32::from(entry.depth) < depth && !score.is_decided() {
        return None;
    }
    let holds = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
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
