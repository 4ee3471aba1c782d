use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::evaluations::Evaluations;
use super::history::History;
use crate::eval::{Evaluator, Network};

/// The stack that a thread needs for the deepest search, with much to spare: as much as the main thread of a program has.
pub const STACK_BYTES: usize = 8 << 20;

/// The threads that search, and what each of them remembers from one search of a game to the next.
///
/// The first thread of a search is the one that asks for it; the others are kept waiting between searches.
pub struct Crew {
    helpers: Option<ThreadPool>,
    memories: Vec<Mutex<Memory>>,
}

/// What a thread has learnt that is worth keeping between searches.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) evaluator: Evaluator,
    pub(super) evaluations: Evaluations,
    /// The noise of evaluations under which any of the history was learnt.
    noise: Option<u64>,
    /// Whether anything may have been learnt since all was forgotten.
    in_use: bool,
}

impl Memory {
    pub(super) fn new(network: &Arc<Network>) -> Self {
        Self {
            history: History::new(),
            evaluator: Evaluator::new(Arc::clone(network)),
            evaluations: Evaluations::new(),
            noise: None,
            in_use: false,
        }
    }

    /// Begins another search. What was learnt under noise is kept only for searches under the same noise.
    pub(super) fn begin_search(&mut self, noise: Option<u64>) {
        if self.noise.is_some() && self.noise != noise {
            self.history.clear();
        }
        self.noise = noise;
        self.in_use = true;
        self.history.begin_search();
    }

    /// Forgets what was learnt. Evaluations are true whatever was searched, so they stay.
    fn clear(&mut self) {
        if std::mem::take(&mut self.in_use) {
            self.history.clear();
            self.noise = None;
        }
    }
}

impl Crew {
    /// A crew of that many threads, at least one, that evaluates by that network.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(threads: usize, network: &Arc<Network>) -> Result<Self, ThreadPoolBuildError> {
        let helpers = match threads {
            0 | 1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(threads - 1)
                    .stack_size(STACK_BYTES)
                    .thread_name(|index| format!("search {}", index + 1))
                    .build()?,
            ),
        };
        let memory = || Mutex::new(Memory::new(network));
        Ok(Self {
            helpers,
            memories: std::iter::repeat_with(memory)
                .take(threads.max(1))
                .collect(),
        })
    }

    /// How many threads search.
    pub const fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Forgets what was learnt, so that the next search is the same as a new crew's.
    pub fn forget(&self) {
        for thread in 0..self.threads() {
            self.memory(thread).clear();
        }
    }

    /// Runs `lead` on this thread and `help` on each of the others, and waits for all.
    pub(super) fn work<T>(
        &self,
        lead: impl FnOnce(&mut Memory) -> T,
        help: impl Fn(usize, &mut Memory) + Sync,
    ) -> T {
        let Some(helpers) = &self.helpers else {
            return lead(&mut self.memory(0));
        };
        helpers.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| {
                let thread = context.index() + 1;
                help(thread, &mut self.memory(thread));
            });
            lead(&mut self.memory(0))
        })
    }

    /// A thread's memory; a search that has panicked leaves nothing there that could do harm.
    fn memory(&self, thread: usize) -> MutexGuard<'_, Memory> {
        self.memories[thread]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Crew")
            .field("threads", &self.threads())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_works_once_with_its_own_memory() {
        for threads in [1, 2, 5] {
            let crew = Crew::new(threads, &Network::built_in()).unwrap();
            for _ in 0..3 {
                let seen = Mutex::new(Vec::new());
                crew.work(
                    |_| seen.lock().unwrap().push(0),
                    |thread, _| seen.lock().unwrap().push(thread),
                );
                let mut seen = seen.into_inner().unwrap();
                seen.sort_unstable();
                assert_eq!(seen, (0..threads).collect::<Vec<_>>());
            }
        }
    }
}
