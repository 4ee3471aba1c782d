use super::hints;
use crate::types::Score;

/// The number of entries, a power of two: two mebibytes in all. A quarter of them takes 1.14 times the evaluations to depth
/// 14 of the bench, four times as many 0.91 times, but these are too far from the processor.
const ENTRIES: usize = 1 << 18;

/// What an entry keeps of a key; the rest says where the entry is, and the score takes its place.
const KEY: u64 = !(u16::MAX as u64);

const _: () = assert!(ENTRIES > u16::MAX as usize);

/// Evaluations of positions that one thread has met, by their keys: steps that commute lead to the same positions again
/// and again.
#[derive(Debug)]
pub(super) struct Evaluations {
    entries: Vec<u64>,
}

impl Evaluations {
    pub(super) fn new() -> Self {
        Self {
            // No position that is evaluated has a key without any of these bits, as good as surely.
            entries: vec![0; ENTRIES],
        }
    }

    /// The evaluation of the position with that key, if it is remembered.
    pub(super) fn get(&self, key: u64) -> Option<Score> {
        let entry = self.entries[place(key)];
        let score = Score(i32::from(entry as u16 as i16));
        (entry & KEY == key & KEY).then_some(score)
    }

    /// Has the processor fetch what [`get`](Self::get) will want to see of that key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        hints::prefetch(&self.entries[place(key)]);
    }

    /// Keeps an evaluation in the place of another.
    pub(super) fn put(&mut self, key: u64, score: Score) {
        self.entries[place(key)] = key & KEY | u64::from(score.0 as i16 as u16);
    }
}

#[inline]
const fn place(key: u64) -> usize {
    key as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_evaluation_is_kept_for_its_key_alone() {
        let mut evaluations = Evaluations::new();
        let key = 0x0123_4567_89ab_cdef;
        let at_the_same_place = key ^ 1 << 40;
        for score in [Score::MAX_EVAL, -Score::MAX_EVAL, Score(-1), Score::ZERO] {
            evaluations.put(key, score);
            assert_eq!(evaluations.get(key), Some(score));
            assert_eq!(evaluations.get(at_the_same_place), None);
        }
        evaluations.put(at_the_same_place, Score(5));
        assert_eq!(evaluations.get(key), None);
    }
}
