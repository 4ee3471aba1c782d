use std::time::Duration;

use crate::rules::{Position, Setup, Turn};
use crate::types::Score;

/// The result of a finished depth.
#[derive(Clone, Debug, Default)]
pub struct Iteration {
    /// The depth in steps.
    pub depth: u32,
    /// The best turns or setups found, the best first; as many as were asked for if there are so many.
    pub lines: Vec<Line>,
    /// Nodes visited so far by all threads, those of the quiescence search included.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl Iteration {
    /// Nodes a second so far.
    pub fn nodes_per_second(&self) -> u64 {
        let microseconds = self.elapsed.as_micros().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000 / microseconds).unwrap_or(u64::MAX)
    }
}

/// A turn or a setup and what both sides are expected to answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move at the root.
    pub score: Score,
    /// The setups that the line begins with: none once both sides have set up, gold's and silver's at most.
    pub setups: Vec<Setup>,
    /// The variation turn by turn, never empty. The last turn may lack steps that were beyond the depth.
    pub turns: Vec<Turn>,
}

impl Line {
    /// Returns the position after the line's setups, for the position that the line begins with.
    pub fn after_setups(&self, position: &Position) -> Position {
        self.setups.iter().fold(*position, |before, setup| {
            let mut board = *before.board();
            setup.place_on(&mut board);
            Position::new(board, !setup.side())
        })
    }
}

/// Observes a search while it is running.
pub trait Observer {
    /// Called when a depth is finished for all lines.
    fn finished_depth(&mut self, iteration: &Iteration);
}

/// Ignores everything.
impl Observer for () {
    fn finished_depth(&mut self, _: &Iteration) {}
}
