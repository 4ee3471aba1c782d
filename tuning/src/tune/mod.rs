//! `tune`: moves the search's parameters to where play is strongest, by pairs of games between settings that differ in all
//! of them.

mod batch;
mod spsa;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use loxodon::search::{PARAMETERS, Parameter};
use serde_json::{Value, json};

use crate::arena::{EngineSpec, GAMES, Log, PairTable, opening_order};
use crate::opening_file::{self, Opening, read_openings};
use crate::progress;
use crate::stop::{Interrupted, Stop};
use batch::{Batch, Pair, Plan, with_values};
use spsa::{Spsa, perturbations};

/// The number of the log's form; another one is another form.
const LOG_FORM: u32 = 1;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The engine, built with `--features tune`: cmd='PROGRAM ARGUMENTS' [option.NAME=VALUE]…
    #[arg(long, required = true, num_args = 1.., value_name = "KEY=VALUE")]
    engine: Vec<String>,
    /// Where the results of pairs are written, a line of JSON each; a run whose log is there already is taken up again
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// A TSV file with a column `record` of setups and turns joined by ` ; `; each is played twice, sides swapped
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A parameter to tune, may be given several times; all are tuned without it
    #[arg(long = "parameter", value_name = "NAME", value_parser = parameter)]
    parameters: Vec<Parameter>,
    /// How many pairs of games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// How many pairs are played with the same values before these are changed
    #[arg(long, default_value_t = 16, value_name = "PAIRS", value_parser = clap::value_parser!(u64).range(1..=1000))]
    batch: u64,
    /// How far a parameter goes for a game more won, in twentieths of its range, at the end of the run
    #[arg(long, default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    /// How many pairs are played at once, each with two processes of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Decides which parameters are moved up when, and the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The official score decides after so many turns of both players (setups are the first)
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    max_turns: u32,
    /// Seconds that an engine may take for an answer
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
}

fn parameter(text: &str) -> Result<Parameter, String> {
    let known = PARAMETERS.iter().find(|known| known.name == text);
    known.copied().ok_or_else(|| {
        let names: Vec<&str> = PARAMETERS.iter().map(|known| known.name).collect();
        format!("there are {}", names.join(", "))
    })
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("a number above 0, and at most 1, is needed".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let parameters = arguments.tuned_parameters();
    let engine = EngineSpec::read(arguments.engine.iter(), "the engine")?;
    let openings = match &arguments.openings {
        Some(path) => read_openings(path)?,
        None => Vec::new(),
    };
    let header = header(arguments, &engine, &openings, &parameters);
    let stop = Stop::on_ctrl_c("giving up the pairs that are being played")?;
    let order = opening_order(openings.len(), arguments.pairs, arguments.seed);
    let patience = Duration::from_secs(arguments.patience);
    let games = PairTable::new(openings, arguments.max_turns, patience, stop);
    let defaults: Vec<i32> = parameters.iter().map(|known| known.default).collect();
    games
        .check_options(&with_values(&engine, &engine.name, &parameters, &defaults))
        .context("an engine is needed that was built with `--features tune`")?;
    let (mut log, logged): (Log, Vec<Pair>) = Log::open(&arguments.log, &header)?;
    let mut results = results(&logged, arguments.pairs)
        .with_context(|| format!("the log {}", arguments.log.display()))?;

    let perturbations = perturbations(arguments.pairs, parameters.len(), arguments.seed);
    let mut spsa = Spsa::new(&parameters, arguments.pairs, arguments.rate);
    let bar = progress::bar(arguments.pairs, results.len() as u64, "pairs");
    let plans: Vec<Plan<'_>> = (1..)
        .zip(&perturbations)
        .zip(order)
        .map(|((pair, perturbation), opening)| Plan {
            pair,
            opening,
            perturbation,
        })
        .collect();
    let mut played = Ok(());
    for batch in plans.chunks(arguments.batch as usize) {
        let table = Batch {
            games: &games,
            engine: &engine,
            parameters: &parameters,
            spsa: &spsa,
            bar: &bar,
        };
        played = table.play(batch, arguments.concurrency, &mut log, &mut results);
        if batch.iter().any(|plan| !results.contains_key(&plan.pair)) {
            break;
        }
        for plan in batch {
            let won = f64::from(results[&plan.pair]);
            let result = 2.0 * won - f64::from(GAMES);
            spsa.learn(plan.pair, plan.perturbation, result);
        }
    }
    bar.finish();
    write!(io::stdout(), "{}", table(&parameters, spsa.values()))?;
    played?;
    let count = results.len() as u64;
    if count < arguments.pairs {
        let said = format!(
            "stopped after {count} of {} pairs; the same command continues",
            arguments.pairs
        );
        return Err(Interrupted(said).into());
    }
    Ok(())
}

impl Arguments {
    fn tuned_parameters(&self) -> Vec<Parameter> {
        let is_wanted = |known: &&Parameter| {
            self.parameters.is_empty() || self.parameters.iter().any(|wanted| wanted == *known)
        };
        PARAMETERS.iter().filter(is_wanted).copied().collect()
    }
}

/// Returns everything that decides what the values become, to tell runs apart by their logs.
fn header(
    arguments: &Arguments,
    engine: &EngineSpec,
    openings: &[Opening],
    parameters: &[Parameter],
) -> Value {
    let parameters: Vec<Value> = parameters
        .iter()
        .map(|known| json!([known.name, known.default, known.least, known.greatest]))
        .collect();
    json!({
        "loxodon_tune": LOG_FORM,
        "engine": engine,
        "parameters": parameters,
        "openings": openings.len(),
        "openings_hash": opening_file::hash(openings),
        "pairs": arguments.pairs,
        "batch": arguments.batch,
        "rate": arguments.rate,
        "seed": arguments.seed,
        "max_turns": arguments.max_turns,
    })
}

/// Returns what the log has, by pair.
fn results(logged: &[Pair], pairs: u64) -> anyhow::Result<BTreeMap<u64, u8>> {
    let mut results = BTreeMap::new();
    for &Pair { pair, won } in logged {
        ensure!(
            (1..=pairs).contains(&pair),
            "pair {pair} is not of this run"
        );
        ensure!(
            won <= GAMES,
            "{won} games of pair {pair} are won, it has {GAMES}"
        );
        ensure!(
            results.insert(pair, won).is_none(),
            "it has pair {pair} twice"
        );
    }
    Ok(results)
}

/// Returns the values as a table, and as options for `match`.
fn table(parameters: &[Parameter], values: &[f64]) -> String {
    let width = parameters.iter().map(|known| known.name.len()).max();
    let width = width.unwrap_or_default();
    let row = |(known, value): (&Parameter, &f64)| {
        let Parameter {
            name,
            default,
            least,
            greatest,
        } = known;
        format!("{name:width$}  {default:6} {value:6.1}  {least} to {greatest}\n")
    };
    let option = |(known, value): (&Parameter, &f64)| format!("option.{}={:.0}", known.name, value);
    let values = parameters.iter().zip(values);
    let rows: String = values.clone().map(row).collect();
    let options: Vec<String> = values.map(option).collect();
    format!(
        "{:width$}  before    now  range\n{rows}\n{}\n",
        "parameter",
        options.join(" ")
    )
}
