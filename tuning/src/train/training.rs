//! A training from where it stands to its end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use indicatif::{HumanCount, ProgressBar};
use loxodon::eval::Network;
use loxodon::eval::layers::CENTI_RABBITS;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::adam::Moments;
use super::checkpoint::{self, Checkpoint, Progress};
use super::data::Data;
use super::held_out::Errors;
use super::history::{History, Point};
use super::parameters::Parameters;
use super::plan::Identity;
use super::schedule::Schedule;
use super::trainer::Trainer;
use crate::stop::{Interrupted, Stop};

/// A checkpoint is written after each epoch, and when the last is so old.
const CHECKPOINT_AGE: Duration = Duration::from_mins(3);

/// A network in training, and where its training stands.
pub(super) struct Training<'a> {
    data: &'a Data,
    schedule: Schedule,
    trainer: Trainer,
    progress: Progress,
    checkpoint: PathBuf,
    saved: Instant,
    /// The order of the records in this epoch; empty if it has not begun, or was not gone on with.
    order: Vec<u32>,
}

impl<'a> Training<'a> {
    /// Returns a training of new parameters, whose checkpoint will be that file.
    pub(super) fn new(
        data: &'a Data,
        identity: Identity,
        parameters: Parameters,
        checkpoint: PathBuf,
    ) -> Self {
        let moments = Moments::zeros(parameters.hidden());
        let begun = Checkpoint {
            progress: Progress {
                identity,
                step: 0,
                history: History::default(),
            },
            parameters,
            moments,
        };
        Self::resume(data, begun, checkpoint)
    }

    /// Returns the training of a checkpoint.
    pub(super) fn resume(data: &'a Data, from: Checkpoint, checkpoint: PathBuf) -> Self {
        let Checkpoint {
            progress,
            parameters,
            moments,
        } = from;
        let identity = &progress.identity;
        Self {
            data,
            schedule: identity.schedule(),
            trainer: Trainer::new(parameters, moments, identity.labels),
            progress,
            checkpoint,
            saved: Instant::now(),
            order: Vec::new(),
        }
    }

    /// Returns the learning curves so far.
    pub(super) fn points(&self) -> &[Point] {
        &self.progress.history.points
    }

    /// Returns the number of samples that will have been seen at the end.
    pub(super) fn samples_in_all(&self) -> u64 {
        self.schedule.samples_before(self.schedule.steps())
    }

    /// Returns the number of samples seen.
    pub(super) fn samples(&self) -> u64 {
        self.schedule.samples_before(self.progress.step)
    }

    /// Trains to the end, or until `stop` is set: then a checkpoint is written, and the error is [`Interrupted`]. After each
    /// epoch `report` is given a text about its errors.
    pub(super) fn run(
        &mut self,
        stop: &Stop,
        bar: &ProgressBar,
        mut report: impl FnMut(&str),
    ) -> anyhow::Result<()> {
        let (started, before) = (Instant::now(), self.samples());
        while self.progress.step < self.schedule.steps() {
            if stop.is_set() {
                self.save()?;
                let (done, whole) = (self.progress.step, self.schedule.steps());
                return Err(Interrupted(format!(
                    "stopped after {done} of {whole} steps; the same command with --resume continues"
                ))
                .into());
            }
            self.step()?;
            let samples = self.samples();
            let speed = (samples - before) as f64 / started.elapsed().as_secs_f64().max(1e-3);
            bar.set_position(samples);
            bar.set_message(format!(
                ", {} samples/s, error {:.6}",
                HumanCount(speed as u64),
                self.progress.history.recent_error()
            ));
            let done = self.progress.step;
            if self.schedule.is_measured(done) {
                self.measure()?;
            }
            if self.schedule.is_epoch_end(done) {
                let errors = self.errors()?;
                let text = self.report(&errors, speed);
                bar.suspend(|| report(&text));
            }
            if self.schedule.is_epoch_end(done) || self.saved.elapsed() >= CHECKPOINT_AGE {
                self.save()?;
            }
        }
        Ok(())
    }

    /// Makes the next step.
    fn step(&mut self) -> anyhow::Result<()> {
        let Progress {
            step,
            history,
            identity,
        } = &mut self.progress;
        let (epoch, batch) = (
            *step / self.schedule.batches(),
            *step % self.schedule.batches(),
        );
        if batch == 0 || self.order.is_empty() {
            self.order.clear();
            self.order.extend(0..self.data.training.len() as u32);
            self.order
                .shuffle(&mut random(identity.plan.seed, epoch + 1));
        }
        let batch = &self.order[self.schedule.range(batch)];
        let rate = self.schedule.rate(*step);
        let squared_errors = self.trainer.step(&self.data.training, batch, *step, rate)?;
        history.add(squared_errors, batch.len());
        *step += 1;
        Ok(())
    }

    /// Adds a point to the learning curves.
    fn measure(&mut self) -> anyhow::Result<()> {
        let (data, labels) = (self.data, &self.progress.identity.labels);
        let errors = Errors::over(&data.held_out, labels, &self.trainer.parameters, None)?;
        let error = errors.whole.value();
        let samples = self.samples();
        ensure!(
            error.is_finite(),
            "the weights have grown beyond all bounds after {samples} samples: a lower --rate is needed"
        );
        self.progress.history.end_stretch(samples, error);
        Ok(())
    }

    /// Returns the errors on the held-out positions.
    pub(super) fn errors(&self) -> anyhow::Result<Errors> {
        let (data, labels) = (self.data, &self.progress.identity.labels);
        let integers = Arc::new(self.network(String::new())?);
        let parameters = &self.trainer.parameters;
        Ok(Errors::over(
            &data.held_out,
            labels,
            parameters,
            Some(&integers),
        )?)
    }

    /// Returns a text about the epoch that is over.
    fn report(&self, errors: &Errors, speed: f64) -> String {
        let epoch = self.progress.step / self.schedule.batches();
        let epochs = self.progress.identity.plan.epochs;
        let training = self.points().last().map_or(0.0, |point| point.training);
        format!(
            "epoch {epoch} of {epochs}: {} samples/s, training error {training:.6}\n{}",
            HumanCount(speed as u64),
            errors.table()
        )
    }

    /// Returns the network in integers, with a text that says how it was made.
    pub(super) fn network(&self, provenance: String) -> anyhow::Result<Network> {
        let layers = self.trainer.parameters.to_layers();
        Ok(Network::new(layers, CENTI_RABBITS as f32, provenance)?)
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let Trainer {
            parameters,
            moments,
            ..
        } = &self.trainer;
        checkpoint::write(&self.checkpoint, &self.progress, parameters, moments)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Returns the parameters that a training from scratch begins with.
pub(super) fn random_parameters(hidden: usize, seed: u64) -> Parameters {
    Parameters::random(hidden, &mut random(seed, 0))
}

/// Returns a generator for a training's seed: another one for each number.
fn random(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use loxodon::eval::Evaluator;

    use super::super::plan::Plan;
    use super::super::sample::{Labels, Sample, sigmoid};
    use super::super::test_records;
    use super::super::{gradient, parameters};
    use super::*;
    use crate::record::Record;

    #[derive(Parser)]
    struct PlanArguments {
        #[command(flatten)]
        plan: Plan,
    }

    fn data(records: u32) -> Data {
        Data {
            training: test_records::material(records, 1),
            held_out: test_records::material(500, 2),
            games: 1,
            duplicates: 0,
            checksum: 1,
            held_out_checksum: 1,
        }
    }

    fn training<'a>(data: &'a Data, options: &str, checkpoint: PathBuf) -> Training<'a> {
        let options = format!("train {options}");
        let plan = PlanArguments::parse_from(options.split_whitespace()).plan;
        let identity = Identity {
            version: String::new(),
            hidden: 64,
            plan,
            labels: Labels::default(),
            teachers: None,
            from: None,
            positions: data.training.len(),
            games: data.games,
            data: String::new(),
            held_out: String::new(),
        };
        Training::new(data, identity, random_parameters(64, 1), checkpoint)
    }

    fn run(training: &mut Training) {
        training
            .run(&Stop::default(), &ProgressBar::hidden(), |_| ())
            .unwrap();
    }

    #[test]
    fn material_is_learnt() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(8000);
        let mut training = training(
            &data,
            "--epochs 8 --batch 64 --rate 0.004",
            folder.path().join("checkpoint"),
        );
        let before = training.errors().unwrap();
        run(&mut training);
        let errors = training.errors().unwrap();
        let (before, after) = (before.whole.value(), errors.whole.value());
        assert!(before > 0.03, "{before}");
        assert!(after < 0.003, "{after}");
        assert!(
            (errors.quantized.value() - after).abs() < 2e-5,
            "{errors:?}"
        );
        assert_eq!(training.points().len(), 32);
        assert_eq!(
            training.points().last().map(|point| point.held_out),
            Some(after)
        );

        let network = Arc::new(training.network(String::new()).unwrap());
        let mut evaluator = Evaluator::new(network);
        for block in &data.held_out {
            let record = Record::unpack(block).unwrap();
            let sample = Sample::new(&record, &Labels::default());
            let mut sums = vec![[0.0; parameters::LANES]; 2 * 64 / parameters::LANES];
            let output = gradient::forward(&training.trainer.parameters, &sample, &mut sums);
            let score = evaluator.evaluate(&record.position()).0 as f32;
            let expected = output * CENTI_RABBITS as f32;
            assert!(
                (score - expected).abs() < 4.0,
                "{score} instead of {expected}"
            );
        }
    }

    #[test]
    fn a_resumed_training_equals_one_without_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(300);
        let options = "--epochs 3 --batch 40 --warm-up 5";
        let path = folder.path().join("checkpoint");
        let mut whole = training(&data, options, folder.path().join("whole"));
        run(&mut whole);

        // In the middle of the second epoch and of a stretch.
        let mut begun = training(&data, options, path.clone());
        for _ in 0..11 {
            begun.step().unwrap();
            if begun.schedule.is_measured(begun.progress.step) {
                begun.measure().unwrap();
            }
        }
        let stop = Stop::default();
        stop.set();
        let stopped = begun
            .run(&stop, &ProgressBar::hidden(), |_| ())
            .unwrap_err();
        assert!(stopped.is::<Interrupted>());
        assert!(
            stopped.to_string().contains("after 11 of 24 steps"),
            "{stopped}"
        );

        let checkpoint = Checkpoint::read_file(&path).unwrap().unwrap();
        assert_eq!(checkpoint.progress, begun.progress);
        let mut resumed = Training::resume(&data, checkpoint, path);
        assert_eq!(resumed.trainer.parameters, begun.trainer.parameters);
        assert_eq!(resumed.trainer.moments, begun.trainer.moments);
        run(&mut resumed);
        assert_eq!(resumed.progress, whole.progress);
        assert_eq!(resumed.trainer.parameters, whole.trainer.parameters);
    }

    #[test]
    fn the_number_of_threads_makes_no_difference() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(1000);
        let trained = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let path = folder.path().join(threads.to_string());
                let mut training = training(&data, "--epochs 1 --batch 300", path);
                run(&mut training);
                training.trainer.parameters
            })
        };
        assert_eq!(trained(1), trained(3));
    }

    #[test]
    fn a_rate_that_is_too_high_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let data = data(100);
        let mut training = training(&data, "--epochs 1", folder.path().join("checkpoint"));
        training
            .trainer
            .parameters
            .head
            .output_biases
            .fill(f32::NAN);
        let error = training
            .run(&Stop::default(), &ProgressBar::hidden(), |_| ())
            .unwrap_err();
        assert!(error.to_string().contains("--rate"), "{error}");
    }

    #[test]
    fn the_slope_of_the_loss_is_that_of_finite_differences() {
        let data = data(200);
        let mut training = training(&data, "--epochs 1", PathBuf::new());
        let loss = |parameters: &Parameters| -> f64 {
            let mut sums = vec![[0.0; parameters::LANES]; 2 * 64 / parameters::LANES];
            let errors = data.training.iter().map(|block| {
                let sample = Sample::read(block, &Labels::default()).unwrap();
                let output = gradient::forward(parameters, &sample, &mut sums);
                f64::from(sigmoid(output) - sample.label).powi(2)
            });
            errors.sum::<f64>() / data.training.len() as f64
        };
        let batch: Vec<_> = (0..data.training.len() as u32).collect();
        let slopes = training
            .trainer
            .head_gradient(&data.training, &batch)
            .unwrap();
        for (bucket, slope) in slopes.output_biases.into_iter().enumerate() {
            let loss_with = |change: f32| {
                let mut parameters = training.trainer.parameters.clone();
                parameters.head.output_biases[bucket] += change;
                loss(&parameters)
            };
            let found = (loss_with(0.01) - loss_with(-0.01)) / 0.02;
            assert!(
                (found - f64::from(slope)).abs() < 1e-5,
                "{slope} instead of {found}"
            );
        }
    }
}
