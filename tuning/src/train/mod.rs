//! Training of the evaluation network.

mod adam;
mod data;
mod gradient;
mod held_out;
mod parameters;
mod sample;
mod schedule;
mod trainer;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use loxodon::eval::Network;
use loxodon::eval::layers::CENTI_RABBITS;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use crate::output::say;
use crate::progress;
use crate::stop::{Interrupted, Stop};
use adam::Moments;
use data::Sources;
use held_out::Errors;
use parameters::{HIDDEN_MULTIPLE, Parameters};
use sample::Labels;
use schedule::Schedule;
use trainer::Trainer;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The file that the network is written to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begins with the weights of this network instead of random ones.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How many threads train; as many as there are cores if it is left out. It makes no difference to the network.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    plan: Plan,
    #[command(flatten)]
    labels: Labels,
    #[command(flatten)]
    sources: Sources,
}

/// What the network depends on beside the data.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    /// The number of hidden units, a multiple of 64.
    #[arg(long, default_value_t = 64, value_name = "UNITS", value_parser = hidden)]
    hidden: usize,
    /// How often every position is trained on.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions for each step of the optimiser.
    #[arg(long, default_value_t = 2048, value_name = "POSITIONS", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest rate at which the optimiser (Adam) changes weights. It falls to a hundredth along a cosine.
    #[arg(long, default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    /// Steps over which the rate first rises.
    #[arg(long, default_value_t = 200, value_name = "STEPS")]
    warm_up: u64,
    /// The seed of the initial weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn hidden(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(hidden) if hidden > 0 && usize::is_multiple_of(hidden, HIDDEN_MULTIPLE) => Ok(hidden),
        _ => Err(format!("a multiple of {HIDDEN_MULTIPLE} is needed")),
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("a number above 0 and up to 1 is needed".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let threads = match arguments.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism()?.get(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    pool.install(|| train(arguments))
}

fn train(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { plan, labels, .. } = arguments;
    let started = Instant::now();
    let data = arguments.sources.read(labels)?;
    say(format_args!(
        "{} positions of {} games to train on, {} held out, {} duplicates left out; read in {:.1} s\n",
        data.training.len(),
        data.games,
        data.held_out.len(),
        data.duplicates,
        started.elapsed().as_secs_f64(),
    ));
    let schedule = Schedule::new(
        data.training.len(),
        plan.epochs,
        plan.batch as usize,
        plan.rate,
        plan.warm_up,
    );
    let parameters = match &arguments.from {
        Some(path) => {
            let bytes =
                fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
            let network = Network::read(&bytes)
                .with_context(|| format!("{} is no network", path.display()))?;
            Parameters::from_layers(network.layers())
        }
        None => Parameters::random(plan.hidden, &mut random(plan.seed, 0)),
    };
    let stop = Stop::on_ctrl_c("saving a checkpoint")?;
    let moments = Moments::zeros(parameters.hidden());
    let mut trainer = Trainer::new(parameters, moments, *labels);
    let bar = progress::bar(schedule.samples_before(schedule.steps()), 0, "samples");
    let mut order = Vec::new();
    let mut error = 0.0;
    let started = Instant::now();
    for step in 0..schedule.steps() {
        let (epoch, batch) = (step / schedule.batches(), step % schedule.batches());
        if batch == 0 {
            order = (0..data.training.len() as u32).collect::<Vec<_>>();
            order.shuffle(&mut random(plan.seed, epoch + 1));
            error = 0.0;
        }
        if stop.is_set() {
            bar.finish_and_clear();
            return Err(Interrupted("stopped".to_owned()).into());
        }
        let batch = &order[schedule.range(batch)];
        error += trainer.step(&data.training, batch, step, schedule.rate(step))?;
        let seen = schedule.samples_before(step + 1);
        bar.set_position(seen);
        if (step + 1).is_multiple_of(schedule.batches()) {
            let speed = seen as f64 / started.elapsed().as_secs_f64();
            let network = Arc::new(network(&trainer.parameters, String::new())?);
            let errors = Errors::over(&data.held_out, labels, &trainer.parameters, Some(&network))?;
            let training = error / data.training.len() as f64;
            bar.suspend(|| {
                say(format_args!(
                    "epoch {}: {speed:.0} samples/s, training error {training:.6}\n{}",
                    epoch + 1,
                    errors.table()
                ));
            });
        }
    }
    bar.finish_and_clear();
    let network = network(&trainer.parameters, "trained".to_owned())?;
    let mut bytes = Vec::new();
    network.write(&mut bytes)?;
    fs::write(&arguments.out, bytes)?;
    Ok(())
}

/// Returns the network in integers.
fn network(parameters: &Parameters, provenance: String) -> anyhow::Result<Network> {
    Ok(Network::new(
        parameters.to_layers(),
        CENTI_RABBITS as f32,
        provenance,
    )?)
}

/// Returns a generator for a training's seed: each number gives another one.
fn random(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}
