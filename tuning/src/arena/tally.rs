//! What the finished games add up to.

use std::collections::BTreeMap;

use loxodon::types::Side;

use super::end_reason::EndReason;
use super::fault::FaultKind;
use super::game_record::GameRecord;
use super::turn_stats::TurnStats;

/// The sums of a match; the first engine's point of view where there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    first: String,
    /// Games won by each engine.
    pub(super) wins: [u64; 2],
    /// Whole pairs in which the first engine has won 0, 1 and 2 games.
    pub(super) pairs: [u64; 3],
    /// Games that the first engine has won, and played, as gold and as silver.
    pub(super) by_side: [(u64, u64); 2],
    /// How many games each engine has won in each way.
    pub(super) reasons: BTreeMap<EndReason, [u64; 2]>,
    /// How many games each engine has lost by each fault.
    pub(super) faults: BTreeMap<FaultKind, [u64; 2]>,
    /// What each engine's searches have said.
    pub(super) stats: [TurnStats; 2],
    /// Pairs of which one game is finished, and whether the first engine has won it.
    half_pairs: BTreeMap<u64, bool>,
}

impl Tally {
    /// Returns an empty tally; `first` is the name of the first engine.
    pub(super) fn new(first: &str) -> Self {
        Self {
            first: first.to_owned(),
            ..Self::default()
        }
    }

    /// Counts a game, in any order.
    pub(super) fn add(&mut self, game: &GameRecord) {
        let first_won = game.winner == self.first;
        let first_plays = if game.gold == self.first {
            Side::Gold
        } else {
            Side::Silver
        };
        let winner = usize::from(!first_won);
        self.wins[winner] += 1;
        let (won, played) = &mut self.by_side[first_plays.index()];
        *won += u64::from(first_won);
        *played += 1;
        self.reasons.entry(game.reason).or_default()[winner] += 1;
        if let Some(fault) = &game.fault {
            self.faults.entry(fault.kind).or_default()[1 - winner] += 1;
        }
        let (of_first, of_second) = match first_plays {
            Side::Gold => (&game.gold_stats, &game.silver_stats),
            Side::Silver => (&game.silver_stats, &game.gold_stats),
        };
        self.stats[0].merge(of_first);
        self.stats[1].merge(of_second);
        match self.half_pairs.remove(&game.pair) {
            None => {
                self.half_pairs.insert(game.pair, first_won);
            }
            Some(other_won) => self.pairs[usize::from(first_won) + usize::from(other_won)] += 1,
        }
    }

    /// Returns how many games are counted.
    pub(super) fn games(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Returns the first engine's share of the points.
    pub(super) fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.wins[0] as f64 / games as f64)
    }
}
