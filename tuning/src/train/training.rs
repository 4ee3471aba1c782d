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
use crate::output::say;
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

    /// Trains to the end, or until `stop` is set: then a checkpoint is written, and the error is [`Interrupted`].
    pub(super) fn run(&mut self, stop: &Stop, bar: &ProgressBar) -> anyhow::Result<()> {
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
                bar.suspend(|| self.report(&errors, speed));
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

    fn report(&self, errors: &Errors, speed: f64) {
        let epoch = self.progress.step / self.schedule.batches();
        let epochs = self.progress.identity.plan.epochs;
        let training = self.points().last().map_or(0.0, |point| point.training);
        say(format_args!(
            "epoch {epoch} of {epochs}: {} samples/s, training error {training:.6}\n{}",
            HumanCount(speed as u64),
            errors.table()
        ));
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
