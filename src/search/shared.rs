use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::{Limits, StopFlag, Table};

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) limits: &'a Limits,
    stop: &'a StopFlag,
    finished: AtomicBool,
    started: Instant,
    /// Nodes visited, by thread.
    nodes: Vec<CachePadded<AtomicU64>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        limits: &'a Limits,
        stop: &'a StopFlag,
        threads: usize,
    ) -> Self {
        Self {
            table,
            limits,
            stop,
            finished: AtomicBool::new(false),
            started: Instant::now(),
            nodes: (0..threads).map(|_| CachePadded::default()).collect(),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search is over or was asked to stop.
    pub(super) fn is_over(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Ends the search of all threads.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
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
