//! Where the terms report to: each says which weight counts how often, and a sink makes of it what is wanted, a sum for
//! play or a list of coefficients for fitting. A term is written once for both, so they can't disagree.

use super::layout::COUNT;
use super::weights::{UNITS, Weights, weights_in_use};

/// The phase of a board on which only the weights for full boards count; on one of phase 0 only the others do.
pub(super) const FULL_PHASE: i32 = 16;

/// The parts of a whole in which weights count.
pub(super) const PARTS: usize = FULL_PHASE as usize;

/// What the terms of one side report to.
pub(super) trait Sink {
    /// The weight of that number counts so often.
    fn add(&mut self, weight: usize, count: usize);

    /// The weight of that number counts so many times a sixteenth.
    fn add_parts(&mut self, weight: usize, parts: usize);

    /// Two weights count once together: `part` sixteenths of it are the other one's.
    #[inline]
    fn add_between(&mut self, weight: usize, other: usize, part: usize) {
        self.add_parts(weight, PARTS - part);
        self.add_parts(other, part);
    }

    /// One of two weights counts once: the one for full boards, the one for empty boards, or a mixture.
    fn add_by_phase(&mut self, early: usize, late: usize);
}

/// Adds up what the weights are worth.
pub(super) struct Sum {
    weights: &'static Weights,
    flat: i32,
    parts: i32,
    early: i32,
    late: i32,
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, weight: usize, count: usize) {
        self.flat += self.weights[weight] * count as i32;
    }

    #[inline]
    fn add_parts(&mut self, weight: usize, parts: usize) {
        self.parts += self.weights[weight] * parts as i32;
    }

    #[inline]
    fn add_by_phase(&mut self, early: usize, late: usize) {
        self.early += self.weights[early];
        self.late += self.weights[late];
    }
}

impl Sum {
    /// What a centi-rabbit is in [`worth`](Self::worth).
    pub(super) const CENTI_RABBIT: i32 = UNITS * FULL_PHASE;

    /// Nothing yet, in the weights in use.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            weights: weights_in_use(),
            flat: 0,
            parts: 0,
            early: 0,
            late: 0,
        }
    }

    /// The sum on a board of that phase.
    #[inline]
    pub(super) const fn worth(&self, phase: i32) -> i32 {
        FULL_PHASE * self.flat + self.parts + phase * self.early + (FULL_PHASE - phase) * self.late
    }
}

/// Counts how often each weight counts, in parts of [`FULL_PHASE`].
pub(super) struct Counts {
    by_weight: Box<[i32; COUNT]>,
    phase: i32,
    sign: i32,
}

impl Counts {
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
    fn add(&mut self, weight: usize, count: usize) {
        self.by_weight[weight] += self.sign * FULL_PHASE * count as i32;
    }

    fn add_parts(&mut self, weight: usize, parts: usize) {
        self.by_weight[weight] += self.sign * parts as i32;
    }

    fn add_by_phase(&mut self, early: usize, late: usize) {
        self.by_weight[early] += self.sign * self.phase;
        self.by_weight[late] += self.sign * (FULL_PHASE - self.phase);
    }
}
