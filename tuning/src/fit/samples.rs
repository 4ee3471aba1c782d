//! The records as the regression needs them.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use loxodon::eval::coefficients;
use loxodon::types::Side;
use rayon::prelude::*;

use super::scale;
use crate::record::{RECORD_SIZE, Record};
use crate::sharp::is_sharp;

#[derive(Args)]
#[group(id = "records")]
pub(super) struct Options {
    /// How much of the target is the game's result; the rest is what searches found.
    #[arg(long, default_value_t = 0.2, value_name = "SHARE", value_parser = share)]
    pub(super) result_share: f64,
    /// How much of what searches found is taken from the next record of the game rather than from the record itself, and
    /// so on: 0 is the record's own search alone, near 1 all up to the end of the game count.
    #[arg(long, default_value_t = 0.7, value_name = "SHARE", value_parser = share)]
    pub(super) ahead: f64,
    /// Records with a score beyond so many centi-rabbits are left out: there is nothing more to judge.
    #[arg(long, default_value_t = 3000, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(1..))]
    pub(super) most_score: i32,
    /// Records of the first turns, both sides' counted, are left out.
    #[arg(long, default_value_t = 0, value_name = "TURNS")]
    pub(super) from_ply: u16,
    /// Records of positions in a tactical shoot-out, which self-play has recorded if asked to, are left out.
    #[arg(long)]
    pub(super) quiet: bool,
    /// One game in so many is held out.
    #[arg(long, default_value_t = 10, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(2..))]
    pub(super) held_out: u64,
}

pub(crate) fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a number from 0 to 1 is needed".to_owned()),
    }
}

/// Positions with what their evaluations should say, by weight and count. One row for each position.
#[derive(Default)]
pub(super) struct Samples {
    /// Where each row ends.
    ends: Vec<usize>,
    weights: Vec<u16>,
    counts: Vec<f32>,
    /// The win probability that the evaluation should say, for the side to move.
    targets: Vec<f32>,
    /// 1 if the side to move has won the game, else 0.
    results: Vec<f32>,
}

/// One position.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    weights: &'a [u16],
    counts: &'a [f32],
    pub(super) target: f64,
    pub(super) result: f64,
}

/// The records that were read, sorted out.
pub(super) struct Sifted {
    pub(super) training: Samples,
    pub(super) held_out: Samples,
    /// How many centi-rabbits of a search score make a win *e* times as likely.
    pub(super) scale: f64,
    /// What searches find better for the side to move than the prior's evaluation says, in centi-rabbits.
    pub(super) tempo: f64,
    pub(super) counts: Counts,
}

/// What became of the records.
#[derive(Default)]
pub(super) struct Counts {
    records: usize,
    games: usize,
    beyond: usize,
    early: usize,
    sharp: usize,
    duplicates: usize,
    training: usize,
    held_out: usize,
    held_out_games: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            records,
            games,
            beyond,
            early,
            sharp,
            duplicates,
            training,
            held_out,
            held_out_games,
        } = self;
        writeln!(
            f,
            "{records} records of {games} games; left out: {beyond} decided, {early} early, {sharp} sharp, {duplicates} again"
        )?;
        writeln!(
            f,
            "{training} for training, {held_out} of {held_out_games} games held out"
        )
    }
}

impl Samples {
    pub(super) const fn len(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn get(&self, index: usize) -> Sample<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let end = self.ends[index];
        Sample {
            weights: &self.weights[start..end],
            counts: &self.counts[start..end],
            target: f64::from(self.targets[index]),
            result: f64::from(self.results[index]),
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Sample<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    fn push(&mut self, coefficients: &[(usize, f64)], target: f64, result: f64) {
        for &(weight, count) in coefficients {
            self.weights.push(weight as u16);
            self.counts.push(count as f32);
        }
        self.ends.push(self.weights.len());
        self.targets.push(target as f32);
        self.results.push(result as f32);
    }

    /// The mean cross entropy of the win probabilities against the targets.
    pub(super) fn error(&self, weights: &[f64], scale: f64) -> f64 {
        self.mean_error(weights, scale, |sample| sample.target)
    }

    /// The least that it can be: the mean entropy of the targets, which are rarely 0 or 1.
    pub(super) fn least_error(&self) -> f64 {
        let targets = self.targets.iter().map(|&target| f64::from(target));
        targets.map(entropy).sum::<f64>() / self.len() as f64
    }

    /// The mean cross entropy against the results of the games.
    pub(super) fn error_of_results(&self, weights: &[f64], scale: f64) -> f64 {
        self.mean_error(weights, scale, |sample| sample.result)
    }

    fn mean_error(&self, weights: &[f64], scale: f64, wanted: impl Fn(&Sample) -> f64) -> f64 {
        let errors = self
            .iter()
            .map(|sample| cross_entropy(sample.evaluation(weights) / scale, wanted(&sample)));
        errors.sum::<f64>() / self.len() as f64
    }
}

impl<'a> Sample<'a> {
    /// Weight and count of all that counts.
    pub(super) fn entries(self) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let weights = self.weights.iter().map(|&weight| usize::from(weight));
        weights.zip(self.counts.iter().map(|&count| f64::from(count)))
    }

    /// The evaluation with these weights.
    pub(super) fn evaluation(self, weights: &[f64]) -> f64 {
        self.entries()
            .map(|(weight, count)| weights[weight] * count)
            .sum()
    }
}

/// The logistic curve.
pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross entropy between the wanted probability and the curve's at `x`.
pub(super) fn cross_entropy(x: f64, wanted: f64) -> f64 {
    // -wanted ln σ(x) - (1 - wanted) ln σ(-x), safe for large x.
    x.max(0.0) - x * wanted + (-x.abs()).exp().ln_1p()
}

/// The cross entropy between a probability and itself: none of what is sure.
fn entropy(probability: f64) -> f64 {
    let part = |share: f64| {
        if share > 0.0 {
            -share * share.ln()
        } else {
            0.0
        }
    };
    part(probability) + part(1.0 - probability)
}

/// Reads all files and sorts their records out.
///
/// Searches find more for the side to move than there is on the board, since it can do something about it: the median of
/// what they find more than the prior's weights say is taken off their scores. An evaluation has no business with it:
/// the leaves of a search are alike in this. Without a scale of the scores it is taken from the results of these games.
pub(super) fn read(
    files: &[PathBuf],
    options: &Options,
    prior: &[f64],
    scale: Option<f64>,
) -> anyhow::Result<Sifted> {
    let mut games = Vec::new();
    for path in files {
        read_games(path, &mut games)?;
    }
    let mut counts = Counts {
        records: games.iter().map(Vec::len).sum(),
        games: games.len(),
        ..Counts::default()
    };
    if games.is_empty() {
        bail!("the files have no records");
    }
    let scale = scale.unwrap_or_else(|| scale::of_searches(&games));
    let tempo = median(found_beyond(&games, prior, options));
    let mut seen = HashSet::new();
    let mut chosen: HashMap<bool, Vec<(&Record, f64)>> = HashMap::new();
    for game in &games {
        let is_held_out = scatter(game[0].seed).is_multiple_of(options.held_out);
        counts.held_out_games += usize::from(is_held_out);
        for (record, target) in game.iter().zip(targets(game, scale, tempo, options)) {
            if record.score.0.abs() > options.most_score {
                counts.beyond += 1;
            } else if record.ply < options.from_ply {
                counts.early += 1;
            } else if options.quiet && is_sharp(&record.position(), &record.best) {
                counts.sharp += 1;
            } else if !seen.insert(record.position().turn_key()) {
                counts.duplicates += 1;
            } else {
                chosen
                    .entry(is_held_out)
                    .or_default()
                    .push((record, target));
            }
        }
    }
    let [training, held_out] =
        [false, true].map(|held_out| sampled(&chosen.remove(&held_out).unwrap_or_default()));
    counts.training = training.len();
    counts.held_out = held_out.len();
    Ok(Sifted {
        training,
        held_out,
        scale,
        tempo,
        counts,
    })
}

/// What the search of each record found for the side to move beyond the evaluation by these weights.
fn found_beyond(games: &[Vec<Record>], weights: &[f64], options: &Options) -> Vec<f64> {
    let judged = |record: &&Record| record.score.0.abs() <= options.most_score;
    let beyond = |record: &Record| {
        let counts = coefficients(&record.position());
        let evaluation: f64 = counts
            .iter()
            .map(|&(weight, count)| weights[weight] * count)
            .sum();
        f64::from(record.score.0) - evaluation
    };
    games
        .par_iter()
        .flatten()
        .filter(judged)
        .map(beyond)
        .collect()
}

/// The median; 0 of nothing.
fn median(mut numbers: Vec<f64>) -> f64 {
    if numbers.is_empty() {
        return 0.0;
    }
    let middle = numbers.len() / 2;
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The win probability that the evaluation of each record should say, for its side to move.
fn targets(game: &[Record], scale: f64, tempo: f64, options: &Options) -> Vec<f64> {
    let mut ahead = None;
    let mut targets: Vec<f64> = game
        .iter()
        .rev()
        .map(|record| {
            let gold_won = f64::from(u8::from(record.winner == Side::Gold));
            let tempo = match record.side {
                Side::Gold => tempo,
                Side::Silver => -tempo,
            };
            let found = (gold_score(record) - tempo) / scale;
            let found =
                (1.0 - options.ahead) * sigmoid(found) + options.ahead * ahead.unwrap_or(gold_won);
            ahead = Some(found);
            let gold = options.result_share * gold_won + (1.0 - options.result_share) * found;
            match record.side {
                Side::Gold => gold,
                Side::Silver => 1.0 - gold,
            }
        })
        .collect();
    targets.reverse();
    targets
}

/// What the search found, for gold.
pub(super) fn gold_score(record: &Record) -> f64 {
    let score = f64::from(record.score.0);
    match record.side {
        Side::Gold => score,
        Side::Silver => -score,
    }
}

fn sampled(records: &[(&Record, f64)]) -> Samples {
    let rows: Vec<Vec<(usize, f64)>> = records
        .par_iter()
        .map(|(record, _)| coefficients(&record.position()))
        .collect();
    let mut samples = Samples::default();
    for ((record, target), row) in records.iter().zip(rows) {
        let result = f64::from(u8::from(record.winner == record.side));
        samples.push(&row, *target, result);
    }
    samples
}

/// The records of a file, game by game.
fn read_games(path: &Path, games: &mut Vec<Vec<Record>>) -> anyhow::Result<()> {
    let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let (records, rest) = bytes.as_chunks::<RECORD_SIZE>();
    ensure!(
        rest.is_empty(),
        "{} ends within a record: its length must be a multiple of {RECORD_SIZE}",
        path.display()
    );
    let records: Vec<Record> = records
        .par_iter()
        .enumerate()
        .map(|(number, bytes)| {
            Record::unpack(bytes)
                .with_context(|| format!("{}: record {number} is corrupt", path.display()))
        })
        .collect::<anyhow::Result<_>>()?;
    let same_game = |one: &Record, next: &Record| one.seed == next.seed;
    games.extend(records.chunk_by(same_game).map(<[Record]>::to_vec));
    Ok(())
}

/// Spreads neighbouring seeds over all numbers (the finalizer of splitmix64).
const fn scatter(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_evaluation_errs_less_than_the_targets_let_it() {
        let mut samples = Samples::default();
        for (evaluation, target) in [(-40.0, 0.0), (0.25f64.ln(), 0.2), (0.0, 0.5), (40.0, 1.0)] {
            samples.push(&[(0, evaluation)], target, 1.0);
        }
        let least = samples.least_error();
        // Entropies of 0.2 and 0.5 in nats; of 0 and 1 there is nothing to know.
        assert!(
            (least - (0.500_402 + std::f64::consts::LN_2) / 4.0).abs() < 1e-6,
            "{least}"
        );
        assert!((samples.error(&[1.0], 1.0) - least).abs() < 1e-6);
        assert!(samples.error(&[0.8], 1.0) > least);
        assert!(samples.error(&[1.2], 1.0) > least);
    }
}
