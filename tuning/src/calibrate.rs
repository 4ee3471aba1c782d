//! `calibrate`: how scores of a network relate to the results of games.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::HumanCount;
use loxodon::cli::output_file::OutputFile;
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::notation::read_record;
use loxodon::types::Side;
use serde::Deserialize;

use crate::arena::log;
use crate::network_file::read_network;
use crate::output::say;

/// Turns of both sides after the setups that don't count: openings are balanced by choice.
const OPENING_TURNS: usize = 8;
/// The moves of a game that set up.
const SETUPS: usize = 2;
/// The win scales that are looked at, in centi-rabbits.
const SCALES: (f64, f64) = (50.0, 5000.0);
/// How often the interval that holds the best scale is made smaller.
const NARROWINGS: usize = 60;
/// The bands of predicted win probability in the table.
const BANDS: usize = 10;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The network.
    #[arg(long, value_name = "FILE")]
    network: PathBuf,
    /// Where the network goes with the win scale that fits best; without it only the table is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Logs of `match`, whose games say what a score is worth.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let network = read_network(&arguments.network)?;
    let mut calibration = Calibration::default();
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    for path in &arguments.files {
        calibration.read(path, &mut evaluator)?;
    }
    ensure!(
        !calibration.scored.is_empty(),
        "the logs hold no game to calibrate by"
    );
    let win_scale = calibration.win_scale();
    say(format_args!("{}", calibration.table(win_scale)));
    if let Some(out) = &arguments.out {
        let mut bytes = Vec::new();
        let calibrated = Network::clone(&network).with_win_scale(win_scale)?;
        calibrated.write(&mut bytes)?;
        OutputFile::new(out, &arguments.files)?.write(&bytes)?;
    }
    Ok(())
}

/// What counts of a game in a log.
#[derive(Deserialize)]
struct Logged {
    gold: String,
    winner: String,
    record: String,
}

/// Scores for the side to move, each with whether that side won the game.
#[derive(Default)]
struct Calibration {
    scored: Vec<(f64, bool)>,
}

impl Calibration {
    /// Evaluates the positions between the turns of a log's games.
    fn read(&mut self, path: &Path, evaluator: &mut Evaluator) -> anyhow::Result<()> {
        let (_, games): (_, Vec<Logged>) = log::read(path)?;
        for (index, logged) in games.iter().enumerate() {
            let place = || format!("the log {}: line {}", path.display(), index + 2);
            let game = read_record(&logged.record, None).with_context(place)?;
            let winner = if logged.winner == logged.gold {
                Side::Gold
            } else {
                Side::Silver
            };
            let turns = game.positions().iter().skip(SETUPS + OPENING_TURNS);
            for position in turns {
                let score = evaluator.evaluate(position);
                let won = position.side_to_move() == winner;
                self.scored.push((f64::from(score.0), won));
            }
        }
        Ok(())
    }

    /// Returns the win scale by which the results are the most likely (golden-section search: the log-loss has one valley).
    fn win_scale(&self) -> f32 {
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
        for _ in 0..NARROWINGS {
            let inner = [high - ratio * (high - low), low + ratio * (high - low)];
            if self.log_loss(inner[0].exp()) < self.log_loss(inner[1].exp()) {
                high = inner[1];
            } else {
                low = inner[0];
            }
        }
        f64::midpoint(low, high).exp() as f32
    }

    /// Returns the mean log-loss of the win probability by that scale.
    fn log_loss(&self, scale: f64) -> f64 {
        let losses = self.scored.iter().map(|&(score, won)| {
            let towards = if won { score } else { -score };
            (-towards / scale).exp().ln_1p()
        });
        losses.sum::<f64>() / self.scored.len().max(1) as f64
    }

    /// Returns a table of predicted win probabilities and of how many of the games were won.
    fn table(&self, scale: f32) -> String {
        let mut bands = [(0u64, 0u64); BANDS];
        for &(score, won) in &self.scored {
            let predicted = 1.0 / (1.0 + (-score / f64::from(scale)).exp());
            let band = ((predicted * BANDS as f64) as usize).min(BANDS - 1);
            bands[band].0 += 1;
            bands[band].1 += u64::from(won);
        }
        let mut text = format!("win scale {scale:.0}\n  predicted      won   positions\n");
        for (band, (positions, won)) in bands.into_iter().enumerate() {
            let share = 100.0 * won as f64 / positions.max(1) as f64;
            let (from, to) = (10 * band, 10 * band + 10);
            // Writing to a string never fails.
            let _ = writeln!(
                text,
                "  {from:>2}-{to:>3} % {share:>7.1} % {:>11}",
                HumanCount(positions).to_string()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_found_by_which_games_were_won() {
        let scale = 250.0;
        let mut scored = Vec::new();
        for step in -20..=20 {
            let score = f64::from(step) * 50.0;
            let won = (1000.0 / (1.0 + (-score / scale).exp())).round() as usize;
            scored.extend((0..1000).map(|game| (score, game < won)));
        }
        let calibration = Calibration { scored };
        let found = f64::from(calibration.win_scale());
        assert!((found - scale).abs() < 2.0, "{found}");
        assert!(calibration.table(250.0).contains("50- 60 %"));
    }
}
