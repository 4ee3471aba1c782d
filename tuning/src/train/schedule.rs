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
    /// Returns a schedule in which each epoch sees every sample once, in batches of at most `batch`. The rate rises to `rate` over
    /// `warm_up` steps and then falls like a cosine.
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

    /// Returns whether an epoch is over after a number of steps.
    pub(super) const fn is_epoch_end(&self, steps: u64) -> bool {
        steps.is_multiple_of(self.batches)
    }

    /// Returns whether errors are measured after a number of steps: several times an epoch, and at its end.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epoch_has_every_sample_once_in_batches_of_like_size() {
        for (samples, batch) in [(1, 2048), (2048, 2048), (10_000, 2048), (10_007, 13)] {
            let schedule = Schedule::new(samples, 3, batch, 0.1, 0);
            let mut next = 0;
            for number in 0..schedule.batches() {
                let range = schedule.range(number);
                assert_eq!(range.start, next);
                assert!(!range.is_empty() && range.len() <= batch);
                assert_eq!(
                    schedule.samples_before(number + schedule.batches()),
                    (samples + next) as u64
                );
                next = range.end;
            }
            assert_eq!(next, samples);
            assert_eq!(
                schedule.samples_before(schedule.steps()),
                3 * samples as u64
            );
        }
    }

    #[test]
    fn the_rate_rises_and_falls_to_a_hundredth() {
        let schedule = Schedule::new(1000, 10, 10, 0.5, 20);
        let rates: Vec<_> = (0..schedule.steps())
            .map(|step| schedule.rate(step))
            .collect();
        assert!(rates[0] < 0.03);
        assert!(rates[..20].is_sorted());
        assert!(rates[20] > 0.49);
        assert!(rates[20..].is_sorted_by(|one, next| one > next));
        assert!((rates[999] - 0.005).abs() < 1e-4, "{}", rates[999]);
    }

    #[test]
    fn errors_are_measured_four_times_an_epoch_and_at_its_end() {
        let schedule = Schedule::new(1000, 2, 10, 0.5, 20);
        let measured: Vec<_> = (0..=200)
            .filter(|&step| schedule.is_measured(step))
            .collect();
        assert_eq!(measured, [25, 50, 75, 100, 125, 150, 175, 200]);
        let short = Schedule::new(20, 2, 10, 0.5, 20);
        assert_eq!((0..=4).filter(|&step| short.is_measured(step)).count(), 4);
    }
}
