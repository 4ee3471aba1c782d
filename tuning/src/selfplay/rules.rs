use clap::Args;
use loxodon::search::Limits;
use serde::{Deserialize, Serialize};

/// What games depend on beside their seeds: with the same rules and the same engine, a seed gives the same records.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rules {
    /// Nodes that the search of each turn may take.
    #[arg(long, default_value_t = 2000, conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Steps to which each turn is searched, instead of a number of nodes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// The size of each game's transposition table in MiB.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub(super) hash: u64,
    /// How many turns after the setups are played at random, those of both sides counted.
    #[arg(long, default_value_t = 4, value_name = "TURNS")]
    pub(super) random_turns: u16,
    /// How likely a later turn is to be played at random, up to --random-until.
    #[arg(long, default_value_t = 0.05, value_name = "SHARE", value_parser = share)]
    pub(super) random_share: f64,
    /// The turn, those of both sides counted, from which on no turn is played at random.
    #[arg(long, default_value_t = 24, value_name = "TURN")]
    pub(super) random_until: u16,
    /// Games still undecided after so many turns, those of both sides counted, go to the side with the better official
    /// score.
    #[arg(long, default_value_t = 240, value_name = "TURNS", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) longest: u16,
    /// Ends a game once the searches of four turns in a row agree that a side is ahead by so many centi-rabbits.
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(1..))]
    pub(super) resign_score: Option<i32>,
    /// Records positions that the search found decided, too.
    #[arg(long)]
    pub(super) keep_decided: bool,
    /// Records positions in a tactical shoot-out, too.
    #[arg(long)]
    pub(super) keep_sharp: bool,
}

impl Rules {
    /// The limits of each turn's search.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.depth.is_none().then_some(self.nodes),
            ..Limits::default()
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a number from 0 to 1 is needed".to_owned()),
    }
}
