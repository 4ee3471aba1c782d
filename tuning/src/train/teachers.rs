//! Networks whose judgement another one learns: distillation (Hinton, Vinyals and Dean 2015).
//!
//! The errors of networks that began with other random weights differ, so their mean is better than each of them; and a
//! network can learn that mean more exactly than the scores of searches, which are noisy.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use loxodon::eval::layers::CENTI_RABBITS;
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::Position;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::sample::{Block, Labels, sigmoid};
use crate::label_scale;
use crate::network_file::read_with_checksum;
use crate::record::{Record, UnpackError};
use crate::values::share;

/// Positions that a thread labels at a time.
const SHARE: usize = 4096;

#[derive(Args)]
pub(super) struct TeacherOptions {
    /// Learns what this network says of each position; may be given several times for the mean of several networks. Positions
    /// that are held out keep their records' labels.
    #[arg(long = "teacher", value_name = "FILE")]
    pub(super) teacher_files: Vec<PathBuf>,
    /// How much the teachers count in the label; the rest is the record's label.
    #[arg(long, default_value_t = 1.0, value_name = "SHARE", value_parser = share, requires = "teacher_files")]
    teacher_share: f64,
}

/// Who teaches, as far as a network depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Summary {
    /// The CRC-32 of each network's file.
    pub(super) checksums: Vec<String>,
    pub(super) share: f64,
}

/// The networks that teach.
pub(super) struct Teachers {
    pub(super) summary: Summary,
    networks: Vec<Arc<Network>>,
}

impl TeacherOptions {
    /// Reads the networks, if there are any.
    pub(super) fn read(&self) -> anyhow::Result<Option<Teachers>> {
        if self.teacher_files.is_empty() {
            return Ok(None);
        }
        let read = self
            .teacher_files
            .iter()
            .map(|path| read_with_checksum(path));
        let (networks, checksums) = read.collect::<anyhow::Result<_>>()?;
        Ok(Some(Teachers {
            summary: Summary {
                checksums,
                share: self.teacher_share,
            },
            networks,
        }))
    }
}

impl Teachers {
    /// Replaces the score in each record by one that stands for the teachers' share and its own. The game's result is left to
    /// [`Labels::label`], which is asked for the label afterwards.
    pub(super) fn label(&self, records: &mut [Block], labels: &Labels) -> Result<(), UnpackError> {
        let of_score = Labels {
            result_share: 0.0,
            ..*labels
        };
        records.par_chunks_mut(SHARE).try_for_each(|records| {
            let evaluators = self.networks.iter().map(Arc::clone).map(Evaluator::new);
            let mut evaluators: Vec<_> = evaluators.collect();
            for block in records {
                let mut record = Record::unpack(block)?;
                let taught = mean(&mut evaluators, &record.position());
                let own = f64::from(of_score.label(&record));
                let label = own + self.summary.share * (f64::from(sigmoid(taught)) - own);
                let score = label_scale::score(label).clamp_to_eval();
                if labels.use_static {
                    record.evaluation = score;
                } else {
                    record.searched = Some(score);
                }
                *block = record.pack();
            }
            Ok(())
        })
    }
}

/// Returns the mean of what the networks say of a position, as log odds of winning.
fn mean(evaluators: &mut [Evaluator], position: &Position) -> f32 {
    let scores = evaluators
        .iter_mut()
        .map(|evaluator| evaluator.evaluate(position).0 as f32);
    scores.sum::<f32>() / (evaluators.len() as f32 * CENTI_RABBITS as f32)
}

#[cfg(test)]
mod tests {
    use loxodon::eval::layers::Layers;
    use loxodon::types::Score;

    use super::super::sample::win_probability;
    use super::super::test_records;
    use super::*;

    /// Teachers that say these scores of every position.
    fn teachers(scores: &[i32], share: f64) -> Teachers {
        let network = |&score: &i32| {
            let mut layers = Layers::zeros(64);
            let output = (score << 20) / CENTI_RABBITS;
            layers.output_biases.fill(output + score.signum());
            Arc::new(Network::new(layers, 320.0, String::new()).unwrap())
        };
        Teachers {
            summary: Summary {
                checksums: Vec::new(),
                share,
            },
            networks: scores.iter().map(network).collect(),
        }
    }

    #[test]
    fn teachers_give_the_label_as_far_as_they_count() {
        let records = test_records::material(20, 4);
        let labelled = |scores: &[i32], share, use_static| {
            let labels = Labels {
                use_static,
                ..Labels::default()
            };
            let mut records = records.clone();
            teachers(scores, share)
                .label(&mut records, &labels)
                .unwrap();
            records
        };
        let score = |block: &Block| Record::unpack(block).unwrap().score().0;
        for block in labelled(&[100, -40], 1.0, false) {
            assert_eq!(score(&block), 30);
        }
        for (before, after) in records.iter().zip(labelled(&[-200], 0.0, false)) {
            assert!((score(before) - score(&after)).abs() <= 1);
        }
        for (before, after) in records.iter().zip(labelled(&[-200], 0.5, false)) {
            let probability = |score: i32| win_probability(Score(score));
            let expected = f32::midpoint(probability(score(before)), probability(-200));
            assert!((probability(score(&after)) - expected).abs() < 0.001);
        }
        let with_result = Labels {
            result_share: 0.25,
            ..Labels::default()
        };
        let mut taught = records.clone();
        teachers(&[0], 0.5)
            .label(&mut taught, &with_result)
            .unwrap();
        for (before, after) in records.iter().zip(&taught) {
            let [before, after] = [before, after].map(|block| Record::unpack(block).unwrap());
            let of_score = f64::midpoint(0.5, f64::from(Labels::default().label(&before)));
            let result = f64::from(u8::from(before.winner == before.side));
            let expected = of_score + 0.25 * (result - of_score);
            assert!((f64::from(with_result.label(&after)) - expected).abs() < 0.001);
        }
        for (before, after) in records.iter().zip(labelled(&[50], 1.0, true)) {
            let [before, after] = [before, &after].map(|block| Record::unpack(block).unwrap());
            assert_eq!(after.evaluation, Score(50));
            assert_eq!(after.searched, before.searched);
        }
    }
}
