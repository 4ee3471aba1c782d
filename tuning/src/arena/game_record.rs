//! A finished game as it is logged, one line of JSON.

use std::time::Duration;

use loxodon::rules::Reason;
use loxodon::rules::notation::write_record;
use loxodon::types::Side;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultKind};
use super::game_play::FinishedGame;
use super::schedule::Fixture;

/// A game's result and all that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameRecord {
    /// Its number in the match, from 1.
    pub(super) game: u64,
    /// The number of its pair, from 1.
    pub(super) pair: u64,
    /// The opening it begins with, as the openings file names it.
    pub(super) opening: Option<String>,
    /// The name of gold's engine.
    pub(super) gold: String,
    /// The name of silver's engine.
    pub(super) silver: String,
    /// The name of the engine that has won.
    pub(super) winner: String,
    /// How it has won.
    pub(super) reason: EndReason,
    /// What the loser did wrong, if the game was lost by it.
    pub(super) fault: Option<Fault>,
    /// The legal moves, in the form that `loxodon replay` reads, with `resigns` at the end where it applies.
    pub(super) record: String,
    /// The seconds that each move after the opening took, with a resignation and without a faulty move.
    pub(super) times: Vec<f64>,
    /// What gold's searches have said.
    pub(super) gold_stats: TurnStats,
    /// What silver's searches have said.
    pub(super) silver_stats: TurnStats,
}

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndReason {
    /// A rabbit has reached its goal.
    Goal,
    /// All rabbits of a side are lost.
    Elimination,
    /// A side can't move.
    Immobilization,
    /// A side has only third repetitions left.
    Repetition,
    /// A side has resigned.
    Resignation,
    /// The turns or the time of the game were over, and the official score has decided.
    Score,
    /// A side has overstepped its time.
    Time,
    /// A side has sent an illegal move.
    Illegal,
    /// An engine has crashed.
    Crash,
    /// An engine has hung.
    Hang,
    /// An engine hasn't kept to the protocol.
    Protocol,
}

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

impl GameRecord {
    /// The log's line for a game.
    pub(super) fn new(
        fixture: &Fixture,
        opening: Option<String>,
        names: [&str; 2],
        finished: &FinishedGame,
    ) -> Self {
        let name = |side: Side| names[usize::from(side != fixture.first_plays)].to_owned();
        let [gold_stats, silver_stats] = finished.stats;
        Self {
            game: fixture.game,
            pair: fixture.pair(),
            opening,
            gold: name(Side::Gold),
            silver: name(Side::Silver),
            winner: name(finished.winner),
            reason: finished.reason,
            fault: finished.fault.clone(),
            record: write_record(&finished.game).trim_end().to_owned(),
            times: finished.times.iter().map(milliseconds).collect(),
            gold_stats,
            silver_stats,
        }
    }

    /// The name of the engine that has lost.
    pub(super) fn loser(&self) -> &str {
        if self.winner == self.gold {
            &self.silver
        } else {
            &self.gold
        }
    }
}

/// Seconds to the millisecond.
fn milliseconds(time: &Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
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

    /// The mean of the depths that were told, in steps.
    pub(super) fn mean_depth(&self) -> Option<f64> {
        (self.turns_with_depth > 0).then(|| self.depth as f64 / self.turns_with_depth as f64)
    }

    /// The mean speed where nodes were told.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        (self.seconds_with_nodes > 0.0).then(|| self.nodes as f64 / self.seconds_with_nodes)
    }

    /// The mean time of a turn.
    pub(super) fn seconds_per_turn(&self) -> Option<f64> {
        (self.turns > 0).then(|| self.seconds / self.turns as f64)
    }
}

impl EndReason {
    /// The word in logs and tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Score => "score",
            Self::Time => FaultKind::Time.name(),
            Self::Illegal => FaultKind::Illegal.name(),
            Self::Crash => FaultKind::Crash.name(),
            Self::Hang => FaultKind::Hang.name(),
            Self::Protocol => FaultKind::Protocol.name(),
        }
    }
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Goal => Self::Goal,
            Reason::Elimination => Self::Elimination,
            Reason::Immobilization => Self::Immobilization,
            Reason::Repetition => Self::Repetition,
            Reason::Resignation => Self::Resignation,
        }
    }
}

impl From<FaultKind> for EndReason {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Time => Self::Time,
            FaultKind::Illegal => Self::Illegal,
            FaultKind::Crash => Self::Crash,
            FaultKind::Hang => Self::Hang,
            FaultKind::Protocol => Self::Protocol,
        }
    }
}
