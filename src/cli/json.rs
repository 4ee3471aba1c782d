//! Parts that the objects of several commands share.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::rules::Outcome;
use crate::rules::notation::Tag;
use crate::types::Side;

/// Something about each of the two sides.
#[derive(Debug, Serialize)]
pub(super) struct BothSides<T> {
    pub(super) gold: T,
    pub(super) silver: T,
}

impl<T> BothSides<T> {
    pub(super) fn new(of: impl Fn(Side) -> T) -> Self {
        Self {
            gold: of(Side::Gold),
            silver: of(Side::Silver),
        }
    }

    pub(super) const fn get(&self, side: Side) -> &T {
        match side {
            Side::Gold => &self.gold,
            Side::Silver => &self.silver,
        }
    }
}

/// How a game has ended.
#[derive(Serialize)]
pub(super) struct GameResult {
    /// `g` or `s`.
    winner: char,
    /// In one word.
    reason: String,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner.letter(),
            reason: outcome.reason.to_string(),
        }
    }
}

/// The tags of a record as an object; what tags of the same name say is joined by line ends.
pub(super) struct TagObject<'a>(pub(super) &'a [Tag]);

impl TagObject<'_> {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for TagObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries: Vec<(&str, String)> = Vec::new();
        for Tag { name, value } in self.0 {
            match entries.iter_mut().find(|(other, _)| other == name) {
                Some((_, joined)) => *joined = format!("{joined}\n{value}"),
                None => entries.push((name, value.clone())),
            }
        }
        serializer.collect_map(entries)
    }
}

/// Returns a time in seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64(), 3)
}

/// Returns a probability from 0 to 1, to 4 places.
pub(super) fn probability(probability: f64) -> f64 {
    rounded(probability, 4)
}

/// Returns a number to so many decimal places.
pub(super) fn rounded(number: f64, places: i32) -> f64 {
    let unit = 10f64.powi(places);
    (number * unit).round() / unit
}
