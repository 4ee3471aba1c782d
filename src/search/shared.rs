use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::abdada::Abdada;
use super::root_turns::RootTurns;
use super::statistics::Statistics;
use super::{Limits, StopFlag, Table};

/// Sets the flag when it is dropped.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) limits: &'a Limits,
    stop: &'a StopFlag,
    pub(super) abdada: Abdada,
    /// The root's turns and their scores in the search for the best line.
    pub(super) root_turns: RootTurns,
    finished: AtomicBool,
    started: Instant,
    /// The nodes visited, by thread; the last entry is that of the search for other lines.
    nodes: Vec<CachePadded<AtomicU64>>,
    /// The sum of the counters of the threads that are done.
    statistics: Mutex<Statistics>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        threads: usize,
        limits: &'a Limits,
        stop: &'a StopFlag,
    ) -> Self {
        Self {
            table,
            limits,
            stop,
            abdada: Abdada::new(threads),
            root_turns: RootTurns::default(),
            finished: AtomicBool::new(false),
            started: Instant::now(),
            nodes: std::iter::repeat_with(CachePadded::default)
                .take(threads + 1)
                .collect(),
            statistics: Mutex::default(),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the search is over or was asked to stop.
    pub(super) fn is_over(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Ends the search of all threads when what this returns is dropped, even by a panic.
    pub(super) const fn finish_at_end(&self) -> impl Drop {
        Finish(&self.finished)
    }

    /// Adds the counters of a thread.
    pub(super) fn add_statistics(&self, statistics: Statistics) {
        *self
            .statistics
            .lock()
            .unwrap_or_else(PoisonError::into_inner) += statistics;
    }

    /// Returns the sum of the threads' counters, once all are done.
    pub(super) fn statistics(self) -> Statistics {
        self.statistics
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index, in place of a thread's, of the nodes of the search for other lines.
    pub(super) const fn slot_of_other_lines(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Publishes a thread's count of nodes to the others.
    pub(super) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// Returns the sum of the nodes that the threads have published.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}
