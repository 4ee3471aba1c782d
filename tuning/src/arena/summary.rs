//! `summary`: what a finished match comes to, a line of JSON to keep where its games aren't kept.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::elo::Estimate;
use super::game_record::GameRecord;
use super::log;
use super::sprt::Sprt;
use super::tally::Tally;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Logs of `match`
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    for path in &arguments.logs {
        let (header, games) = log::read(path)?;
        let header = serde_json::from_value(header)
            .with_context(|| format!("the log {}: its first line", path.display()))?;
        let line = serde_json::to_string(&Summary::new(header, &games))?;
        writeln!(io::stdout(), "{line}")?;
    }
    Ok(())
}

/// What a log's header says of the match, without the commands, which mean nothing on another machine.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    engines: [Engine; 2],
    /// The time control, if a clock ran.
    tc: Option<String>,
    openings: usize,
    openings_hash: String,
    seed: u64,
    max_turns: u32,
    /// elo0, elo1, alpha and beta of the test, if there was one.
    sprt: Option<[f64; 4]>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Engine {
    name: String,
    options: Vec<(String, String)>,
}

/// A match in one line; results are from the first engine's point of view.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Summary {
    #[serde(flatten)]
    header: Header,
    games: u64,
    /// Games won by each engine.
    wins: [u64; 2],
    /// Pairs of games of which it has won 0, 1 and 2.
    pairs: [u64; 3],
    /// Games that each engine has lost by a fault of its own.
    faults: [u64; 2],
    /// By how much it is stronger, to a tenth of an Elo; null if that can't be told.
    elo: Option<f64>,
    /// The 95 % interval of that; null for an end without bound.
    elo_95: Option<[Option<f64>; 2]>,
    /// The test's log-likelihood ratio, to a hundredth.
    llr: Option<f64>,
    /// The hypothesis that the test has accepted, or `undecided`.
    verdict: Option<String>,
}

impl Summary {
    fn new(header: Header, games: &[GameRecord]) -> Self {
        let mut tally = Tally::new(&header.engines[0].name);
        for game in games {
            tally.add(game);
        }
        let faults = tally.faults.values();
        let faults = faults.fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
        Self::of_counts(header, tally.wins, tally.pairs, faults)
    }

    fn of_counts(header: Header, wins: [u64; 2], pairs: [u64; 3], faults: [u64; 2]) -> Self {
        let estimate = Estimate::of(&pairs);
        let test = header.sprt.map(|[elo0, elo1, alpha, beta]| {
            let sprt = Sprt {
                elo0,
                elo1,
                alpha,
                beta,
            };
            let ratio = sprt.log_likelihood_ratio(&pairs);
            (ratio, sprt.verdict(ratio))
        });
        let bound = |elo: f64| elo.is_finite().then(|| rounded(elo, 10.0));
        Self {
            header,
            games: wins.iter().sum(),
            wins,
            pairs,
            faults,
            elo: estimate.map(|found| rounded(found.elo, 10.0)),
            elo_95: estimate.map(|found| [bound(found.low), bound(found.high)]),
            llr: test.map(|(ratio, _)| rounded(ratio, 100.0)),
            verdict: test.map(|(_, verdict)| verdict.name().to_owned()),
        }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The matches that decided something, in the repository.
    const KEPT: &str = include_str!("../../results/matches.jsonl");

    #[test]
    fn kept_matches_add_up() {
        for line in KEPT.lines() {
            let kept: Summary = serde_json::from_str(line).unwrap();
            let [none, one, both] = kept.pairs;
            // A match that was interrupted has games whose pairs aren't whole.
            assert!(one + 2 * both <= kept.wins[0], "{line}");
            assert!(one + 2 * none <= kept.wins[1], "{line}");
            let header = serde_json::from_str(line).unwrap();
            let again = Summary::of_counts(header, kept.wins, kept.pairs, kept.faults);
            assert_eq!(again, kept);
        }
        assert!(KEPT.lines().count() > 10);
    }
}
