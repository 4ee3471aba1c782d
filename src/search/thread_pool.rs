use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use super::eval_cache::EvalCache;
use super::history::History;
use crate::eval::{Evaluator, Network};

/// The stack of a search thread in bytes: more than the deepest search needs, and as much as a program's main thread has.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// The threads that search, and the data that each keeps from one search of a game to the next.
///
/// The main thread of a search is the one that calls it; the helper threads wait between searches.
pub(crate) struct ThreadPool {
    helpers: Option<rayon::ThreadPool>,
    thread_data: Vec<Mutex<ThreadData>>,
}

/// The data that a thread keeps between searches.
#[derive(Debug)]
pub(super) struct ThreadData {
    pub(super) history: History,
    pub(super) evaluator: Evaluator,
    pub(super) eval_cache: EvalCache,
    /// The noise of the evaluations that the history was learnt with.
    noise: Option<u64>,
    /// Whether a search has used it since it was cleared.
    in_use: bool,
}

impl ThreadData {
    pub(super) fn new(network: &Arc<Network>) -> Self {
        Self {
            history: History::new(),
            evaluator: Evaluator::new(Arc::clone(network)),
            eval_cache: EvalCache::new(),
            noise: None,
            in_use: false,
        }
    }

    /// Begins another search. A history that was learnt with noise is kept only for searches with the same noise.
    pub(super) fn begin_search(&mut self, noise: Option<u64>) {
        if self.noise.is_some() && self.noise != noise {
            self.history.clear();
        }
        self.noise = noise;
        self.in_use = true;
        self.history.begin_search();
    }

    /// Clears the history. Cached evaluations don't depend on searches, so they stay.
    fn clear(&mut self) {
        if std::mem::take(&mut self.in_use) {
            self.history.clear();
            self.noise = None;
        }
    }
}

impl ThreadPool {
    /// Returns a pool of that many threads, at least one, that evaluates by that network.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub(crate) fn new(
        threads: usize,
        network: &Arc<Network>,
    ) -> Result<Self, ThreadPoolBuildError> {
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
        let data = || Mutex::new(ThreadData::new(network));
        Ok(Self {
            helpers,
            thread_data: std::iter::repeat_with(data).take(threads.max(1)).collect(),
        })
    }

    /// Returns the number of threads.
    pub(crate) const fn threads(&self) -> usize {
        self.thread_data.len()
    }

    /// Clears what was learnt, so that the next search is the same as a new pool's.
    pub(crate) fn forget(&self) {
        for thread in 0..self.threads() {
            self.data_of(thread).clear();
        }
    }

    /// Runs `main` on this thread and `helper` on each of the others, and waits for all.
    pub(super) fn work<T>(
        &self,
        main: impl FnOnce(&mut ThreadData) -> T,
        helper: impl Fn(usize, &mut ThreadData) + Sync,
    ) -> T {
        let Some(helpers) = &self.helpers else {
            return main(&mut self.data_of(0));
        };
        helpers.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| {
                let thread = context.index() + 1;
                helper(thread, &mut self.data_of(thread));
            });
            main(&mut self.data_of(0))
        })
    }

    /// Locks the data of a thread; a search that has panicked leaves nothing harmful there.
    fn data_of(&self, thread: usize) -> MutexGuard<'_, ThreadData> {
        self.thread_data[thread]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for ThreadPool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ThreadPool")
            .field("threads", &self.threads())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_works_once_with_its_own_data() {
        for threads in [1, 2, 5] {
            let pool = ThreadPool::new(threads, &Network::built_in()).unwrap();
            for _ in 0..3 {
                let seen = Mutex::new(Vec::new());
                pool.work(
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
