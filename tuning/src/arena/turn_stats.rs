use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Sums over the turns of one side in a game, or of one engine in many; setups are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TurnStats {
    /// How many turns there were.
    pub(super) turns: u64,
    /// The seconds they took, by the match's clock.
    pub(super) seconds: f64,
    /// The turns for which a depth was told,
    pub(super) turns_with_depth: u64,
    /// and the sum of the last depth told on each, in steps.
    pub(super) depth: u64,
    /// The nodes, summed over the last number told on each turn,
    pub(super) nodes: u64,
    /// and the seconds that these turns took.
    pub(super) seconds_with_nodes: f64,
}

impl TurnStats {
    /// Adds a turn with what the engine has told last on it.
    pub(super) fn add(&mut self, used: Duration, depth: Option<u32>, nodes: Option<u64>) {
        self.turns += 1;
        self.seconds += used.as_secs_f64();
        if let Some(depth) = depth {
            self.turns_with_depth += 1;
            self.depth += u64::from(depth);
        }
        if let Some(nodes) = nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.seconds_with_nodes += used.as_secs_f64();
        }
    }

    /// Adds the turns of another game.
    pub(super) fn merge(&mut self, other: &Self) {
        self.turns += other.turns;
        self.seconds += other.seconds;
        self.turns_with_depth += other.turns_with_depth;
        self.depth += other.depth;
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.seconds_with_nodes += other.seconds_with_nodes;
    }

    /// Returns the mean of the depths that were told, in steps.
    pub(super) fn mean_depth(&self) -> Option<f64> {
        (self.turns_with_depth > 0).then(|| self.depth as f64 / self.turns_with_depth as f64)
    }

    /// Returns the mean speed where nodes were told.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        (self.seconds_with_nodes > 0.0).then(|| self.nodes as f64 / self.seconds_with_nodes)
    }

    /// Returns the mean time of a turn.
    pub(super) fn seconds_per_turn(&self) -> Option<f64> {
        (self.turns > 0).then(|| self.seconds / self.turns as f64)
    }
}
