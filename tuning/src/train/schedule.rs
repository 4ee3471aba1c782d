//! How many steps there are and how long each is.

use std::f64::consts::PI;
use std::ops::Range;

/// The last step's rate is this share of the highest.
const LAST_RATE: f64 = 0.01;

/// How often an epoch's errors are measured.
const MEASUREMENTS: u64 = 4;

/// The steps of a whole training.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    samples: usize,
    epochs: u64,
    batches: u64,
    rate: f64,
    warm_up: u64,
}

impl Schedule {
    /// Each epoch sees every sample once, in batches of at most `batch`. The rate rises to `rate` over `warm_up` steps and then
    /// falls like a cosine.
    pub(super) fn new(samples: usize, epochs: u32, batch: usize, rate: f64, warm_up: u64) -> Self {
        Self {
            samples,
            epochs: epochs.into(),
            batches: samples.div_ceil(batch) as u64,
            rate,
            warm_up,
        }
    }

    /// Returns the number of steps of all epochs.
    pub(super) const fn steps(&self) -> u64 {
        self.epochs * self.batches
    }

    /// Returns the number of batches of an epoch.
    pub(super) const fn batches(&self) -> u64 {
        self.batches
    }

    /// Returns the samples of a batch as a range of the epoch's order: all batches have as many as others or one less.
    pub(super) fn range(&self, batch: u64) -> Range<usize> {
        let at = |batch| (batch as u128 * self.samples as u128 / self.batches as u128) as usize;
        at(batch)..at(batch + 1)
    }

    /// Returns the number of samples that were seen, those of earlier epochs included, before a step.
    pub(super) fn samples_before(&self, step: u64) -> u64 {
        let epoch = step / self.batches;
        epoch * self.samples as u64 + self.range(step % self.batches).start as u64
    }

    /// Whether an epoch is over after a number of steps.
    pub(super) const fn is_epoch_end(&self, steps: u64) -> bool {
        steps.is_multiple_of(self.batches)
    }

    /// Whether errors are measured after a number of steps: several times an epoch, and at its end.
    pub(super) fn is_measured(&self, steps: u64) -> bool {
        let stretch = |batches| batches * MEASUREMENTS / self.batches;
        steps > 0 && {
            let before = (steps - 1) % self.batches;
            stretch(before + 1) > stretch(before)
        }
    }

    /// Returns the rate of a step.
    pub(super) fn rate(&self, step: u64) -> f32 {
        let warm_up = ((step + 1) as f64 / (self.warm_up + 1) as f64).min(1.0);
        let done = step as f64 / self.steps() as f64;
        let cosine = LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (PI * done).cos()) / 2.0;
        (self.rate * warm_up * cosine) as f32
    }
}
