//! What a search says of one position of the game.

use crate::engine::Report;
use crate::eval::Network;
use crate::rules::Game;
use crate::search::Line;
use crate::types::Score;

/// What a search has found in a position of the game.
pub(super) struct Assessment {
    /// For the side to move.
    pub(super) score: Score,
    /// How likely the side to move is to win.
    pub(super) win: f64,
    /// The depth in steps that was finished.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The best variation; none if the game is over.
    pub(super) best: Option<Line>,
}

impl Assessment {
    /// Returns what a search has found; none if it was stopped before it had found anything.
    pub(super) fn searched(network: &Network, report: Report) -> Option<Self> {
        let line = report.last.lines.into_iter().next()?;
        Some(Self {
            score: line.score,
            win: network.win_probability(line.score),
            depth: report.last.depth,
            nodes: report.last.nodes,
            best: Some(line),
        })
    }

    /// Returns what is certain of a game that is over; none if it isn't.
    pub(super) fn decided(game: &Game, network: &Network) -> Option<Self> {
        let outcome = game.outcome()?;
        let score = Score::end_in(0, outcome.winner == game.side_to_move());
        Some(Self {
            score,
            win: network.win_probability(score),
            depth: 0,
            nodes: 0,
            best: None,
        })
    }
}
