//! Where the terms report to: each says which slot counts how often, and a sink makes of it what is wanted, a sum for
//! play or a list of coefficients for fitting. A term is written once for both, so they can't disagree.

use super::layout::{COUNT, SLOTS, WEIGHTS_OF_SLOT};
use super::weights::{UNITS, worths_in_use};

/// The phase of a board on which only the weights for full boards count; on one of phase 0 only the others do.
pub(super) const FULL_PHASE: i32 = 16;

/// The parts of a whole in which slots count.
pub(super) const PARTS: usize = 16;

/// What the terms of one side report to.
pub(super) trait Sink {
    /// The slot of that number counts so often.
    fn add(&mut self, slot: usize, count: usize);

    /// The slot of that number counts so many times a sixteenth.
    fn add_parts(&mut self, slot: usize, parts: usize);

    /// Two slots count once together: `part` sixteenths of it are the other one's.
    #[inline]
    fn add_between(&mut self, slot: usize, other: usize, part: usize) {
        self.add_parts(slot, PARTS - part);
        self.add_parts(other, part);
    }
}

/// Adds up what the slots are worth.
pub(super) struct Sum {
    worths: &'static [i32; SLOTS],
    whole: i32,
    parts: i32,
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, slot: usize, count: usize) {
        self.whole += self.worths[slot] * count as i32;
    }

    #[inline]
    fn add_parts(&mut self, slot: usize, parts: usize) {
        self.parts += self.worths[slot] * parts as i32;
    }
}

impl Sum {
    /// What a centi-rabbit is in [`worth`](Self::worth).
    pub(super) const CENTI_RABBIT: i32 = UNITS * FULL_PHASE * PARTS as i32;

    /// Nothing yet, in the weights in use on a board of that phase.
    #[inline]
    pub(super) fn new(phase: i32) -> Self {
        Self {
            worths: worths_in_use(phase),
            whole: 0,
            parts: 0,
        }
    }

    /// The sum.
    #[inline]
    pub(super) const fn worth(&self) -> i32 {
        PARTS as i32 * self.whole + self.parts
    }
}

/// Counts how often each weight counts, in parts of [`WHOLE`](Self::WHOLE).
pub(super) struct Counts {
    by_weight: Box<[i32; COUNT]>,
    phase: i32,
    sign: i32,
}

impl Counts {
    /// A weight that counts once, on whatever board.
    pub(super) const WHOLE: i32 = FULL_PHASE * PARTS as i32;

    pub(super) fn new(phase: i32) -> Self {
        Self {
            by_weight: Box::new([0; COUNT]),
            phase,
            sign: 1,
        }
    }

    /// From now on everything counts against.
    pub(super) const fn turn_sign(&mut self) {
        self.sign = -self.sign;
    }

    /// The weights that count, by number.
    pub(super) fn coefficients(&self) -> Vec<(usize, i32)> {
        let counts = self.by_weight.iter().copied().enumerate();
        counts.filter(|&(_, count)| count != 0).collect()
    }
}

impl Sink for Counts {
    fn add(&mut self, slot: usize, count: usize) {
        self.add_parts(slot, PARTS * count);
    }

    fn add_parts(&mut self, slot: usize, parts: usize) {
        let parts = self.sign * parts as i32;
        let [full, empty] = WEIGHTS_OF_SLOT[slot];
        self.by_weight[full] += self.phase * parts;
        self.by_weight[empty] += (FULL_PHASE - self.phase) * parts;
    }
}
