//! The lines beside the best one, where several are asked for.
//!
//! A worker of its own searches them. The search for the best line uses nothing that this worker learns, so it finds the
//! same line as where only one is asked for.

use super::report::Line;
use super::root_turns::RootTurns;
use super::shared::Shared;
use super::thread_pool::ThreadData;
use super::worker::Worker;
use crate::rules::Game;
use crate::types::Score;

/// Sets the entries of this search in the table apart from those of the search for the best line (an odd number with its
/// bits well mixed: 2^64 times the fraction of the square root of 2).
const KEY_SALT: u64 = 0x6a09_e667_f3bc_c909;

impl<'a> Worker<'a> {
    /// Returns a worker that searches the lines beside the best one.
    pub(super) fn for_other_lines(
        game: &Game,
        shared: &'a Shared<'a>,
        root_turns: &'a RootTurns,
        thread_data: &'a mut ThreadData,
    ) -> Self {
        let mut worker = Self::new(game, shared, shared.slot_of_other_lines(), thread_data);
        worker.root_turns = root_turns;
        worker.key_salt ^= KEY_SALT;
        worker
    }

    /// Searches to a depth and returns the `count` best lines beside `best`, or all if there are fewer.
    ///
    /// If the best line wins, the others are not said to win sooner.
    pub(super) fn other_lines(&mut self, depth: u32, best: &Line, count: usize) -> Vec<Line> {
        self.excluded = best.turns.first().and_then(|turn| self.key_after(turn));
        let beta = if best.score >= Score::WON {
            best.score
        } else {
            Score::INFINITE
        };
        self.search_root(depth as i32, None, count, (-Score::INFINITE, beta))
    }
}
