//! One thread's search: where it stands in the tree, when it has to stop, and what it has counted.

use std::time::Duration;

use super::crew::Memory;
use super::history::MAX_PLY;
use super::ranking::Ranking;
use super::repetition::Repetitions;
use super::root::Place;
use super::sampling::Sampler;
use super::shared::Shared;
use super::statistics::Statistics;
use crate::clock::Budget;
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Game, Position};
use crate::tactics::goal;
use crate::types::Score;

/// A thread looks at the clock and the flags once in so many nodes.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// One thread's search.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) position: Position,
    pub(super) memory: &'a mut Memory,
    pub(super) repetitions: Repetitions,
    pub(super) statistics: Statistics,
    /// The root's turns, and what is known of them.
    pub(super) ranking: &'a Ranking,
    /// The order in which this thread tries the root's turns, once they are ranked.
    pub(super) root_order: Vec<Place>,
    /// How many steps the turns in that order have at most.
    pub(super) ranked_steps: usize,
    /// The key of the board that the root's turn may not lead to, because another search has the line.
    pub(super) excluded: Option<u64>,
    /// What sets this search's entries in the table apart from those that every search may rely on; 0 if it writes such.
    pub(super) key_salt: u64,
    /// The time for this turn; none for helpers, which stop when the search is over, and where no clock runs.
    pub(super) budget: Option<Budget>,
    /// When to stop this thread's search, as far as is known yet.
    pub(super) deadline: Option<Duration>,
    /// The best score at the root so far, at the depth being searched.
    pub(super) root_score: Option<Score>,
    /// A first score at the root that is worse than this allows the hard limit of time.
    pub(super) alarm: Option<Score>,
    pub(super) thread: usize,
    /// Where evaluated positions are sampled; none if nobody wants them.
    pub(super) sampler: Option<Sampler>,
    stopped: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        game: &Game,
        shared: &'a Shared<'a>,
        thread: usize,
        memory: &'a mut Memory,
    ) -> Self {
        memory.begin_search(shared.limits.eval_noise);
        Self {
            shared,
            position: *game.position(),
            memory,
            repetitions: Repetitions::new(game),
            statistics: Statistics::default(),
            ranking: &shared.ranking,
            root_order: Vec::new(),
            ranked_steps: 0,
            excluded: None,
            key_salt: shared.limits.noise_salt(),
            budget: None,
            deadline: None,
            root_score: None,
            alarm: None,
            thread,
            sampler: None,
            stopped: false,
        }
    }

    /// Whether the search was broken off: the score it returned means nothing then.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes visited.
    const fn nodes(&self) -> u64 {
        self.statistics.nodes + self.statistics.quiescence_nodes
    }

    /// Looks at the limits now and then, once the node is counted; false if the search must not go on here.
    pub(super) fn enter_node(&mut self, ply: usize) -> bool {
        if self.nodes().is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.check_limits();
        }
        debug_assert!(ply < MAX_PLY);
        !self.stopped
    }

    pub(super) fn check_limits(&mut self) {
        self.shared.publish_nodes(self.thread, self.nodes());
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
        self.position.can_end_turn() && !self.repetitions.forbid(self.position.turn_key_after_end())
    }

    /// The score if the side to move can reach its goal within the turn that begins here. Within the turn it need not be
    /// asked again: if there was a way, the turn was not searched.
    pub(super) fn goal_at_hand(&self, ply: usize) -> Option<Score> {
        if !self.at_start_of_turn() {
            return None;
        }
        goal::fewest_steps(&self.position).map(|steps| Score::win_in(ply + usize::from(steps)))
    }

    /// The evaluation of the position as it stands.
    pub(super) fn evaluation(&mut self) -> Score {
        self.statistics.evaluations_wanted += 1;
        // What is open makes no difference to the evaluation.
        let key = self.position.key_without_pending();
        let evaluation = self.memory.evaluations.get(key).unwrap_or_else(|| {
            self.statistics.evaluations += 1;
            if let Some(sampler) = &mut self.sampler {
                sampler.offer(&self.position);
            }
            let evaluation = self.memory.evaluator.evaluate(&self.position);
            self.memory.evaluations.put(key, evaluation);
            evaluation
        });
        self.shared.limits.with_noise(evaluation, key)
    }
}
