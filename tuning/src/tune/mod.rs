//! `tune`: turns many knobs of the evaluation up and down at random, all at once, lets each setting play a pair of games
//! against its opposite, or against another engine, and says for each knob what turning it up is worth.
//!
//! This is simultaneous perturbation (Spall 1992), by which engines of other games are tuned, too: every game says
//! something about every knob. Instead of going on a little after each pair, all pairs are played from the same weights,
//! so that slopes come out with their errors, and a match can judge the step that they ask for.

mod knob;
mod knobs;
mod slopes;
mod terms;
mod trial;

use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, ensure};
use clap::Args;
use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use loxodon::cli::output_file::OutputFile;
use loxodon::eval::write_weights;
use loxodon::types::counted;
use serde_json::{Value, json};

use crate::arena::{EngineSpec, Log, Rig, SIGMAS_95};
use crate::progress;
use crate::weight_tables::{prior, to_unit};
use knob::{Knob, turned};
use knobs::{Grain, knobs};
use slopes::{Opponent, Slope, slopes, true_spread, turns};
use trial::{Plan, Trial, directions, plan};

/// A table of the least size: it is made anew for each pair, and few nodes don't fill it.
const HASH: &str = "16";
/// What the engine with the turned knobs is called.
const TUNED: &str = "tuned";
/// How many trials there must be for a slope to have an error.
const FEWEST_TRIALS: usize = 2;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Where the new weights go, as a file for `loxodon --weights`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where pairs of games are noted, a line of JSON each; with a log that is there already the command goes on
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// The weights to start from; those of this build without it
    #[arg(long, value_name = "FILE")]
    prior: Option<PathBuf>,
    /// How many pairs of games; a longer run may take up a shorter one's log
    #[arg(long, default_value_t = 1000)]
    pairs: u64,
    /// How many nodes a turn may take
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A TSV file with a column `record` of setups and turns joined by ` ; `; each is played twice, sides swapped
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What knobs turn
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Grain::Tables])]
    grain: Vec<Grain>,
    /// How far knobs are turned: weights are multiplied by e to the power of it, or divided
    #[arg(long, default_value_t = 0.3, value_parser = positive)]
    strength: f64,
    /// How far the new weights go, in full turns: the root of the mean square over the knobs
    #[arg(long, default_value_t = 0.7, value_parser = positive)]
    step: f64,
    /// Decides which knobs are turned up when, and the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many pairs are played at once, each with two processes of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// The engine's program, which has to take `--weights FILE`; `loxodon` beside this program without it
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// Play against this engine instead of the opposite setting: cmd='PROGRAM ARGUMENTS' [name=NAME] [option.NAME=VALUE]…
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    against: Option<Vec<String>>,
    /// Pass over lines that AEI doesn't have instead of ending with an error
    #[arg(long)]
    lenient: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if value > 0.0 && value <= 10.0 => Ok(value),
        _ => Err("a number above 0, and at most 10, is needed".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let (scale, prior) = prior(arguments.prior.as_deref())?;
    let knobs = knobs(&arguments.grain, &prior);
    let opponent = arguments.opponent()?;
    let rig = Rig::new(arguments.openings.as_deref())?;
    let plans = plan(arguments.pairs, knobs.len(), rig.openings(), arguments.seed);
    let parameters = arguments.parameters(&knobs, &prior, &rig, opponent.as_ref());
    let (mut log, mut trials): (Log, Vec<Trial>) = Log::open(&arguments.log, &parameters)?;
    let inputs = arguments.prior.iter().chain(&arguments.openings);
    let out = OutputFile::new(&arguments.out, inputs.chain([&arguments.log]))?;
    ensure!(
        trials.iter().all(|trial| plans
            .iter()
            .any(|plan| plan.pair == trial.pair && plan.up == trial.up)),
        "the log {} has pairs that are not planned; more --pairs may be needed",
        arguments.log.display()
    );
    let left = plans
        .into_iter()
        .filter(|plan| trials.iter().all(|trial| trial.pair != plan.pair));
    let bench = Bench {
        rig: &rig,
        knobs: &knobs,
        prior: &prior,
        scale,
        engine: arguments.engine()?,
        options: [
            ("nodes", arguments.nodes.to_string()),
            ("threads", "1".to_owned()),
            ("hash", HASH.to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec(),
        strength: arguments.strength,
        opponent,
        lenient: arguments.lenient,
    };
    let bar = progress::bar(arguments.pairs, trials.len() as u64, "pairs");
    let played = bench.play_all(left.collect(), arguments.concurrency, &mut |trial| {
        log.append(&trial)?;
        trials.push(trial);
        bar.inc(1);
        Ok(())
    });
    bar.finish();
    if trials.len() >= FEWEST_TRIALS {
        let slopes = slopes(&trials, knobs.len(), bench.opponent());
        let turns = turns(&slopes, arguments.step);
        let header = arguments.header(trials.len());
        out.write(bench.weights(&turns, &header).as_bytes())?;
        writeln!(
            io::stdout(),
            "{}\n\n{}; the true slopes spread by {:.1} Elo\n{} is written",
            table(&knobs, &slopes, &turns),
            counted(trials.len(), "pair"),
            true_spread(&slopes),
            arguments.out.display()
        )?;
    }
    played?;
    ensure!(
        !rig.is_interrupted(),
        "stopped after {} of {}; the same command continues",
        trials.len(),
        counted(arguments.pairs, "pair")
    );
    Ok(())
}

/// The knobs with their slopes, the surest first.
fn table(knobs: &[Knob], slopes: &[Slope], turns: &[f64]) -> String {
    let mut rows: Vec<_> = knobs.iter().zip(slopes).zip(turns).collect();
    rows.sort_by(|((_, a), _), ((_, b), _)| {
        let sureness = |slope: &Slope| slope.elo.abs() / slope.error.max(f64::MIN_POSITIVE);
        sureness(b).total_cmp(&sureness(a))
    });
    let rows = rows.into_iter().map(|((knob, slope), turns)| {
        let margin = SIGMAS_95 * slope.error;
        let elo = slope.elo;
        format!("{elo:+12.1} ± {margin:5.1}   {turns:+12.2}  {}", knob.name)
    });
    let header = "   Elo from down to up   turned by  knob".to_owned();
    iter::once(header)
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}

impl Arguments {
    fn engine(&self) -> anyhow::Result<PathBuf> {
        if let Some(engine) = &self.engine {
            return Ok(engine.clone());
        }
        let own = std::env::current_exe().context("this program's place is unknown")?;
        Ok(own.with_file_name(format!("loxodon{}", std::env::consts::EXE_SUFFIX)))
    }

    /// The engine that all games are played against, if they are.
    fn opponent(&self) -> anyhow::Result<Option<EngineSpec>> {
        let Some(words) = &self.against else {
            return Ok(None);
        };
        let opponent = EngineSpec::read(words.iter(), "opponent").context("--against")?;
        ensure!(
            opponent.name != TUNED,
            "--against: {TUNED:?} is what the engine that is tuned is called"
        );
        Ok(Some(opponent))
    }

    /// What must be the same for a log to be taken up again.
    fn parameters(
        &self,
        knobs: &[Knob],
        prior: &[f64],
        rig: &Rig,
        opponent: Option<&EngineSpec>,
    ) -> Value {
        let names: Vec<&str> = knobs.iter().map(|knob| knob.name.as_str()).collect();
        let mut parameters = json!({
            "loxodon_tune": 1,
            "nodes": self.nodes,
            "strength": self.strength,
            "seed": self.seed,
            "openings": rig.openings(),
            "openings_hash": rig.openings_hash(),
            "knobs": names,
            "prior": crc32fast::hash(write_weights("", 1.0, prior).as_bytes()),
        });
        if let Some(opponent) = opponent {
            parameters["against"] = json!(opponent);
        }
        parameters
    }

    /// What the parameter file says about itself.
    fn header(&self, pairs: usize) -> String {
        let today = jiff::Timestamp::now().strftime("%Y-%m-%d");
        let prior = match &self.prior {
            Some(path) => path.display().to_string(),
            None => "the weights of the build".to_owned(),
        };
        let against = if self.against.is_some() {
            " against another engine"
        } else {
            ""
        };
        format!(
            "Weights of the evaluation in centi-rabbits, to one decimal. Written by `loxodon-tuning tune`: don't edit.\n\
             Tuned on {today} by {pairs} pairs of games at {} nodes a turn{against}, a step of {} from {prior}.",
            self.nodes, self.step
        )
    }
}

/// Where pairs are played.
struct Bench<'a> {
    rig: &'a Rig,
    knobs: &'a [Knob],
    prior: &'a [f64],
    scale: f64,
    engine: PathBuf,
    options: Vec<(String, String)>,
    strength: f64,
    opponent: Option<EngineSpec>,
    lenient: bool,
}

impl Bench<'_> {
    /// Plays all pairs, several at once, and hands each result on.
    fn play_all(
        &self,
        plans: Vec<Plan>,
        concurrency: u16,
        take: &mut dyn FnMut(Trial) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (to_play, waiting) = unbounded();
        for plan in plans {
            to_play.send(plan)?;
        }
        drop(to_play);
        thread::scope(|scope| {
            let (played, results) = bounded(usize::from(concurrency));
            for _ in 0..concurrency {
                let (waiting, played) = (waiting.clone(), played.clone());
                scope.spawn(move || self.work(&waiting, &played));
            }
            drop(played);
            let mut done = Ok(());
            for result in results {
                if done.is_ok() {
                    done = result.and_then(&mut *take);
                }
                if done.is_err() {
                    self.rig.interrupt();
                }
            }
            done
        })
    }

    fn work(&self, plans: &Receiver<Plan>, results: &Sender<anyhow::Result<Trial>>) {
        for plan in plans {
            let result = self.play(plan).transpose();
            let Some(result) = result else {
                return;
            };
            if results.send(result).is_err() || self.rig.is_interrupted() {
                return;
            }
        }
    }

    /// Plays a pair; none if it was given up.
    fn play(&self, plan: Plan) -> anyhow::Result<Option<Trial>> {
        let folder = tempfile::tempdir().context("no temporary folder can be made")?;
        let up: Vec<f64> = directions(&plan.up).collect();
        let tuned = self.engine(TUNED, &up, &folder.path().join("tuned.txt"))?;
        let opponent = if let Some(opponent) = &self.opponent {
            opponent.clone()
        } else {
            let down: Vec<f64> = up.iter().map(|turns| -turns).collect();
            self.engine("opposite", &down, &folder.path().join("opposite.txt"))?
        };
        let won = self
            .rig
            .play_pair(&[tuned, opponent], plan.opening, self.lenient)
            .with_context(|| format!("pair {}", plan.pair))?;
        Ok(won.map(|won| Trial {
            pair: plan.pair,
            up: plan.up,
            won,
        }))
    }

    /// A parameter file with all knobs turned, the first rabbit worth what it was.
    fn weights(&self, turns: &[f64], header: &str) -> String {
        let mut weights = turned(self.prior, self.knobs, turns, self.strength);
        let factor = to_unit(&weights) / to_unit(self.prior);
        for weight in &mut weights {
            *weight *= factor;
        }
        write_weights(header, self.scale * factor, &weights)
    }

    /// Writes the weights, and describes an engine with them.
    fn engine(&self, name: &str, turns: &[f64], file: &Path) -> anyhow::Result<EngineSpec> {
        fs::write(file, self.weights(turns, ""))
            .with_context(|| format!("{} can't be written", file.display()))?;
        let words = [&self.engine, Path::new("aei"), Path::new("--weights"), file];
        let command = words
            .map(|word| word.to_str().map(str::to_owned))
            .into_iter()
            .collect::<Option<_>>()
            .context("the path of the engine or of the temporary folder is no text")?;
        Ok(EngineSpec {
            name: name.to_owned(),
            command,
            options: self.options.clone(),
        })
    }

    fn opponent(&self) -> Opponent {
        if self.opponent.is_some() {
            Opponent::Other
        } else {
            Opponent::Opposite
        }
    }
}
