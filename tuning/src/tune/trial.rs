//! The trials: which knobs are turned up in which, and what came of it.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::arena::Rounds;

const UP: char = '+';
const DOWN: char = '-';

/// A pair of games that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Its number, from 1.
    pub(super) pair: u64,
    /// `+` for each knob that the first engine has turned up, `-` for the others; the second engine has the opposite.
    pub(super) up: String,
    /// Which of the openings both games begin with, if there are any.
    pub(super) opening: Option<usize>,
}

/// A pair of games that was played: a line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Trial {
    /// The number of its [`Plan`].
    pub(super) pair: u64,
    /// The knobs, as planned.
    pub(super) up: String,
    /// How many of the two games the first engine has won.
    pub(super) won: u8,
}

/// The direction in which the first engine has each knob turned: 1 for up, -1 for down.
pub(super) fn directions(up: &str) -> impl Iterator<Item = f64> {
    up.bytes()
        .map(|sign| if sign == UP as u8 { 1.0 } else { -1.0 })
}

impl Trial {
    /// The direction in which the first engine has that knob turned.
    pub(super) fn direction(&self, knob: usize) -> f64 {
        directions(&self.up[knob..=knob]).sum()
    }
}

/// The first so many pairs. A longer plan begins like a shorter one.
pub(super) fn plan(pairs: u64, knobs: usize, openings: usize, seed: u64) -> Vec<Plan> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut rounds = Rounds::of(openings);
    (1..=pairs)
        .map(|pair| Plan {
            pair,
            opening: rounds.next(&mut random),
            up: (0..knobs)
                .map(|_| if random.random() { UP } else { DOWN })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_plan_begins_like_a_shorter_one() {
        assert_eq!(plan(30, 9, 4, 7), plan(50, 9, 4, 7)[..30]);
        assert_ne!(plan(30, 9, 4, 7), plan(30, 9, 4, 8));
        assert!(plan(3, 9, 0, 7).iter().all(|plan| plan.opening.is_none()));
    }
}
