//! Games that are halted after a number of turns, and decided by the official score then.

use super::worker::Worker;

/// Tells positions apart that differ only in the turns left, when multiplied by their number (an odd number with its bits
/// well mixed: 2^64 divided by the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Worker<'_> {
    /// How many turns are left before the game is halted, the one being made included.
    pub(super) fn turns_left(&self) -> Option<usize> {
        let halted_after = self.shared.limits.halted_after?;
        Some((halted_after as usize).saturating_sub(self.repetitions.turns()))
    }

    /// Whether the turn that has just ended was the last.
    pub(super) fn is_halted(&self) -> bool {
        self.turns_left() == Some(0)
    }

    /// What the table knows the position by: before a halt its worth depends on how many turns are left, and some searches
    /// keep their entries to themselves.
    pub(super) fn key(&self) -> u64 {
        let left = self.turns_left().map_or(0, |left| left as u64 + 1);
        self.position.key() ^ SPREAD.wrapping_mul(left) ^ self.key_salt
    }
}
