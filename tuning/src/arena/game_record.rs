//! A finished game as it is logged, one line of JSON.

use std::time::Duration;

use loxodon::rules::notation::write_record;
use loxodon::types::Side;
use serde::{Deserialize, Serialize};

use super::end_reason::EndReason;
use super::fault::Fault;
use super::game_play::FinishedGame;
use super::schedule::Fixture;
use super::turn_stats::TurnStats;

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

impl GameRecord {
    /// Returns the log's line for a game.
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

    /// Returns the name of the engine that has lost.
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
