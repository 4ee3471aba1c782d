//! The transposition table: the results of earlier searches of positions, shared by all threads without locks.
//!
//! An entry is two words, the second holding the data and the first the position's key XORed with it (Hyatt and Mann
//! 2002, "A lockless transposition table implementation for parallel search"). A read that falls between another
//! thread's two writes gives words that don't belong together, and their XOR is not the key that was asked for.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::action::Action;
use super::prefetch;
use crate::types::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

/// What the table keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best action, if one was better than the others.
    pub(super) action: Option<Action>,
    /// The score for the side to move; a decided one counts its steps from this position.
    pub(super) score: Score,
    /// The depth in steps to which the position was searched.
    pub(super) depth: u8,
    /// How the score relates to the true one.
    pub(super) bound: Bound,
}

const SCORE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const AGE_SHIFT: u32 = 48;
/// The number of ages, which count searches and wrap around: more than the searches for which an entry has any worth.
const AGES: u8 = 64;
/// The depth, in steps, that an entry's value loses with each search since it was stored: a turn (de559a1, not tuned).
const STEPS_PER_AGE: i32 = 4;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let action = self.action.map_or(0, Action::code);
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(action)
            | u64::from(self.score.0 as i16 as u16) << SCORE_SHIFT
            | u64::from(self.depth) << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | u64::from(age) << AGE_SHIFT
    }

    fn unpack(data: u64) -> Option<Self> {
        Some(Self {
            action: Action::from_code(data as u16),
            score: Score(i32::from((data >> SCORE_SHIFT) as u16 as i16)),
            depth: (data >> DEPTH_SHIFT) as u8,
            bound: match (data >> BOUND_SHIFT) & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                3 => Bound::Exact,
                _ => return None,
            },
        })
    }
}

#[derive(Debug, Zeroable)]
#[repr(C)]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.key_and_data.load(Ordering::Relaxed) ^ data, data)
    }

    fn write(&self, key: u64, data: u64) {
        self.key_and_data.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// The number of slots in which a position may be stored: they fill a cache line.
const SLOTS_PER_BUCKET: usize = 4;

/// The size of a bucket in bytes.
const BYTES_PER_BUCKET: usize = SLOTS_PER_BUCKET * size_of::<Slot>();

const _: () = assert!(BYTES_PER_BUCKET == 64);

/// The transposition table.
#[derive(Debug)]
pub(crate) struct Table {
    /// Not aligned to cache lines as a whole: zeroed memory of a greater alignment would be written at once, and that of
    /// a large table is better left to the system until it is used.
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
    /// Whether anything may have been written since the table was cleared.
    in_use: AtomicBool,
    age: AtomicU8,
}

impl Table {
    /// Returns an empty table of that many MiB, or `None` if there is no memory for it.
    pub(crate) fn new(mib: u64) -> Option<Self> {
        let bytes = usize::try_from(mib).ok()?.checked_mul(1 << 20)?;
        let buckets = bytes / BYTES_PER_BUCKET;
        let spare = SLOTS_PER_BUCKET - 1;
        let mut slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(buckets * SLOTS_PER_BUCKET + spare).ok()?;
        prefetch::advise_large_pages(&mut slots);
        let first = slots.as_ptr().align_offset(BYTES_PER_BUCKET).min(spare);
        Some(Self {
            slots,
            first,
            buckets,
            in_use: AtomicBool::new(false),
            age: AtomicU8::new(0),
        })
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        if !self.in_use.swap(false, Ordering::Relaxed) {
            return;
        }
        for slot in &self.slots {
            slot.key_and_data.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins another search: existing entries are kept, but replaced more easily.
    pub(crate) fn begin_search(&self) {
        self.in_use.store(true, Ordering::Relaxed);
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    /// Returns the entry of the position with that key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, data) = slot.read();
            if found == key {
                Entry::unpack(data)
            } else {
                None
            }
        })
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    #[inline]
    pub(super) fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut target = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let (found, data) = slot.read();
            if found == key {
                // An upper bound has no best action; the one stored before is still a good guess.
                entry.action = entry.action.or(Action::from_code(data as u16));
                target = Some(slot);
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                least = worth;
                target = Some(slot);
            }
        }
        if let Some(slot) = target {
            slot.write(key, entry.pack(age));
        }
    }

    /// Begins to load the bucket that [`get`](Self::get) reads for that key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch::prefetch(&self.bucket(key)[0]);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        // The high half of the product spreads keys evenly over any number of buckets (Lemire 2016).
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let start = self.first + index as usize * SLOTS_PER_BUCKET;
        &self.slots[start..start + SLOTS_PER_BUCKET]
    }
}

/// Returns the value of keeping a slot's data; an empty slot has the least.
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let depth = (data >> DEPTH_SHIFT) as u8;
    let searches_ago = (age + AGES - (data >> AGE_SHIFT) as u8) % AGES;
    i32::from(depth) - STEPS_PER_AGE * i32::from(searches_ago)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Step;

    fn entry(depth: u8) -> Entry {
        Entry {
            action: Some(Action::Step(Step::from_code(200))),
            score: Score(-1234),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn entries_come_back_whole() {
        let table = Table::new(1).unwrap();
        table.begin_search();
        for (key, score) in [(1, -32_000), (u64::MAX, 32_000), (1 << 63, 0)] {
            let entry = Entry {
                score: Score(score),
                ..entry(7)
            };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(2), None);
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri doesn't align more than asked for")]
    fn buckets_are_cache_lines() {
        let table = Table::new(1).unwrap();
        for key in [0, 1 << 63, u64::MAX] {
            assert_eq!(table.bucket(key).as_ptr().addr() % BYTES_PER_BUCKET, 0);
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = Table::new(1).unwrap();
        let keys = 0..=SLOTS_PER_BUCKET as u64;
        for key in keys.clone() {
            table.put(key, entry(10 + key as u8));
        }
        assert_eq!(table.get(0), None, "the shallowest was replaced");
        table.begin_search();
        table.begin_search();
        for key in keys.clone() {
            table.put(100 + key, entry(7));
        }
        assert_eq!(table.get(1), None, "the shallowest of the old was replaced");
    }

    /// Keys of one bucket, so that all threads meet in the same four slots. Miri and a sanitizer find a race here if there
    /// is one.
    #[test]
    fn threads_read_only_what_was_written_whole() {
        let table = Table::new(1).unwrap();
        let written = |key: u64, depth: u8| Entry {
            score: Score(100 * key as i32 + i32::from(depth)),
            ..entry(depth)
        };
        let rounds = if cfg!(miri) { 20 } else { 20_000 };
        let found: u32 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|thread| {
                    let table = &table;
                    scope.spawn(move || {
                        let mut found = 0;
                        for round in 0..rounds {
                            let key = (round + thread) % 8;
                            table.put(key, written(key, (round % 50) as u8));
                            if let Some(entry) = table.get((key + 3) % 8) {
                                assert_eq!(entry, written((key + 3) % 8, entry.depth));
                                found += 1;
                            }
                        }
                        found
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .sum()
        });
        assert!(found > 0);
    }

    #[test]
    fn an_upper_bound_keeps_the_action_known_before() {
        let table = Table::new(1).unwrap();
        table.put(5, entry(3));
        let fail_low = Entry {
            action: None,
            bound: Bound::Upper,
            ..entry(4)
        };
        table.put(5, fail_low);
        assert_eq!(table.get(5).unwrap().action, entry(3).action);
    }
}
