//! Training of the evaluation network on records.
//!
//! A network depends on its data and its [`Identity`] alone: neither the number of threads nor interruptions make a
//! difference.

mod adam;
mod checkpoint;
mod curves;
mod data;
mod gradient;
mod held_out;
mod history;
mod parameters;
mod plan;
mod sample;
mod schedule;
mod teachers;
#[cfg(test)]
mod test_records;
mod trainer;
mod training;

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::HumanCount;
use loxodon::cli::output_file::{refuse_inputs, write_whole};
use loxodon::eval::{Network, NetworkError};

use crate::beside::beside;
use crate::network_file::checksum;
use crate::output::say;
use crate::progress;
use crate::stop::Stop;
use checkpoint::Checkpoint;
use data::{Data, Sources};
use parameters::{HIDDEN_MULTIPLE, Parameters};
use plan::{Identity, Plan};
use sample::{Block, Labels};
use teachers::TeacherOptions;
use training::{Training, random_parameters};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The file that the network is written to. Until then FILE.checkpoint beside it says how far the training has come.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begins with the weights of this network or checkpoint instead of random ones.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Continues from the checkpoint, if there is one. All other options must be the same as before.
    #[arg(long)]
    resume: bool,
    /// Plots the training and the held-out error over the samples seen.
    #[arg(long, value_name = "SVG")]
    curves: Option<PathBuf>,
    /// How many threads train; as many as there are cores if it is left out. It makes no difference to the network.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    plan: Plan,
    #[command(flatten)]
    labels: Labels,
    #[command(flatten)]
    teachers: TeacherOptions,
    #[command(flatten)]
    sources: Sources,
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
    let stop = Stop::on_ctrl_c("saving a checkpoint")?;
    let out = &arguments.out;
    check_outputs(arguments)?;
    let checkpoint_path = beside(out, ".checkpoint");
    let checkpoint = Checkpoint::read_file(&checkpoint_path)?;
    let (parameters, from) = beginning(arguments)?;
    let teachers = arguments.teachers.read()?;
    let mut data = read_data(arguments)?;
    if let Some(teachers) = &teachers {
        teachers.label(&mut data.training, &arguments.labels)?;
    }
    let identity = Identity {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        hidden: parameters.hidden(),
        plan: arguments.plan.clone(),
        labels: arguments.labels,
        teachers: teachers.as_ref().map(|teachers| teachers.summary.clone()),
        from,
        positions: data.training.len(),
        games: data.games,
        data: format!("{:08x}", data.checksum),
        held_out: format!("{:08x}", data.held_out_checksum),
    };
    let mut training = match checkpoint {
        Some(checkpoint) if arguments.resume => {
            checkpoint
                .progress
                .check_identity(&identity, &checkpoint_path)?;
            Training::resume(&data, checkpoint, checkpoint_path)
        }
        Some(checkpoint) if !checkpoint.progress.is_finished() => bail!(
            "{} is of a training that has not come to its end: continue it with --resume, or remove the file",
            checkpoint_path.display()
        ),
        _ => Training::new(&data, identity.clone(), parameters, checkpoint_path),
    };
    let bar = progress::bar(training.samples_in_all(), training.samples(), "samples");
    let trained = training.run(&stop, &bar, |text| say(format_args!("{text}")));
    bar.finish_and_clear();
    // The curves tell something of a training that was stopped, too.
    if let Some(path) = &arguments.curves
        && !training.points().is_empty()
    {
        curves::write(path, &identity.title(), training.points())?;
    }
    trained?;
    let errors = training.errors()?;
    let provenance = identity.provenance(&errors);
    let mut bytes = Vec::new();
    training.network(provenance)?.write(&mut bytes)?;
    write_whole(out, &bytes)?;
    say(format_args!(
        "{}: held-out error {}, with integers {}\n",
        out.display(),
        errors.whole,
        errors.quantized
    ));
    Ok(())
}

/// Reads the records, and says what they are.
fn read_data(arguments: &Arguments) -> anyhow::Result<Data> {
    let started = Instant::now();
    let data = arguments.sources.read(&arguments.labels)?;
    let count = |records: &[Block]| HumanCount(records.len() as u64);
    say(format_args!(
        "{} positions of {} games to train on, {} held out; {} duplicates left out; read in {:.1} s\n",
        count(&data.training),
        HumanCount(data.games as u64),
        count(&data.held_out),
        HumanCount(data.duplicates),
        started.elapsed().as_secs_f64(),
    ));
    Ok(data)
}

/// Returns the parameters that a new training begins with, and the CRC-32 of the file that they are from, if any.
fn beginning(arguments: &Arguments) -> anyhow::Result<(Parameters, Option<String>)> {
    let hidden = arguments.plan.hidden;
    let Some(path) = &arguments.from else {
        let hidden = hidden.unwrap_or(HIDDEN_MULTIPLE);
        return Ok((random_parameters(hidden, arguments.plan.seed), None));
    };
    let shown = path.display();
    let bytes = fs::read(path).with_context(|| format!("{shown} can't be read"))?;
    let parameters = match Network::read(&bytes) {
        Ok(network) => Parameters::from_layers(network.layers()),
        Err(NetworkError::Foreign) => {
            Checkpoint::read(&bytes)
                .with_context(|| format!("{shown} is neither a network nor a checkpoint"))?
                .parameters
        }
        Err(error) => return Err(error).with_context(|| format!("{shown} can't be used")),
    };
    let found = parameters.hidden();
    if let Some(hidden) = hidden {
        ensure!(
            hidden == found,
            "{shown} has {found} hidden units, --hidden {hidden} asks for another number: leave it out"
        );
    }
    Ok((parameters, Some(checksum(&bytes))))
}

/// Refuses to overwrite a file that is read, by whatever name or link.
fn check_outputs(arguments: &Arguments) -> anyhow::Result<()> {
    for output in [Some(&arguments.out), arguments.curves.as_ref()]
        .into_iter()
        .flatten()
    {
        let inputs = arguments
            .sources
            .paths()
            .chain(&arguments.from)
            .chain(&arguments.teachers.teacher_files);
        refuse_inputs(output, inputs).with_context(|| {
            format!(
                "{} is read, so it can't be written to: choose another name",
                output.display()
            )
        })?;
    }
    Ok(())
}
