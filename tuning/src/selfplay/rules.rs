use crate::values::share;
use clap::Args;
use loxodon::search::{Limits, Sampling};
use serde::{Deserialize, Serialize};

/// What games depend on beside their seeds: with the same rules, openings and engine, a seed gives the same records.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// Nodes that the search of each turn may take.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions sampled from each of these searches, of those that it evaluates.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4096))]
    samples: u32,
    /// Nodes of the search that labels a sampled position; 0 for its static evaluation alone.
    #[arg(long, default_value_t = 1000)]
    pub(super) label_nodes: u64,
    /// The deepest that such a search may go, in steps.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=6))]
    label_depth: u32,
    /// Positions after so many steps of the best turn that such a search finds are labelled by it, too.
    #[arg(long, default_value_t = 2, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(0..=3))]
    pub(super) line_steps: u32,
    /// Up to this many turns after the opening are played at random, those of both sides counted.
    #[arg(long, default_value_t = 3, value_name = "TURNS")]
    pub(super) random_turns: u16,
    /// How likely a later turn is to be played at random.
    #[arg(long, default_value_t = 0.04, value_name = "SHARE", value_parser = share)]
    pub(super) random_share: f64,
    /// How much each side's taste, drawn anew for each game, changes what the network thinks that its pieces are worth here
    /// or there, in centi-rabbits; 0 for none. So games come to other positions than the network alone would seek.
    #[arg(long, default_value_t = 0.0, value_name = "CENTI_RABBITS", value_parser = taste)]
    pub(super) taste: f64,
    /// The sides play by their tastes for up to so many turns after the opening, drawn anew for each game, those of both sides
    /// counted. Then they play by the network as it is, and only then are positions sampled.
    #[arg(long, default_value_t = 50, value_name = "TURNS")]
    pub(super) taste_turns: u16,
    /// Nodes that the search of each of these turns may take.
    #[arg(long, default_value_t = 300, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    taste_nodes: u64,
    /// How far labels look ahead along the game: the win probability that the searches of the next turns see counts, that of
    /// each turn this share of the one before, and in the end the result. Without it labels are by searches alone.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(super) lambda: Option<f64>,
    /// How much of what --lambda sees ahead counts in a label; the rest is the score of the search.
    #[arg(long, default_value_t = 0.5, value_name = "SHARE", value_parser = share)]
    pub(super) lambda_share: f64,
    /// Games still undecided after so many turns, those of both sides counted, go to the side with the better official
    /// score.
    #[arg(long, default_value_t = 240, value_name = "TURNS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) longest: u16,
    /// Ends a game once the searches of four turns in a row agree that a side is ahead by so many centi-rabbits.
    #[arg(long, default_value_t = 2500, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(1..))]
    pub(super) resign_score: i32,
    /// The size of each game's transposition table in MiB.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(super) hash: u64,
}

impl Rules {
    /// Returns the limits of a turn's search, whose evaluated positions are sampled.
    pub(super) fn turn_limits(&self, seed: u64) -> Limits {
        Limits {
            nodes: Some(self.nodes),
            sampling: Some(Sampling {
                positions: self.samples as usize,
                seed,
            }),
            ..Limits::default()
        }
    }

    /// Returns the limits of a turn's search by a taste.
    pub(super) fn taste_limits(&self) -> Limits {
        Limits {
            nodes: Some(self.taste_nodes),
            ..Limits::default()
        }
    }

    /// Returns the limits of the search that labels a position.
    pub(super) fn label_limits(&self) -> Limits {
        Limits {
            nodes: Some(self.label_nodes),
            depth: Some(self.label_depth),
            ..Limits::default()
        }
    }
}

fn taste(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(taste) if (0.0..=200.0).contains(&taste) => Ok(taste),
        _ => Err("a number from 0 to 200 is needed".to_owned()),
    }
}
