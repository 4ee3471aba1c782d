use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use super::Sampling;
use crate::clock::Budget;
use crate::rules::zobrist::SPREAD;
use crate::types::Score;

/// The longest path from the root to a leaf, in steps.
pub(super) const MAX_PLY: usize = 160;
/// The greatest depth: quiescence search and the end of a last push must fit between it and `MAX_PLY`, and do with room to
/// spare (not tuned: no search gets near it).
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 32;

/// The most that noise changes an evaluation by, in centi-rabbits, up or down (8b0ed56: games vary
/// and nothing is lost, +41 ± 64 Elo).
const MAX_EVAL_NOISE: i32 = 4;

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
    /// The seed of the noise that is added to evaluations, a few centi-rabbits at most, so that games between equals vary;
    /// `None` for no noise. The same seed gives each position the same noise.
    pub eval_noise: Option<u64>,
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
            eval_noise: None,
            sampling: None,
        }
    }
}

impl Limits {
    /// How many turns users can ask for (not tuned; positions have some ten thousand).
    pub const MULTI_PV_RANGE: RangeInclusive<u64> = 1..=1000;

    /// Returns the evaluation of the position with that key, with noise if that is wanted.
    #[inline]
    pub(super) fn with_noise(&self, evaluation: Score, key: u64) -> Score {
        self.eval_noise.map_or(evaluation, |seed| {
            let mixed = (key ^ seed).wrapping_mul(SPREAD) >> 32;
            let noise = (mixed % (2 * MAX_EVAL_NOISE as u64 + 1)) as i32 - MAX_EVAL_NOISE;
            (evaluation + Score(noise)).clamp_to_eval()
        })
    }

    /// Returns the salt of the table's keys in a search with this noise; 0 without noise.
    pub(super) fn noise_salt(&self) -> u64 {
        self.eval_noise
            .map_or(0, |seed| seed.wrapping_mul(SPREAD) | 1)
    }
}
