//! Which positions other threads are searching right now, so that a thread takes another action first and finds the
//! result in the table later (after Kerrigan's simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of positions that are kept in mind, a power of two: each thread is within a dozen at most.
const SLOTS: usize = 1 << 12;

/// A set of the positions under way, by their keys. Threads may overwrite what others have noted: at worst a position is
/// searched twice, or later than it could have been.
#[derive(Debug)]
pub(super) struct UnderWay(Option<Box<[AtomicU64]>>);

impl UnderWay {
    /// For that many threads; one alone has nobody to give way to.
    pub(super) fn new(threads: usize) -> Self {
        Self((threads > 1).then(|| (0..SLOTS).map(|_| AtomicU64::new(0)).collect()))
    }

    /// Whether another thread is searching the position.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key)
            .is_some_and(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// This thread begins to search the position.
    pub(super) fn enter(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Ordering::Relaxed);
        }
    }

    /// This thread has searched the position.
    pub(super) fn leave(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            // If another has been noted there meanwhile, it stays.
            let _ = slot.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        self.0.as_ref().map(|slots| &slots[key as usize % SLOTS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_under_way_until_they_are_left() {
        let under_way = UnderWay::new(2);
        let same_slot = 7 + SLOTS as u64;
        under_way.enter(7);
        assert!(under_way.contains(7) && !under_way.contains(same_slot));
        under_way.enter(same_slot);
        under_way.leave(7);
        assert!(under_way.contains(same_slot));
        under_way.leave(same_slot);
        assert!(!under_way.contains(same_slot));
    }

    #[test]
    fn one_thread_never_waits() {
        let under_way = UnderWay::new(1);
        under_way.enter(7);
        assert!(!under_way.contains(7));
    }
}
