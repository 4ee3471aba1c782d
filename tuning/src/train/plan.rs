//! What a training is told, and what its network depends on.

use clap::Args;
use indicatif::HumanCount;
use loxodon::eval::layers::MAX_HIDDEN;
use serde::{Deserialize, Serialize};

use super::held_out::Errors;
use super::parameters::HIDDEN_MULTIPLE;
use super::sample::Labels;
use super::schedule::Schedule;
use super::teachers::Summary;

/// The options that the network depends on beside the data and the labels.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The number of hidden units, a multiple of 64; those of --from if there is one, else 64.
    #[arg(long, value_name = "UNITS", value_parser = hidden)]
    #[serde(skip)]
    pub(super) hidden: Option<usize>,
    /// How often every position is trained on.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) epochs: u32,
    /// Positions for each step of the optimiser.
    #[arg(long, default_value_t = 2048, value_name = "POSITIONS", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest rate at which the optimiser (Adam) changes weights. It falls to a hundredth along a cosine.
    #[arg(long, default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    /// Steps over which the rate first rises.
    #[arg(long, default_value_t = 50, value_name = "STEPS")]
    warm_up: u64,
    /// The seed of the initial weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// All that a network depends on: trainings that agree in it give the same network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub(super) version: String,
    pub(super) hidden: usize,
    pub(super) plan: Plan,
    pub(super) labels: Labels,
    /// The networks that give the labels.
    pub(super) teachers: Option<Summary>,
    /// The CRC-32 of the file whose weights the training begins with.
    pub(super) from: Option<String>,
    /// The positions that are trained on.
    pub(super) positions: usize,
    /// The games that they are from.
    pub(super) games: usize,
    /// The CRC-32 of their records.
    pub(super) data: String,
    /// The CRC-32 of the records held out.
    pub(super) held_out: String,
}

impl Identity {
    /// Returns the schedule of the training.
    pub(super) fn schedule(&self) -> Schedule {
        let Plan {
            epochs,
            batch,
            rate,
            warm_up,
            ..
        } = self.plan;
        Schedule::new(self.positions, epochs, batch as usize, rate, warm_up)
    }

    /// Returns what the network is, in a line.
    pub(super) fn title(&self) -> String {
        let Self {
            hidden, positions, ..
        } = self;
        let positions = HumanCount(*positions as u64);
        format!("{hidden} hidden units, {positions} positions")
    }

    /// Returns the text that goes into the network's file: how the network was made, and the held-out error.
    pub(super) fn provenance(&self, errors: &Errors) -> String {
        let Self {
            version,
            hidden,
            plan,
            labels,
            positions,
            games,
            data,
            ..
        } = self;
        let Plan {
            epochs,
            batch,
            rate,
            warm_up,
            seed,
            ..
        } = plan;
        let label = if labels.use_static {
            "static evaluation"
        } else {
            "score of a search"
        };
        let share = labels.result_share;
        let teachers = match &self.teachers {
            Some(teachers) => format!(
                ", teachers' share {} with CRC-32 {}",
                teachers.share,
                teachers.checksums.join(", ")
            ),
            None => String::new(),
        };
        let from = match &self.from {
            Some(checksum) => format!("a file with CRC-32 {checksum}"),
            None => "random weights".to_owned(),
        };
        format!(
            "trained by loxodon-tuning {version}: {hidden} hidden units, {epochs} epochs, batches of {batch}, rate {rate}, \
             warm-up {warm_up}, seed {seed}\n\
             label: {label}, result share {share}{teachers}\n\
             begun with: {from}\n\
             data: {positions} positions of {games} games, CRC-32 of the records {data}\n\
             held-out error: {} on {} positions, with integers {}\n",
            errors.whole,
            errors.whole.positions(),
            errors.quantized,
        )
    }
}

fn hidden(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(hidden @ 1..=MAX_HIDDEN) if usize::is_multiple_of(hidden, HIDDEN_MULTIPLE) => Ok(hidden),
        _ => Err(format!(
            "a multiple of {HIDDEN_MULTIPLE} up to {MAX_HIDDEN} is needed"
        )),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("a number above 0 and up to 1 is needed".to_owned()),
    }
}
