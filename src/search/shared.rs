use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::ranking::Ranking;
use super::statistics::Statistics;
use super::under_way::UnderWay;
use super::{Limits, StopFlag, Table};

/// Sets the flag when it is dropped.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) limits: &'a Limits,
    stop: &'a StopFlag,
    pub(super) under_way: UnderWay,
    /// The root's turns as the searches for the best line know them.
    pub(super) ranking: Ranking,
    finished: AtomicBool,
    started: Instant,
    /// Nodes visited, by thread; those of the search for other lines come last.
    nodes: Vec<CachePadded<AtomicU64>>,
    /// What the threads that are done have counted.
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
            under_way: UnderWay::new(threads),
            ranking: Ranking::default(),
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

    /// Whether the search is over or was asked to stop.
    pub(super) fn is_over(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Ends the search of all threads when what this returns is dropped, even by a panic.
    pub(super) const fn finish_at_end(&self) -> impl Drop {
        Finish(&self.finished)
    }

    /// Adds what a thread has counted.
    pub(super) fn add_statistics(&self, statistics: Statistics) {
        *self
            .statistics
            .lock()
            .unwrap_or_else(PoisonError::into_inner) += statistics;
    }

    /// What the threads have counted, once all are done.
    pub(super) fn statistics(self) -> Statistics {
        self.statistics
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The number, in place of a thread's, under which the search for other lines counts its nodes.
    pub(super) const fn slot_of_other_lines(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Makes a thread's count of nodes known to the others.
    pub(super) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// The nodes that all threads have made known.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}
