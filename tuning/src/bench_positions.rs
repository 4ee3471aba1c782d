//! Positions for `loxodon bench`: one from each of a number of games that Loxodon plays against itself.

use std::io::{self, Write};

use clap::Args;
use loxodon::engine::{Engine, Options};
use loxodon::rules::Position;
use loxodon::rules::notation::board_string;
use loxodon::search::Limits;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::random_turn::play_move;

/// How likely a turn is to be chosen at random instead of by search, so that games differ and positions are not all
/// calm.
const RANDOM_TURNS: f64 = 0.1;
/// Games still undecided after so many turns are given up.
const LONGEST_GAME: u32 = 120;

#[derive(Args)]
pub(crate) struct Arguments {
    /// How many positions of each phase.
    #[arg(long, default_value_t = 8)]
    each: usize,
    /// Nodes that each turn of the games may take.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Where the random choices begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The part of a game that a position is from.
#[derive(Clone, Copy)]
enum Phase {
    Opening,
    Middlegame,
    Endgame,
}

impl Phase {
    const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }

    /// Returns whether a position belongs to the phase, by the number of its turn and of the pieces left.
    const fn includes(self, turn: u32, pieces: usize) -> bool {
        match self {
            Self::Opening => turn >= 3 && turn <= 7 && pieces >= 31,
            Self::Middlegame => turn >= 10 && pieces >= 22 && pieces <= 30,
            Self::Endgame => pieces <= 20,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "id\tside\tboard\tphase\tgame\tmove")?;
    let mut number = 0;
    let mut seed = arguments.seed;
    for phase in Phase::ALL {
        let mut found = 0;
        while found < arguments.each {
            if let Some((label, position)) = find(phase, seed, arguments.nodes)? {
                found += 1;
                number += 1;
                writeln!(
                    output,
                    "b{number:02}\t{}\t{}\t{}\t{seed}\t{label}",
                    position.side_to_move().letter(),
                    board_string(position.board()),
                    phase.name(),
                )?;
            }
            seed += 1;
        }
    }
    Ok(())
}

/// Plays the game of that seed, and chooses one of its positions of that phase.
fn find(phase: Phase, seed: u64, nodes: u64) -> anyhow::Result<Option<(String, Position)>> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut engine = Engine::new(Options {
        hash_mib: 16,
        threads: 1,
        seed: Some(seed),
    })?;
    let mut candidates = Vec::new();
    while engine.game().outcome().is_none() && engine.game().label().number <= LONGEST_GAME {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let game = engine.game();
        let label = game.label();
        let pieces = game.position().board().occupied().len();
        if !game.is_setting_up() && phase.includes(label.number, pieces) {
            candidates.push((label.to_string(), *game.position()));
        }
        play_move(&mut engine, limits, RANDOM_TURNS, &mut random)?;
    }
    Ok(candidates.choose(&mut random).cloned())
}
