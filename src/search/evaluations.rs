use super::hints;
use crate::types::Score;

/// The number of entries, a power of two. A mebibyte in all: more would not stay in the processor's caches.
const ENTRIES: usize = 1 << 16;

/// Evaluations of positions that one thread has met, by their keys: steps that commute lead to the same positions again
/// and again.
#[derive(Debug)]
pub(super) struct Evaluations {
    entries: Vec<(u64, Score)>,
}

impl Evaluations {
    pub(super) fn new() -> Self {
        Self {
            // No position that is evaluated has the key 0, as good as surely.
            entries: vec![(0, Score::ZERO); ENTRIES],
        }
    }

    /// The evaluation of the position with that key, if it is remembered.
    pub(super) fn get(&self, key: u64) -> Option<Score> {
        let (found, score) = self.entries[key as usize % ENTRIES];
        (found == key).then_some(score)
    }

    /// Has the processor fetch what [`get`](Self::get) will want to see of that key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        hints::prefetch(&self.entries[key as usize % ENTRIES]);
    }

    /// Keeps an evaluation in the place of another.
    pub(super) fn put(&mut self, key: u64, score: Score) {
        self.entries[key as usize % ENTRIES] = (key, score);
    }
}
