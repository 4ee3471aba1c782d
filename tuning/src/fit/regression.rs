//! Logistic regression by Adam on shuffled batches, held near the prior, with an early stop on held-out games.

use std::fmt;

use clap::Args;
use loxodon::eval::GROUPS;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::samples::{Samples, sigmoid};

#[derive(Args)]
#[group(id = "regression")]
pub(super) struct Options {
    /// How far a weight may well be from the prior, in centi-rabbits, before any record is seen.
    #[arg(long, default_value_t = 30.0, value_name = "CENTI-RABBITS", value_parser = above_zero)]
    spread: f64,
    /// How many records say as much as one independent position: those of a game are much alike.
    #[arg(long, default_value_t = 10.0, value_name = "RECORDS", value_parser = above_zero)]
    alike: f64,
    /// The most passes over the records.
    #[arg(long, default_value_t = 60)]
    epochs: u32,
    /// Records in a batch.
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// How far a weight goes in a step at first, in centi-rabbits.
    #[arg(long, default_value_t = 1.0, value_name = "CENTI-RABBITS", value_parser = above_zero)]
    rate: f64,
    /// The seed of the shuffling.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A table whose weights stay as they are, on all boards, since records can't tell what they should be; may be
    /// given several times, in place of the default.
    #[arg(long, value_name = "TABLE", default_value = "unspent step", value_parser = subject)]
    keep: Vec<&'static str>,
}

fn subject(name: &str) -> Result<&'static str, String> {
    let mut subjects: Vec<_> = GROUPS.iter().map(|group| group.subject).collect();
    subjects.dedup();
    let found = subjects.iter().find(|&&subject| subject == name);
    found
        .copied()
        .ok_or_else(|| format!("there are these tables: {}", subjects.join("; ")))
}

fn above_zero(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && f64::is_finite(number) => Ok(number),
        _ => Err("a number above 0 is needed".to_owned()),
    }
}

/// Epochs without progress after which the steps become half as long.
const PATIENCE: u32 = 2;
/// After so many halvings it ends.
const HALVINGS: u32 = 6;
/// Less than this is no progress.
const PROGRESS: f64 = 1e-6;
/// Gradients are summed up in parts of so many records, and these in order: so the sums are always the same.
const PART: usize = 512;

/// What is fitted to what.
pub(super) struct Regression<'a> {
    pub(super) training: &'a Samples,
    pub(super) held_out: &'a Samples,
    /// The slope of the logistic curve over the evaluation.
    pub(super) scale: f64,
    pub(super) prior: &'a [f64],
}

/// How a pass over the records went.
pub(super) struct Epoch {
    number: u32,
    rate: f64,
    held_out: f64,
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            rate,
            held_out,
        } = self;
        write!(
            f,
            "epoch {number:>3}, steps of {rate:.3}: held out {held_out:.5}"
        )
    }
}

impl Regression<'_> {
    /// The weights that are best on the held-out games.
    pub(super) fn fit(&self, options: &Options, mut report: impl FnMut(&Epoch)) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let mut random = StdRng::seed_from_u64(options.seed);
        let mut adam = Adam::new(self.prior);
        let mut best = (
            self.held_out.error(self.prior, self.scale),
            self.prior.to_vec(),
        );
        let mut rate = options.rate;
        let (mut waited, mut halvings) = (0, 0);
        for number in 1..=options.epochs {
            order.shuffle(&mut random);
            for batch in order.chunks(options.batch as usize) {
                let gradient = self.gradient(&adam.weights, batch, options);
                adam.step(&gradient, rate);
            }
            let held_out = self.held_out.error(&adam.weights, self.scale);
            report(&Epoch {
                number,
                rate,
                held_out,
            });
            waited += 1;
            if held_out < best.0 - PROGRESS {
                best = (held_out, adam.weights.clone());
                waited = 0;
            }
            if waited == PATIENCE {
                waited = 0;
                halvings += 1;
                rate /= 2.0;
                adam.weights.clone_from(&best.1);
            }
            if halvings == HALVINGS {
                break;
            }
        }
        best.1
    }

    /// The gradient of the mean error of the batch and of the distance to the prior; none along weights that are kept.
    fn gradient(&self, weights: &[f64], batch: &[usize], options: &Options) -> Vec<f64> {
        let parts: Vec<Vec<f64>> = batch
            .par_chunks(PART)
            .map(|part| {
                let mut gradient = vec![0.0; weights.len()];
                for &index in part {
                    let sample = self.training.get(index);
                    let said = sigmoid(sample.evaluation(weights) / self.scale);
                    let slope = (said - sample.target) / self.scale;
                    for (weight, count) in sample.entries() {
                        gradient[weight] += slope * count;
                    }
                }
                gradient
            })
            .collect();
        // The prior weighs as if it were as sure as its spread says, against records that are much alike.
        let prior = options.alike / (options.spread * options.spread * self.training.len() as f64);
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(self.prior)
            .map(|(now, prior_weight)| prior * (now - prior_weight))
            .collect();
        for part in parts {
            for (sum, slope) in gradient.iter_mut().zip(part) {
                *sum += slope / batch.len() as f64;
            }
        }
        for group in GROUPS
            .iter()
            .filter(|group| options.keep.contains(&group.subject))
        {
            gradient[group.first..][..group.len()].fill(0.0);
        }
        gradient
    }
}

/// Kingma and Ba 2015: steps scaled by how the gradient of each weight has been.
struct Adam {
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    const MEAN_KEPT: f64 = 0.9;
    const SQUARE_KEPT: f64 = 0.999;
    const TINY: f64 = 1e-9;

    fn new(weights: &[f64]) -> Self {
        Self {
            weights: weights.to_vec(),
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            steps: 0,
        }
    }

    fn step(&mut self, gradient: &[f64], rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - Self::MEAN_KEPT.powi(self.steps);
        let square_share = 1.0 - Self::SQUARE_KEPT.powi(self.steps);
        for (index, &slope) in gradient.iter().enumerate() {
            let mean = &mut self.mean[index];
            *mean = Self::MEAN_KEPT * *mean + (1.0 - Self::MEAN_KEPT) * slope;
            let square = &mut self.square[index];
            *square = Self::SQUARE_KEPT * *square + (1.0 - Self::SQUARE_KEPT) * slope * slope;
            let (mean, square) = (*mean / mean_share, *square / square_share);
            self.weights[index] -= rate * mean / (square.sqrt() + Self::TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_their_names() {
        assert_eq!(subject("frozen").unwrap(), "frozen");
        let error = subject("frosen").unwrap_err();
        assert!(error.contains("; frozen; held free; "), "{error}");
    }
}
