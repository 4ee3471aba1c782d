//! How well the network predicts the held-out positions.

use std::fmt::{self, Write};
use std::sync::Arc;

use indicatif::HumanCount;
use loxodon::eval::layers::{PIECE_RANGES, piece_range};
use loxodon::eval::{Evaluator, Network};
use rayon::prelude::*;

use super::gradient::forward;
use super::parameters::{LANES, Lanes, Parameters, VIEWS};
use super::sample::{Block, Labels, Sample, sigmoid, win_probability};
use crate::record::{Record, UnpackError};

/// The records that a thread takes at a time.
const SHARE: usize = 1024;
/// The first ply of each phase of a game.
const PHASES: [u16; 6] = [0, 10, 20, 40, 60, 80];
const PIECE_RANGE_NAMES: [&str; PIECE_RANGES] = ["30-32", "26-29", "21-25", "2-20"];

/// A mean squared error in win probability.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    sum: f64,
    positions: u64,
}

/// Errors of the network on the held-out positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    /// The network as it is trained.
    pub(super) whole: Mean,
    piece_ranges: [Mean; PIECE_RANGES],
    phases: [Mean; PHASES.len()],
    /// The network with its integers.
    pub(super) quantized: Mean,
    /// The static evaluation in the records.
    evaluation: Mean,
    /// The largest sum of a hidden unit before clipping, in either direction.
    largest_sum: f32,
}

impl Mean {
    fn add(&mut self, predicted: f32, label: f32) {
        self.merge(Self {
            sum: f64::from((predicted - label) * (predicted - label)),
            positions: 1,
        });
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.positions += other.positions;
    }

    /// Returns the number of positions.
    pub(super) const fn positions(self) -> u64 {
        self.positions
    }

    /// Returns the mean; 0 if there is no position.
    pub(super) fn value(self) -> f64 {
        self.sum / self.positions.max(1) as f64
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.positions == 0 {
            f.write_str("-")
        } else {
            write!(f, "{:.6}", self.value())
        }
    }
}

impl Errors {
    /// Evaluates held-out records with the network in training, and with its integers if they are given.
    pub(super) fn over(
        records: &[Block],
        labels: &Labels,
        parameters: &Parameters,
        integers: Option<&Arc<Network>>,
    ) -> Result<Self, UnpackError> {
        let shares: Vec<Self> = records
            .par_chunks(SHARE)
            .map(|share| {
                let mut errors = Self::default();
                let mut sums = vec![[0.0; LANES]; VIEWS * parameters.blocks()];
                let mut evaluator = integers.map(|network| Evaluator::new(Arc::clone(network)));
                for block in share {
                    let record = Record::unpack(block)?;
                    let sample = Sample::new(&record, labels);
                    let predicted = sigmoid(forward(parameters, &sample, &mut sums));
                    errors.add(&record, &sample, predicted, &sums);
                    if let Some(evaluator) = &mut evaluator {
                        let score = evaluator.evaluate(&record.position());
                        errors.quantized.add(win_probability(score), sample.label);
                    }
                }
                Ok(errors)
            })
            .collect::<Result<_, _>>()?;
        let mut whole = Self::default();
        for share in &shares {
            whole.merge(share);
        }
        Ok(whole)
    }

    fn add(&mut self, record: &Record, sample: &Sample, predicted: f32, sums: &[Lanes]) {
        let phase = PHASES.partition_point(|&first| first <= record.ply) - 1;
        for mean in [
            &mut self.whole,
            &mut self.piece_ranges[piece_range(&record.position())],
            &mut self.phases[phase],
        ] {
            mean.add(predicted, sample.label);
        }
        let evaluation = win_probability(record.evaluation);
        self.evaluation.add(evaluation, sample.label);
        let largest = sums.as_flattened().iter().map(|sum| sum.abs());
        self.largest_sum = largest.fold(self.largest_sum, f32::max);
    }

    fn merge(&mut self, other: &Self) {
        self.whole.merge(other.whole);
        self.quantized.merge(other.quantized);
        self.evaluation.merge(other.evaluation);
        for (own, other) in self.piece_ranges.iter_mut().zip(other.piece_ranges) {
            own.merge(other);
        }
        for (own, other) in self.phases.iter_mut().zip(other.phases) {
            own.merge(other);
        }
        self.largest_sum = self.largest_sum.max(other.largest_sum);
    }

    /// Returns the errors as a table.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, mean: Mean| {
            let positions = HumanCount(mean.positions).to_string();
            // Writing to a string never fails.
            let _ = writeln!(text, "  {name:<20}{mean:>10}{positions:>12}");
        };
        line("held out", self.whole);
        line("with integers", self.quantized);
        line("static evaluation", self.evaluation);
        for (name, mean) in PIECE_RANGE_NAMES.iter().zip(self.piece_ranges) {
            line(&format!("{name} pieces"), mean);
        }
        for (phase, mean) in self.phases.into_iter().enumerate() {
            let first = PHASES[phase];
            match PHASES.get(phase + 1) {
                Some(next) => line(&format!("ply {first}-{}", next - 1), mean),
                None => line(&format!("ply {first} on"), mean),
            }
        }
        let _ = writeln!(
            text,
            "  largest sum of a hidden unit: {:.2}",
            self.largest_sum
        );
        text
    }
}
