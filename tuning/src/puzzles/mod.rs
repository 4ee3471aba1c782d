//! Puzzles with exact answers, from games of Loxodon against itself.
//!
//! A game depends on its seed alone, and puzzles are chosen in the order of the seeds, so the files are the same whatever
//! the number of threads. Every answer is checked by brute force over all distinct turns before it is written.

mod best_capture;
mod brute;
mod game;
mod goal_in_one;
mod goal_in_two;
mod kind;
mod only_defence;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use loxodon::cli::output_file::OutputFile;
use loxodon::rules::notation::board_string;
use loxodon::types::counted;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::output::say;
use game::Moment;
use kind::{Answer, Kind};

/// Games that are played side by side before their puzzles are chosen.
const BATCH: u64 = 32;
/// More games than this don't have the puzzles.
const MOST_GAMES: u64 = 20_000;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder that the files are written to.
    #[arg(long, value_name = "FOLDER", default_value = "positions/tactics")]
    out: PathBuf,
    /// The seed of the first game; the next ones have the seeds after it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played side by side; as many as there are cores if it is left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const KINDS: [Kind; 4] = [
    goal_in_one::KIND,
    best_capture::KIND,
    only_defence::KIND,
    goal_in_two::KIND,
];

/// The puzzles of a kind so far.
struct Collection {
    /// How many of each class are still wanted.
    wanted: Vec<usize>,
    rows: Vec<String>,
}

impl Collection {
    fn is_complete(&self) -> bool {
        self.wanted.iter().all(|&count| count == 0)
    }
}

/// A puzzle found in a game.
struct Found {
    kind: usize,
    class: usize,
    /// The row without its name.
    row: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.map_or(0, usize::from))
        .build()?;
    let mut collections = KINDS.each_ref().map(|kind| Collection {
        wanted: kind.wanted.to_vec(),
        rows: Vec::new(),
    });
    let all: usize = KINDS.iter().flat_map(|kind| kind.wanted).sum();
    let style =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} puzzles, missing {msg}, {elapsed}")?;
    let bar = ProgressBar::new(all as u64).with_style(style);
    let seeds = arguments.seed..arguments.seed.saturating_add(MOST_GAMES);
    for first in seeds.step_by(BATCH as usize) {
        let batch = first..first.saturating_add(BATCH);
        for found in pool.install(|| play_all(batch, &collections))? {
            let Collection { wanted, rows } = &mut collections[found.kind];
            if wanted[found.class] > 0 {
                wanted[found.class] -= 1;
                let letters = KINDS[found.kind].letters;
                rows.push(format!("{letters}{:03}\t{}", rows.len() + 1, found.row));
                bar.inc(1);
            }
        }
        let missing = collections.each_ref().map(|found| &found.wanted);
        bar.set_message(format!("{missing:?}"));
        if collections.iter().all(Collection::is_complete) {
            break;
        }
    }
    bar.finish_and_clear();
    write(arguments, &collections)
}

/// Returns the puzzles of the games of these seeds, in the order of the seeds.
fn play_all(seeds: Range<u64>, collections: &[Collection]) -> anyhow::Result<Vec<Found>> {
    let games: Vec<Vec<Found>> = seeds
        .into_par_iter()
        .map(|seed| puzzles_of(seed, collections))
        .collect::<anyhow::Result<_>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// Returns the puzzles of a game that are wanted, at most one of a kind from each phase of it.
fn puzzles_of(seed: u64, collections: &[Collection]) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    let mut taken = Vec::new();
    for moment in game::play(seed)? {
        for (index, (kind, collection)) in KINDS.iter().zip(collections).enumerate() {
            let place = (index, moment.phase());
            if collection.is_complete() || taken.contains(&place) {
                continue;
            }
            let answer = (kind.pose)(&moment)
                .with_context(|| format!("game {seed}, move {}", moment.label))?;
            if let Some(answer) = answer
                && collection.wanted[answer.class] > 0
            {
                taken.push(place);
                found.push(Found {
                    kind: index,
                    class: answer.class,
                    row: row(seed, &moment, &answer),
                });
            }
        }
    }
    Ok(found)
}

fn row(seed: u64, moment: &Moment, answer: &Answer) -> String {
    format!(
        "{}\t{}\t{seed}\t{}\t{}",
        moment.position.side_to_move().letter(),
        board_string(moment.position.board()),
        moment.label,
        answer.cells.join("\t")
    )
}

fn write(arguments: &Arguments, collections: &[Collection]) -> anyhow::Result<()> {
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("{} can't be made", arguments.out.display()))?;
    for (kind, collection) in KINDS.iter().zip(collections) {
        let path = arguments.out.join(kind.file);
        let mut text = format!("id\tside\tboard\tgame\tmove\t{}\n", kind.columns.join("\t"));
        for row in &collection.rows {
            text.push_str(row);
            text.push('\n');
        }
        OutputFile::new(&path, [] as [&Path; 0])?.write(text.as_bytes())?;
        let missing: usize = collection.wanted.iter().sum();
        say(format_args!(
            "{}: {}, {missing} missing\n",
            path.display(),
            counted(collection.rows.len(), "puzzle")
        ));
    }
    Ok(())
}
