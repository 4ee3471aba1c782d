//! Games of Loxodon against itself: positions that its searches evaluate are labelled and written as records.
//!
//! A game depends on its seed and the [`Rules`] alone: every game has an engine of its own, with an empty table. Games
//! are played side by side but written in the order of their seeds, so the file is the same whatever the number of
//! threads, and whether or not the work was interrupted.

mod game;
mod label;
mod outlook;
mod rules;
mod shard;
mod taste;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use loxodon::eval::Network;
use loxodon::types::counted;
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::network_file::read_network;
use crate::opening_file::read_openings;
use crate::output::say;
use crate::progress;
use crate::record::Record;
use crate::stop::Stop;
use rules::Rules;
use shard::{Identity, Shard};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The file that the records are appended to. Beside it, FILE.progress.json says how far the work has come.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games to play. The same command with more games continues the file.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of the first game; the next ones have the seeds after it.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// How many games are played side by side; as many as there are cores if it is left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where games begin: a TSV file with a column `record` of setups and turns joined by ` ; `. Without it they begin with
    /// setups that the engine chooses.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The network that plays and labels; the one built in if it is left out.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let seeds = arguments.seed
        ..arguments.seed.checked_add(arguments.games).context(
            "the last game's seed is above 2^32 - 2: choose a smaller --seed or fewer --games",
        )?;
    let threads = match arguments.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism()?.get(),
    };
    let openings = match &arguments.openings {
        Some(path) => read_openings(path)?,
        None => Vec::new(),
    };
    let network = match &arguments.network {
        Some(path) => read_network(path)?,
        None => Network::built_in(),
    };
    let identity = Identity::new(arguments.seed, &arguments.rules, &openings, &network)?;
    let mut shard = Shard::open(&arguments.out, identity)?;
    let done = shard.games();
    let before = shard.positions();
    let stop = Stop::on_ctrl_c("finishing the games that have begun")?;
    let bar = progress::bar(arguments.games.into(), done.into(), "games");
    let started = Instant::now();
    let rest = seeds.start.saturating_add(done)..seeds.end;
    let play = |seed| game::play(seed, &arguments.rules, &openings, &network);
    let played = play_all(rest, threads, play, &stop, |records| {
        shard.append(&records)?;
        bar.set_position(shard.games().into());
        let new = shard.positions() - before;
        bar.set_message(format!(", {} positions/s", per_second(new, started)));
        Ok(())
    });
    let saved = shard.save();
    bar.finish_and_clear();
    played?;
    saved?;
    let new = shard.positions() - before;
    say(format_args!(
        "{}: {}, {}; {new} of them now, in {:.1} s, {} positions/s\n",
        arguments.out.display(),
        counted(shard.games(), "game"),
        counted(shard.positions(), "position"),
        started.elapsed().as_secs_f64(),
        per_second(new, started),
    ));
    if shard.games() < arguments.games {
        bail!(
            "stopped after {} of {}; the same command continues",
            shard.games(),
            counted(arguments.games, "game")
        );
    }
    Ok(())
}

/// Plays the games of these seeds side by side, and hands their records on in the order of the seeds.
///
/// Seeds are given out in order, so once `stop` is set those given out are finished and no gap is left.
fn play_all(
    seeds: Range<u32>,
    threads: usize,
    play: impl Fn(u32) -> anyhow::Result<Vec<Record>> + Sync,
    stop: &Stop,
    mut finished: impl FnMut(Vec<Record>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let mut next = seeds.start;
    let (sender, receiver) = mpsc::channel();
    let play = &play;
    thread::scope(|scope| {
        scope.spawn(move || {
            pool.install(|| {
                seeds
                    .take_while(|_| !stop.is_set())
                    .par_bridge()
                    .for_each_with(sender, |sender, seed| {
                        // Nobody hears the games that end after an error has ended the work.
                        let _ = sender.send((seed, play(seed)));
                    });
            });
        });
        let mut ahead = BTreeMap::new();
        for (seed, records) in receiver {
            ahead.insert(seed, records);
            while let Some(records) = ahead.remove(&next) {
                if let Err(error) = records.and_then(&mut finished) {
                    stop.set();
                    return Err(error);
                }
                next += 1;
            }
        }
        Ok(())
    })
}

fn per_second(positions: u64, started: Instant) -> u64 {
    (positions as f64 / started.elapsed().as_secs_f64().max(1e-3)).round() as u64
}
