//! A search that runs, and what pondering has been for.

use std::time::{Duration, Instant};

use super::event::SearchResult;
use crate::clock::Budget;
use crate::engine::{Report, Search};
use crate::rules::Position;
use crate::search::{Observer, StopFlag};

/// What runs a search: [`Search::run`].
pub(super) type SearchFn = fn(Search, &mut dyn Observer) -> Report;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// `go`: its move is sent.
    Plain,
    /// `go ponder`: its move is sent only after `stop`.
    Ponder,
}

/// A search that has been started and whose move has not been sent. Dropping it stops it.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) purpose: Purpose,
    pub(super) stop: StopFlag,
    /// When to stop it, if a clock is running.
    pub(super) deadline: Option<Instant>,
    /// What a ponder search has found that came to its end.
    pub(super) result: Option<SearchResult>,
}

impl Running {
    /// Returns pondering on a game that is over: there is nothing to search.
    pub(super) fn without_search() -> Self {
        Self {
            purpose: Purpose::Ponder,
            stop: StopFlag::default(),
            deadline: None,
            result: Some(Ok(Report::default())),
        }
    }

    /// Stops the search when the budget, counted from now, is used up.
    pub(super) fn set_deadline(&mut self, budget: Option<Budget>) {
        self.deadline = budget.and_then(|budget| Instant::now().checked_add(budget.hard));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// What pondering has been for: the position after the turn that it expects of the opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pondered {
    expected: u64,
    time: Duration,
}

impl Pondered {
    /// Returns what a ponder search of this position was for, if it has found anything.
    pub(super) fn of(position: &Position, result: &SearchResult) -> Option<Self> {
        let last = &result.as_ref().ok()?.last;
        let line = last.lines.first().filter(|line| line.setups.is_empty())?;
        let reply = line.turns.first()?;
        Some(Self {
            expected: position.after_turn(reply).turn_key(),
            time: last.elapsed,
        })
    }

    /// Returns how long it has thought about this position already.
    pub(super) fn time_on(self, position: &Position) -> Duration {
        if position.turn_key() == self.expected {
            self.time
        } else {
            Duration::ZERO
        }
    }
}
