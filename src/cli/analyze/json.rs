use serde::Serialize;

use crate::cli::json::{GameResult, probability, seconds};
use crate::cli::variation::written_variation;
use crate::eval::Network;
use crate::rules::{Game, Move, Outcome};
use crate::search::{Iteration, Line};
use crate::types::Score;

/// What a depth has found.
#[derive(Serialize)]
pub(super) struct Found {
    position: String,
    /// The steps that the side to move has left: less than four in the middle of a turn.
    steps_left: u8,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    multipv: Option<usize>,
    /// Whether the side to move is to set up, so that `pv` begins with a setup.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    setup: bool,
    /// For the side to move; none if no depth was finished.
    score: Option<i32>,
    win: Option<f64>,
    nodes: u64,
    nps: u64,
    time: f64,
    pv: Vec<String>,
}

/// What the analysis has come to.
#[derive(Serialize)]
pub(super) struct Last {
    #[serde(flatten)]
    found: Found,
    bestmove: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

impl Found {
    fn new(
        game: &Game,
        network: &Network,
        iteration: &Iteration,
        score: Option<Score>,
        pv: Vec<String>,
    ) -> Self {
        Self {
            position: game.position().to_string(),
            steps_left: game.position().steps_left(),
            depth: iteration.depth,
            multipv: None,
            setup: game.is_setting_up(),
            score: score.map(|score| score.0),
            win: score.map(|score| probability(network.win_probability(score))),
            nodes: iteration.nodes,
            nps: iteration.nodes_per_second(),
            time: seconds(iteration.elapsed),
            pv,
        }
    }

    fn of_line(game: &Game, network: &Network, iteration: &Iteration, line: &Line) -> Self {
        let pv = written_variation(game, line);
        Self::new(game, network, iteration, Some(line.score), pv)
    }

    fn numbered(self, index: usize, multi: bool) -> Self {
        Self {
            multipv: multi.then_some(index + 1),
            ..self
        }
    }
}

/// Returns an object for each variation of a finished depth.
pub(super) fn of_depth(
    game: &Game,
    network: &Network,
    iteration: &Iteration,
    multi: bool,
) -> Vec<Found> {
    let lines = iteration.lines.iter().enumerate();
    lines
        .map(|(index, line)| Found::of_line(game, network, iteration, line).numbered(index, multi))
        .collect()
}

/// Returns the last object of an analysis.
pub(super) fn last(
    game: &Game,
    network: &Network,
    iteration: &Iteration,
    best: &Move,
    multi: bool,
) -> Last {
    let bestmove = game.write_move(best);
    let found = match iteration.lines.first() {
        Some(line) => Found::of_line(game, network, iteration, line),
        None => Found::new(game, network, iteration, None, vec![bestmove.clone()]),
    };
    Last {
        found: found.numbered(0, multi),
        bestmove: Some(bestmove),
        result: None,
    }
}

/// Returns the only object for a game that is over.
pub(super) fn decided(game: &Game, network: &Network, outcome: Outcome) -> Last {
    let score = if outcome.winner == game.side_to_move() {
        Score::win_in(0)
    } else {
        Score::loss_in(0)
    };
    Last {
        found: Found::new(
            game,
            network,
            &Iteration::default(),
            Some(score),
            Vec::new(),
        ),
        bestmove: None,
        result: Some(outcome.into()),
    }
}
