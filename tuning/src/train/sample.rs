//! A record as the network and its training see it.

use clap::Args;
use loxodon::eval::features::{self, Active};
use loxodon::eval::layers::{self, CENTI_RABBITS};
use loxodon::types::Score;
use serde::{Deserialize, Serialize};

use crate::record::{RECORD_SIZE, Record, UnpackError};
use crate::values::share;

/// A record as it is in a file.
pub(super) type Block = [u8; RECORD_SIZE];

/// How the win probability that the network should predict follows from a record.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Labels {
    /// Learns the static evaluation of each position instead of its search's score.
    #[arg(long = "static")]
    pub(super) use_static: bool,
    /// How much the result of the game counts in the label; the rest is the score.
    #[arg(long, default_value_t = 0.0, value_name = "SHARE", value_parser = share)]
    pub(super) result_share: f64,
}

/// The inputs of a position, and the win probability that the network should predict.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Active inputs from the mover's view and from the other side's.
    pub(super) active: [Active; 2],
    /// The number of steps left, less one.
    pub(super) steps: usize,
    pub(super) bucket: usize,
    pub(super) label: f32,
}

impl Labels {
    /// Returns the win probability for the side to move that the network should predict.
    pub(super) fn label(&self, record: &Record) -> f32 {
        let score = if self.use_static {
            record.evaluation
        } else {
            record.score()
        };
        let result = if record.winner == record.side {
            1.0
        } else {
            0.0
        };
        let of_score = win_probability(score);
        of_score + self.result_share as f32 * (result - of_score)
    }
}

impl Sample {
    pub(super) fn new(record: &Record, labels: &Labels) -> Self {
        let position = record.position();
        Self {
            active: features::active(&position),
            steps: usize::from(record.steps_left - 1),
            bucket: layers::bucket(&position),
            label: labels.label(record),
        }
    }

    /// Reads a record and returns what the network sees of it.
    pub(super) fn read(block: &Block, labels: &Labels) -> Result<Self, UnpackError> {
        Ok(Self::new(&Record::unpack(block)?, labels))
    }
}

/// Returns the win probability for log odds.
pub(super) fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Returns the win probability for a score.
pub(super) fn win_probability(score: Score) -> f32 {
    sigmoid(score.0 as f32 / CENTI_RABBITS as f32)
}

#[cfg(test)]
mod tests {
    use super::super::test_records;
    use super::*;

    #[test]
    fn labels_are_scores_mixed_with_the_result() {
        let block = test_records::material(1, 3)[0];
        let mut record = Record::unpack(&block).unwrap();
        record.evaluation = Score(0);
        record.searched = Some(Score(320));
        let label = |use_static, result_share| {
            let labels = Labels {
                use_static,
                result_share,
            };
            labels.label(&record)
        };
        let searched = 0.731_058_6;
        assert!((label(false, 0.0) - searched).abs() < 1e-6);
        assert!((label(true, 0.0) - 0.5).abs() < 1e-6);
        assert!((label(true, 0.25) - 0.625).abs() < 1e-6);
        assert!((label(false, 1.0) - 1.0).abs() < 1e-6);
    }
}
