//! What is analysed, and what comes of it.

use anyhow::anyhow;

use crate::engine::Report;
use crate::eval::Network;
use crate::rules::{Game, Move, Outcome};
use crate::search::{Iteration, Observer};

/// The position that is analysed, and what is needed to write about it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// What the user calls the position.
    pub(super) label: &'a str,
    pub(super) game: &'a Game,
    pub(super) network: &'a Network,
    /// Whether several variations are asked for, so that they are numbered.
    pub(super) is_multi: bool,
}

/// What an analysis has come to in the end.
pub(super) enum End {
    /// The game was over already.
    Decided(Outcome),
    /// The turn or setup to play, and the last depth.
    Best(Move, Iteration),
}

/// A finished analysis.
pub(super) struct Analysis {
    pub(super) game: Game,
    pub(super) depths: Vec<Iteration>,
    pub(super) end: End,
}

impl End {
    /// Returns the end of a search.
    pub(super) fn of(report: Report) -> anyhow::Result<Self> {
        let best = report
            .best
            .ok_or_else(|| anyhow!("the search has found no turn"))?;
        Ok(Self::Best(best, report.last))
    }
}

/// Keeps every finished depth.
#[derive(Default)]
pub(super) struct Depths(pub(super) Vec<Iteration>);

impl Observer for Depths {
    fn finished_depth(&mut self, iteration: &Iteration) {
        self.0.push(iteration.clone());
    }
}
