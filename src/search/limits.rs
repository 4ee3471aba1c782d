use std::num::NonZeroUsize;

use super::Sampling;
use crate::clock::Budget;
use crate::types::Score;

/// The most that evaluations are blurred by, in centi-rabbits, up or down.
const MOST_BLUR: i32 = 4;
/// An odd number without a pattern (the golden ratio's fraction).
const MIXER: u64 = 0x9E37_79B9_7F4A_7C15;

/// When a search ends. Without any limit it goes on until it is stopped or finds the game decided.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The last depth to search, in steps.
    pub depth: Option<u32>,
    /// About how many nodes to visit.
    pub nodes: Option<u64>,
    /// How long to think, from the start of the search on.
    pub time: Option<Budget>,
    /// After how many turns of both sides, the one to be found included, the game is halted and the official score decides;
    /// none if nothing halts it.
    pub halted_after: Option<u32>,
    /// How many best turns to find, each with its variation.
    pub multi_pv: NonZeroUsize,
    /// Evaluations are blurred by up to some centi-rabbits, with each seed in another way: what is as good as equal is then
    /// played now and then. None for exact evaluations.
    pub blur: Option<u64>,
    /// Returns a sample of the positions that the first thread evaluates; none for no sample.
    pub sampling: Option<Sampling>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            halted_after: None,
            multi_pv: NonZeroUsize::MIN,
            blur: None,
            sampling: None,
        }
    }
}

impl Limits {
    /// By how much the evaluation of the position with that key is blurred.
    pub(super) fn blur_of(&self, key: u64) -> Score {
        self.blur.map_or(Score::ZERO, |seed| {
            let mixed = (key ^ seed).wrapping_mul(MIXER) >> 32;
            Score((mixed % (2 * MOST_BLUR as u64 + 1)) as i32 - MOST_BLUR)
        })
    }
}
