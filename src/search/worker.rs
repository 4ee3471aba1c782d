//! The search of one thread: its position in the tree, its limits and its statistics.

use super::limits::MAX_PLY;
use super::repetition::Repetitions;
use super::reply_turns::{Replies, ReplyTurns};
use super::root_turns::{RootOrder, RootTurns};
use super::sampling::Reservoir;
use super::shared::Shared;
use super::statistics::Statistics;
use super::thread_pool::ThreadData;
use super::time_manager::TimeManager;
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Game, Position};
use crate::tactics::goal;
use crate::types::Score;

/// The number of nodes between two checks of the clock and the flags (de559a1): some 30 microseconds.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// The search of one thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) position: Position,
    pub(super) thread_data: &'a mut ThreadData,
    pub(super) repetitions: Repetitions,
    pub(super) statistics: Statistics,
    /// The steps that the root's turn may have, four unless it was begun: the depth that it takes, whether it makes them or
    /// passes some.
    pub(super) root_steps: usize,
    /// The root's turns and their scores.
    pub(super) root_turns: &'a RootTurns,
    /// The order in which this thread searches the root's turns.
    pub(super) root_order: RootOrder,
    /// The opponent's replies to the root's turns that were the best; none in a search of such replies.
    pub(super) replies: Option<Replies>,
    /// The key of the board that the root's turn may not lead to: another search has that line.
    pub(super) excluded: Option<u64>,
    /// Salts the table's keys where other searches must not use this search's entries; else 0.
    pub(super) key_salt: u64,
    pub(super) time: TimeManager,
    /// The best score at the root so far, at the current depth.
    pub(super) root_score: Option<Score>,
    pub(super) thread: usize,
    /// Some of the positions evaluated, if they are wanted.
    pub(super) samples: Option<Reservoir<Position>>,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &Game,
        shared: &'a Shared<'a>,
        thread: usize,
        thread_data: &'a mut ThreadData,
    ) -> Self {
        thread_data.begin_search(shared.limits.eval_noise);
        Self {
            shared,
            position: *game.position(),
            thread_data,
            repetitions: Repetitions::new(game),
            statistics: Statistics::default(),
            root_steps: game.position().steps_left().into(),
            root_turns: &shared.root_turns,
            root_order: RootOrder::default(),
            replies: Some(Replies::default()),
            excluded: None,
            key_salt: shared.limits.noise_salt(),
            time: TimeManager::default(),
            root_score: None,
            thread,
            samples: None,
            stopped: false,
        }
    }

    /// Calls `search` with a worker of the same thread whose root is the current position, at the start of a turn, and whose
    /// root's turns are these; it leaves its order of them there.
    pub(super) fn rooted_here<T>(
        &mut self,
        replies: &mut ReplyTurns,
        search: impl FnOnce(&mut Worker) -> T,
    ) -> T {
        let mut worker = Worker {
            shared: self.shared,
            position: self.position,
            thread_data: &mut *self.thread_data,
            repetitions: self.repetitions.rooted_here(),
            statistics: self.statistics,
            root_steps: self.position.steps_left().into(),
            root_turns: &replies.turns,
            root_order: std::mem::take(&mut replies.order),
            replies: None,
            excluded: None,
            key_salt: self.key_salt,
            time: self.time.of_replies(),
            root_score: None,
            thread: self.thread,
            samples: None,
            stopped: self.stopped,
        };
        let found = search(&mut worker);
        (self.statistics, self.stopped) = (worker.statistics, worker.stopped);
        replies.order = worker.root_order;
        found
    }

    /// Returns whether the search was stopped: then the score that it has returned means nothing.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the number of nodes visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.statistics.nodes + self.statistics.quiescence_nodes
    }

    /// Checks the limits now and then; returns whether the search goes on. The node must have been counted.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        if self.nodes().is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
        debug_assert!(ply < MAX_PLY);
        !self.stopped
    }

    pub(super) fn check_limits(&mut self) {
        self.shared.publish_nodes(self.thread, self.nodes());
        let over_time = self.time.is_over(|| self.shared.elapsed());
        let over_nodes = self
            .shared
            .limits
            .nodes
            .is_some_and(|most| self.shared.nodes() >= most);
        self.stopped |= over_time || over_nodes || self.shared.is_over();
    }

    /// Returns whether the current turn is the root's.
    pub(super) fn in_root_turn(&self) -> bool {
        self.repetitions.is_at_root()
    }

    /// Returns whether no step of the turn has been made.
    pub(super) const fn at_start_of_turn(&self) -> bool {
        self.position.steps_left() == STEPS_PER_TURN
    }

    /// Returns whether the rules allow the turn to end here.
    pub(super) fn may_end_turn(&self) -> bool {
        self.position.can_end_turn() && !self.repetitions.forbid(self.position.turn_key_after_end())
    }

    /// Returns the score if the side to move can reach its goal within the turn that begins here. Within a turn it returns
    /// none: if there was a goal, the turn is not searched.
    pub(super) fn goal_at_hand(&self, ply: usize) -> Option<Score> {
        if !self.at_start_of_turn() {
            return None;
        }
        goal::fewest_steps(&self.position).map(|steps| Score::win_in(ply + usize::from(steps)))
    }

    /// Returns the evaluation of the position.
    pub(super) fn evaluation(&mut self) -> Score {
        self.statistics.evaluations_wanted += 1;
        // An open push or pull makes no difference to the evaluation.
        let key = self.position.key_without_pending();
        let evaluation = self.thread_data.eval_cache.get(key).unwrap_or_else(|| {
            self.statistics.evaluations += 1;
            if let Some(samples) = &mut self.samples {
                samples.offer(&self.position);
            }
            let evaluation = self.thread_data.evaluator.evaluate(&self.position);
            self.thread_data.eval_cache.put(key, evaluation);
            evaluation
        });
        self.shared.limits.with_noise(evaluation, key)
    }
}
