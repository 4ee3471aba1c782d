//! Games that are halted after a number of turns, and decided by the official score then.

use super::worker::Worker;
use crate::rules::zobrist::SPREAD;

impl Worker<'_> {
    /// Returns the number of turns before the game is halted, including the current one.
    pub(super) fn turns_left(&self) -> Option<usize> {
        let halted_after = self.shared.limits.halted_after?;
        Some((halted_after as usize).saturating_sub(self.repetitions.turns()))
    }

    /// Returns whether the turn that has just ended was the last one.
    pub(super) fn is_halted(&self) -> bool {
        self.turns_left() == Some(0)
    }

    /// Returns the position's key in the transposition table. It depends on the number of turns before a halt, and some
    /// searches salt it to keep their entries apart.
    pub(super) fn key(&self) -> u64 {
        let left = self.turns_left().map_or(0, |left| left as u64 + 1);
        self.position.key() ^ SPREAD.wrapping_mul(left) ^ self.key_salt
    }
}
