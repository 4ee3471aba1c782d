//! The positions that threads are searching right now: another thread defers an action that leads to one of them, and
//! finds the result in the table later (Kerrigan's simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots, a power of two (feee8ea, not tuned: each thread is in a dozen positions at most).
const SLOTS: usize = 1 << 12;

/// The keys of the positions that are being searched. Threads may overwrite each other's: at worst a position is searched
/// twice, or later than it could have been.
#[derive(Debug)]
pub(super) struct Abdada(Option<Box<[AtomicU64]>>);

impl Abdada {
    /// Returns an empty set for that many threads; with one thread it stays empty.
    pub(super) fn new(threads: usize) -> Self {
        Self((threads > 1).then(|| (0..SLOTS).map(|_| AtomicU64::new(0)).collect()))
    }

    /// Returns whether another thread is searching the position.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key)
            .is_some_and(|slot| slot.load(Ordering::Relaxed) == key)
    }

    /// Marks the position as being searched.
    pub(super) fn enter(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Ordering::Relaxed);
        }
    }

    /// Marks the position as no longer being searched.
    pub(super) fn leave(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            // If another key has overwritten this one meanwhile, it stays.
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
    fn positions_are_marked_until_they_are_left() {
        let abdada = Abdada::new(2);
        let same_slot = 7 + SLOTS as u64;
        abdada.enter(7);
        assert!(abdada.contains(7) && !abdada.contains(same_slot));
        abdada.enter(same_slot);
        abdada.leave(7);
        assert!(abdada.contains(same_slot));
        abdada.leave(same_slot);
        assert!(!abdada.contains(same_slot));
    }

    #[test]
    fn one_thread_never_defers() {
        let abdada = Abdada::new(1);
        abdada.enter(7);
        assert!(!abdada.contains(7));
    }
}
