use std::collections::{BTreeMap, HashSet};

use loxodon::rules::Reason;
use loxodon::rules::turn::STEPS_PER_TURN;
use loxodon::types::{Score, Side};
use serde::Serialize;

use crate::record::Record;

/// More faults than these are counted, but not kept.
const FAULTS_KEPT: usize = 20;
/// The lower ends of the score histogram's middle bars, in centi-rabbits.
const SCORE_STEPS: [i32; 13] = [
    -1600, -800, -400, -200, -100, -50, 0, 50, 100, 200, 400, 800, 1600,
];
/// The first bar holds lost positions, the second those below the first step, the last won ones.
pub(super) const SCORE_BARS: usize = SCORE_STEPS.len() + 3;
/// Turns in a bar of the ply histogram.
pub(super) const PLIES_PER_BAR: u16 = 20;

/// Something in a file that is no sound record.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fault {
    pub(super) file: String,
    /// The record's number in the file, from 0.
    pub(super) record: u64,
    /// The byte at which it begins.
    pub(super) offset: u64,
    pub(super) reason: String,
}

/// Records, and how many of them are from games that their side to move won.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Bar {
    pub(super) records: u64,
    pub(super) won: u64,
}

/// What is in the sound records of all files.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) files: u64,
    pub(super) records: u64,
    pub(super) faults: u64,
    pub(super) first_faults: Vec<Fault>,
    /// Times that a game's records began: a game in two places counts twice.
    pub(super) games: u64,
    /// Games whose seed had occurred before: seed ranges overlap.
    pub(super) games_again: u64,
    /// Games won, by side.
    pub(super) games_won: [u64; 2],
    /// Games, by how they ended.
    pub(super) reasons: BTreeMap<Reason, u64>,
    /// By the side to move.
    pub(super) sides: [Bar; 2],
    pub(super) scores: [Bar; SCORE_BARS],
    /// By ply.
    pub(super) plies: Vec<Bar>,
    /// By the steps left, from one on.
    pub(super) steps_left: [Bar; STEPS_PER_TURN as usize],
    /// By the pieces on the board.
    pub(super) pieces: BTreeMap<usize, Bar>,
    /// Records with the score of a search.
    pub(super) searched: u64,
    /// Records whose board, side to move and steps left had occurred before.
    pub(super) duplicates: u64,
    seeds: HashSet<u32>,
    positions: HashSet<u64>,
    last_seed: Option<u32>,
}

impl Summary {
    pub(super) fn begin_file(&mut self) {
        self.files += 1;
        self.last_seed = None;
    }

    pub(super) fn add_fault(&mut self, fault: Fault) {
        self.faults += 1;
        if self.first_faults.len() < FAULTS_KEPT {
            self.first_faults.push(fault);
        }
    }

    pub(super) fn add(&mut self, record: &Record) {
        self.records += 1;
        if self.last_seed != Some(record.seed) {
            self.last_seed = Some(record.seed);
            self.add_game(record);
        }
        if !self.positions.insert(record.position().key()) {
            self.duplicates += 1;
        }
        self.searched += u64::from(record.searched.is_some());
        let ply_bar = usize::from(record.ply / PLIES_PER_BAR);
        if self.plies.len() <= ply_bar {
            self.plies.resize(ply_bar + 1, Bar::default());
        }
        let won = u64::from(record.winner == record.side);
        for bar in [
            &mut self.sides[record.side.index()],
            &mut self.steps_left[usize::from(record.steps_left - 1)],
            self.pieces
                .entry(record.board.occupied().len())
                .or_default(),
            &mut self.scores[score_bar(record.score())],
            &mut self.plies[ply_bar],
        ] {
            bar.records += 1;
            bar.won += won;
        }
    }

    fn add_game(&mut self, record: &Record) {
        self.games += 1;
        if !self.seeds.insert(record.seed) {
            self.games_again += 1;
        }
        self.games_won[record.winner.index()] += 1;
        *self.reasons.entry(record.reason).or_default() += 1;
    }

    /// Games won by that side.
    pub(super) const fn won_by(&self, side: Side) -> u64 {
        self.games_won[side.index()]
    }
}

fn score_bar(score: Score) -> usize {
    if !score.is_decided() {
        1 + SCORE_STEPS.partition_point(|&step| step <= score.0)
    } else if score < Score::ZERO {
        0
    } else {
        SCORE_BARS - 1
    }
}

/// Returns which scores a bar of the histogram holds, in centi-rabbits.
pub(super) fn score_range(bar: usize) -> String {
    let lower = bar.checked_sub(2).and_then(|index| SCORE_STEPS.get(index));
    let upper = bar.checked_sub(1).and_then(|index| SCORE_STEPS.get(index));
    match (lower, upper) {
        (Some(lower), Some(upper)) => format!("{lower} to {}", upper - 1),
        (Some(lower), None) => format!("{lower} and more"),
        (None, Some(upper)) => format!("below {upper}"),
        (None, None) if bar == 0 => "lost".to_owned(),
        (None, None) => "won".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fall_into_the_bar_that_says_so() {
        let name = |score| score_range(score_bar(Score(score)));
        assert_eq!(name(-31_990), "lost");
        assert_eq!(name(-29_999), "below -1600");
        assert_eq!(name(-1600), "-1600 to -801");
        assert_eq!(name(-1), "-50 to -1");
        assert_eq!(name(0), "0 to 49");
        assert_eq!(name(1600), "1600 and more");
        assert_eq!(name(30_000), "won");
    }
}
