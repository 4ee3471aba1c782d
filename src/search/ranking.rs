//! The root's distinct turns, and what the threads of a search have found out about each.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::rules::Turn;
use crate::rules::position::STEPS_PER_TURN;
use crate::types::Score;

/// So many turns a thread takes on at once to judge them.
const SHARE: usize = 64;

/// A turn of the root.
#[derive(Debug)]
pub(super) struct RootTurn {
    pub(super) turn: Turn,
    /// The key of the board that it leads to.
    pub(super) board_key: u64,
    /// The key of the position that it leads to.
    pub(super) key: u64,
    /// What is [`Known`] of it in one word, so that threads never read half of it; 0 if nothing is.
    known: AtomicU64,
}

/// What a search of the position after a turn has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// How many steps deep it was searched; 0 stands for quiescence.
    pub(super) depth: i32,
    /// What came of it: exact, or a bound from above.
    pub(super) score: Score,
}

impl Known {
    /// Whether the turn itself wins the game.
    pub(super) const fn wins_at_once(self) -> bool {
        self.score.0 >= Score::win_in(STEPS_PER_TURN as usize).0
    }
}

impl RootTurn {
    pub(super) const fn new(turn: Turn, board_key: u64, key: u64) -> Self {
        Self {
            turn,
            board_key,
            key,
            known: AtomicU64::new(0),
        }
    }

    pub(super) fn known(&self) -> Option<Known> {
        let word = self.known.load(Ordering::Relaxed);
        let depth = (word >> 32) as i32 - 1;
        let score = Score(word as u32 as i32);
        (depth >= 0).then_some(Known { depth, score })
    }

    pub(super) fn learn(&self, Known { depth, score }: Known) {
        let word = (depth as u64 + 1) << 32 | u64::from(score.0 as u32);
        self.known.store(word, Ordering::Relaxed);
    }
}

/// The root's turns, made up by the thread that needs them first and judged by all that come to it.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    turns: OnceLock<Vec<RootTurn>>,
    /// The first turn that no thread has taken on yet.
    next: AtomicUsize,
    /// The deepest search's best score so far and its turn, in one word: see [`found`](Self::found).
    best: AtomicU64,
}

impl Ranking {
    /// All turns, which `make` makes up if no thread has done so.
    pub(super) fn turns(&self, make: impl FnOnce() -> Vec<RootTurn>) -> &[RootTurn] {
        self.turns.get_or_init(make)
    }

    /// The next turns to be judged, which no other thread is given; none if all have been given out.
    pub(super) fn take_share(&self) -> Option<Range<usize>> {
        let count = self.turns.get()?.len();
        let first = self.next.fetch_add(SHARE, Ordering::Relaxed);
        (first < count).then(|| first..count.min(first + SHARE))
    }

    /// A thread has found that turn to be its best one at that depth.
    pub(super) fn found(&self, depth: i32, score: Score, index: usize) {
        let word = u64::from(precedence(depth, score)) << 32 | index as u64;
        self.best.fetch_max(word, Ordering::Relaxed);
    }

    /// The turn that another thread has found to be better at that depth, if there is one.
    pub(super) fn better(&self, depth: i32, score: Score) -> Option<usize> {
        let word = self.best.load(Ordering::Relaxed);
        let best = (word >> 32) as u32;
        let most = precedence(depth, Score::INFINITE);
        (precedence(depth, score) < best && best <= most).then_some(word as u32 as usize)
    }
}

/// A number that is the higher the deeper a score was found, and for the same depth the better it is.
const fn precedence(depth: i32, score: Score) -> u32 {
    (depth as u32) << 24 | (score.0 + Score::INFINITE.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_is_known() {
        let turn = RootTurn::new(Turn::new(), 1, 2);
        assert_eq!(turn.known(), None);
        for (depth, score) in [(0, 0), (0, -1), (7, -12_345), (160, 30_000)] {
            let known = Known {
                depth,
                score: Score(score),
            };
            turn.learn(known);
            assert_eq!(turn.known(), Some(known));
        }
    }

    #[test]
    fn every_turn_is_given_out_once() {
        let ranking = Ranking::default();
        assert_eq!(ranking.take_share(), None);
        let make = || {
            (0..150)
                .map(|key| RootTurn::new(Turn::new(), key, key))
                .collect()
        };
        assert_eq!(ranking.turns(make).len(), 150);
        let shares = std::iter::from_fn(|| ranking.take_share());
        assert!(shares.flatten().eq(0..150));
    }

    #[test]
    fn the_better_of_the_same_depth_is_found() {
        let ranking = Ranking::default();
        ranking.found(5, Score(-30), 7);
        assert_eq!(ranking.better(5, -Score::INFINITE), Some(7));
        assert_eq!(ranking.better(5, Score(-31)), Some(7));
        assert_eq!(ranking.better(5, Score(-30)), None);
        ranking.found(5, Score(-40), 8);
        ranking.found(4, Score(900), 9);
        assert_eq!(ranking.better(5, Score(-50)), Some(7));
        ranking.found(6, Score(-90), 0);
        assert_eq!(ranking.better(5, Score(-50)), None);
        assert_eq!(ranking.better(6, -Score::INFINITE), Some(0));
    }
}
