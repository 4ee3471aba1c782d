//! A node of the tree, and its entry in the transposition table.

use super::action::Action;
use super::transposition_table::{Bound, Entry};
use crate::types::Score;

/// The least depth at which threads defer actions that others are searching: nearer to the leaves it takes longer than it
/// saves (feee8ea).
const SHARED_DEPTH: i32 = 2;

/// A position to be searched, with its window and depth.
pub(super) struct Node {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) key: u64,
    /// The static evaluation, where actions may be pruned by it.
    pub(super) evaluation: Option<Score>,
}

/// The best action of a node that was searched.
#[derive(Clone, Copy)]
pub(super) struct BestAction {
    pub(super) action: Action,
    pub(super) score: Score,
}

impl Node {
    /// Returns whether the window is wider than a zero window, so that an exact score is wanted.
    pub(super) const fn is_pv(&self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// Returns whether the threads tell each other which of the node's actions they are searching.
    pub(super) const fn is_shared(&self) -> bool {
        self.depth >= SHARED_DEPTH
    }

    /// Returns the table's entry for the score and the action that has it.
    pub(super) fn entry(&self, score: Score, best: Option<Action>) -> Entry {
        let bound = if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        Entry {
            // If all actions failed low, none is known to be better than the others.
            action: best.filter(|_| bound != Bound::Upper),
            score: to_table(score, self.ply),
            depth: self.depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
        }
    }

    /// Returns the score of an entry, if its depth and bound allow the node to return it.
    pub(super) fn usable_score(&self, entry: Entry) -> Option<Score> {
        let score = from_table(entry.score, self.ply);
        // A decided score was searched to the end of the game: more depth can't change it.
        if i32::from(entry.depth) < self.depth && !score.is_decided() {
            return None;
        }
        let holds = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        };
        holds.then_some(score)
    }
}

/// Converts a score that counts steps from the root to one that counts them from the node.
fn to_table(score: Score, ply: usize) -> Score {
    match score {
        Score(value) if value >= Score::WON.0 => Score(value + ply as i32),
        Score(value) if value <= -Score::WON.0 => Score(value - ply as i32),
        undecided => undecided,
    }
}

/// Converts a score that counts steps from the node to one that counts them from the root.
fn from_table(score: Score, ply: usize) -> Score {
    match score {
        Score(value) if value >= Score::WON.0 => Score(value - ply as i32),
        Score(value) if value <= -Score::WON.0 => Score(value + ply as i32),
        undecided => undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_scores_count_from_where_they_are_read() {
        let seen_at_8 = Score::win_in(11);
        assert_eq!(from_table(to_table(seen_at_8, 8), 4), Score::win_in(7));
        let lost = Score::loss_in(10);
        assert_eq!(from_table(to_table(lost, 8), 2), Score::loss_in(4));
        assert_eq!(from_table(to_table(Score(-77), 8), 2), Score(-77));
    }
}
