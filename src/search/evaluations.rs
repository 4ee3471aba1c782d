use crate::eval::evaluate;
use crate::rules::Position;
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

    /// The evaluation of a position: remembered, or made and kept in the place of another.
    pub(super) fn of(&mut self, position: &Position) -> Score {
        let key = position.key();
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.0 != key {
            *entry = (key, evaluate(position));
        }
        entry.1
    }
}
