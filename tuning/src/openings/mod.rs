//! Openings for matches and self-play: balanced positions after the setups and two to four turns of each side.

mod setups;

use std::collections::HashSet;
use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use loxodon::engine::{Engine, Options};
use loxodon::rules::notation::board_string;
use loxodon::rules::{Move, Position};
use loxodon::search::{Limits, Line};
use loxodon::tactics::capture_hints::capture_steps;
use loxodon::types::Score;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::progress;

/// The turns after the setups, those of both sides counted: two to four of each side.
const TURNS: std::ops::RangeInclusive<usize> = 4..=8;
/// A turn is one of the best so many.
const BEST_TURNS: usize = 4;
/// The table of each candidate's engine, in MiB.
const HASH_MIB: u64 = 4;
/// Candidates that are made side by side before the next ones are begun.
const BATCH: u64 = 64;
const PIECES: usize = 32;

#[derive(Args)]
pub(crate) struct Arguments {
    /// How many openings to make.
    #[arg(long, default_value_t = 1200)]
    count: usize,
    /// The seed of the first candidate; the next ones have the seeds after it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that each turn is chosen by.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// How many centi-rabbits below the best turn a chosen one may be.
    #[arg(long, default_value_t = 40)]
    within: i32,
    /// Nodes of the search that judges whether the opening is balanced.
    #[arg(long, default_value_t = 50_000)]
    judge_nodes: u64,
    /// The most centi-rabbits that either side may be ahead.
    #[arg(long, default_value_t = 40)]
    most: i32,
    /// How many candidates are made side by side; as many as there are cores if it is left out.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A position with the way that leads there.
struct Opening {
    position: Position,
    turns: usize,
    score: Score,
    /// Setups and turns, joined by ` ; `.
    record: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.map_or(0, usize::from))
        .build()?;
    let bar = progress::bar(arguments.count as u64, 0, "openings");
    let mut output = io::stdout().lock();
    writeln!(output, "id\tside\tboard\tturns\tscore\trecord")?;
    let mut boards = HashSet::new();
    let mut number = 0;
    let mut first = arguments.seed;
    while number < arguments.count {
        let next = first
            .checked_add(BATCH)
            .context("there are no seeds left: choose a smaller --seed")?;
        // Batches keep the order of the seeds, so the openings don't depend on the number of threads.
        let candidates: Vec<_> = pool.install(|| {
            (first..next)
                .into_par_iter()
                .map(|seed| candidate(seed, arguments))
                .collect::<anyhow::Result<_>>()
        })?;
        for opening in candidates.into_iter().flatten() {
            if number < arguments.count && boards.insert(mirror_free(&opening.position)) {
                number += 1;
                write(&mut output, number, &opening)?;
            }
        }
        bar.set_position(number as u64);
        first = next;
    }
    bar.finish_and_clear();
    Ok(())
}

fn write(output: &mut impl Write, number: usize, opening: &Opening) -> io::Result<()> {
    let Opening {
        position,
        turns,
        score,
        record,
    } = opening;
    let side = position.side_to_move().letter();
    let board = board_string(position.board());
    writeln!(
        output,
        "o{number:04}\t{side}\t{board}\t{turns}\t{score}\t{record}"
    )
}

/// Returns the same text for a position and its mirror image.
fn mirror_free(position: &Position) -> String {
    let board = position.board();
    let text = board_string(board).min(board_string(&board.mirror_files()));
    format!("{}{text}", position.side_to_move().letter())
}

/// Plays the opening of that seed; none if it is no good for a match.
fn candidate(seed: u64, arguments: &Arguments) -> anyhow::Result<Option<Opening>> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut engine = Engine::new(Options {
        hash_mib: HASH_MIB,
        threads: 1,
        seed: Some(seed),
    })?;
    let turns = random.random_range(TURNS);
    let mut record = Vec::new();
    while engine.game().is_setting_up() {
        let setup = setups::choose(&mut engine, &mut random)?;
        record.push(setup.to_string());
        engine.play(&setup.to_string())?;
    }
    for _ in 0..turns {
        let lines = search(&mut engine, arguments.nodes, BEST_TURNS);
        let Some(best) = lines.first().map(|line| line.score) else {
            return Ok(None);
        };
        let good: Vec<_> = lines
            .iter()
            .filter(|line| best.0 - line.score.0 <= arguments.within)
            .collect();
        let line = good.choose(&mut random).context("the best is good")?;
        let text = engine.game().write_move(&Move::Turn(line.turns[0].clone()));
        engine.play(&text)?;
        record.push(text);
    }
    let position = *engine.game().position();
    if engine.game().outcome().is_some() || !is_calm(&position) {
        return Ok(None);
    }
    let lines = search(&mut engine, arguments.judge_nodes, 1);
    Ok(lines
        .first()
        .filter(|line| line.score.0.abs() <= arguments.most)
        .map(|line| Opening {
            position,
            turns,
            score: line.score,
            record: record.join(" ; "),
        }))
}

fn search(engine: &mut Engine, nodes: u64, lines: usize) -> Vec<Line> {
    let limits = Limits {
        nodes: Some(nodes),
        multi_pv: lines.try_into().unwrap_or(std::num::NonZeroUsize::MIN),
        ..Limits::default()
    };
    engine.prepare(limits).run(&mut ()).last.lines
}

/// Returns whether no piece is lost and neither side could begin to capture one now.
fn is_calm(position: &Position) -> bool {
    let board = *position.board();
    let other = Position::new(board, !position.side_to_move());
    board.occupied().len() == PIECES
        && capture_steps(position).is_empty()
        && capture_steps(&other).is_empty()
}
