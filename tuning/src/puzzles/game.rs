//! The games that puzzles are from.

use loxodon::engine::{Engine, Options};
use loxodon::rules::Position;
use loxodon::search::Limits;
use loxodon::tactics::goal;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::random_turn::play_move;

/// How many nodes a turn may take; a number for each game.
const NODES: std::ops::RangeInclusive<u64> = 300..=2000;
/// How likely a turn is to be chosen at random instead of by search: blunders make puzzles.
const RANDOM_TURNS: f64 = 0.12;
/// Games still undecided after so many turns are given up.
const LONGEST_GAME: u32 = 100;

/// A position of a game, at the start of a turn.
pub(super) struct Moment {
    pub(super) position: Position,
    /// The number of the move, such as `12s`.
    pub(super) label: String,
    /// Whether the side to move has a goal at hand in its next turn of the game.
    pub(super) goal_follows: bool,
}

/// The part of a game that a position is from, by the number of pieces left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Early,
    Middle,
    Late,
}

impl Moment {
    pub(super) fn phase(&self) -> Phase {
        match self.position.board().occupied().len() {
            29.. => Phase::Early,
            21..=28 => Phase::Middle,
            _ => Phase::Late,
        }
    }
}

/// Plays the game of that seed, and returns its positions.
pub(super) fn play(seed: u64) -> anyhow::Result<Vec<Moment>> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut engine = Engine::new(Options {
        hash_mib: 1,
        threads: 1,
        seed: Some(seed),
    })?;
    let limits = Limits {
        nodes: Some(random.random_range(NODES)),
        ..Limits::default()
    };
    let mut moments = Vec::new();
    while engine.game().outcome().is_none() && engine.game().label().number <= LONGEST_GAME {
        let game = engine.game();
        if !game.is_setting_up() {
            moments.push(Moment {
                position: *game.position(),
                label: game.label().to_string(),
                goal_follows: false,
            });
        }
        play_move(&mut engine, limits.clone(), RANDOM_TURNS, &mut random)?;
    }
    // A side's turns are every other one.
    for next in 2..moments.len() {
        moments[next - 2].goal_follows = goal::fewest_steps(&moments[next].position).is_some();
    }
    Ok(moments)
}
