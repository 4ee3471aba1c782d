use std::num::NonZeroUsize;

use crate::clock::Budget;

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
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            halted_after: None,
            multi_pv: NonZeroUsize::MIN,
        }
    }
}
