//! The root's turns: from some depth on the search goes through all distinct ones, in the order of what is known of them,
//! and searches late ones less deeply.
//!
//! Within the tree a turn comes late by its steps one after the other, each for reasons of its own. At the root there is
//! time to look at every turn as a whole: quiescence says of each what it leads to, and of the thousands only a few are
//! worth the whole depth.

use super::action::Action;
use super::making::Made;
use super::variation::Variation;
use super::worker::Worker;
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Position, Turn};
use crate::types::Score;

/// The first depth at which the turns are ranked: before, the whole search takes less time than that.
pub(super) const RANKED_DEPTH: i32 = 7;
/// A turn counts as four steps, whether it makes them all or gives some up.
const STEPS: usize = STEPS_PER_TURN as usize;
/// So many turns are searched to the full depth.
const FULL_DEPTH_TURNS: usize = 8;

/// A turn, and what is known of it.
#[derive(Debug)]
pub(super) struct RankedTurn {
    turn: Turn,
    /// The key of the board that it leads to.
    board_key: u64,
    /// The key of the position that it leads to.
    key: u64,
    /// How many steps deep the position after it was searched; 0 stands for quiescence.
    depth: i32,
    /// What came of it: exact, or a bound from above.
    score: Score,
    /// Whether it has been searched at the root's present depth.
    is_done: bool,
}

/// A whole turn that was made.
pub(super) struct MadeTurn {
    before: Position,
    end: Made,
}

/// How far the search of the root has come.
struct Progress {
    /// How many steps deep the positions after the turns are searched.
    depth: i32,
    /// The best score.
    alpha: Score,
    /// How many turns have been searched.
    tried: usize,
}

/// How many steps less deeply to search a turn after so many others.
const fn reduction(tried: usize) -> i32 {
    if tried < FULL_DEPTH_TURNS {
        0
    } else {
        (2 * tried / FULL_DEPTH_TURNS).ilog2() as i32 * 2 / 3
    }
}

impl Worker<'_> {
    /// Searches the root to a depth, turn by turn, beginning with the turn that leads to the board `first`.
    pub(super) fn ranked_root(&mut self, depth: i32, first: Option<u64>, pv: &mut Variation) {
        let mut turns = std::mem::take(&mut self.root_turns);
        if turns.is_empty() {
            turns = self.ranked_turns();
        }
        let leads_to_first = |turn: &RankedTurn| Some(turn.board_key) == first;
        if let Some(at) = turns.iter().position(leads_to_first) {
            turns[..=at].rotate_right(1);
        }
        let mut progress = Progress {
            depth: depth - STEPS as i32,
            alpha: -Score::INFINITE,
            tried: 0,
        };
        for may_wait in [true, false] {
            for at in 0..turns.len() {
                let ranked = &mut turns[at];
                if ranked.is_done || self.excluded.contains(&ranked.board_key) {
                    continue;
                }
                let is_under_way = self.shared.under_way.contains(ranked.key);
                if may_wait && progress.tried > 0 && is_under_way {
                    continue;
                }
                ranked.is_done = true;
                if self.is_best(ranked, &mut progress, pv) {
                    turns[..=at].rotate_right(1);
                }
                if self.is_stopped() {
                    return;
                }
            }
        }
        for ranked in &mut turns {
            ranked.is_done = false;
        }
        self.root_turns = turns;
    }

    /// Searches a turn unless it is known to be no better than the best so far; whether it is the best then.
    fn is_best(
        &mut self,
        ranked: &mut RankedTurn,
        progress: &mut Progress,
        pv: &mut Variation,
    ) -> bool {
        let tried = progress.tried;
        let reduced = (progress.depth - reduction(tried)).max(0);
        progress.tried += 1;
        if tried > 0 && ranked.depth >= reduced && ranked.score <= progress.alpha {
            return false;
        }
        let Some(made) = self.make_turn(&ranked.turn) else {
            return false;
        };
        self.shared.under_way.enter(ranked.key);
        let mut below = Variation::new();
        let (score, depth) = if tried == 0 {
            let (alpha, depth) = (progress.alpha, progress.depth);
            let score = self.child(&made.end, alpha, Score::INFINITE, depth, STEPS, &mut below);
            (score, depth)
        } else {
            self.late_score(&made, progress, reduced, &mut below)
        };
        self.shared.under_way.leave(ranked.key);
        self.unmake_turn(&made);
        if self.is_stopped() {
            return false;
        }
        (ranked.score, ranked.depth) = (score, depth);
        if score <= progress.alpha {
            return false;
        }
        progress.alpha = score;
        pv.clear();
        pv.extend(ranked.turn.iter().copied().map(Action::Step));
        if ranked.turn.len() < STEPS {
            pv.push(Action::EndTurn);
        }
        let room = pv.remaining_capacity();
        pv.extend(below.into_iter().take(room));
        self.improve_root(score);
        true
    }

    /// The score of a turn that is not the first, and how deep it was searched: only to see whether it is better, and less
    /// deeply at first.
    fn late_score(
        &mut self,
        made: &MadeTurn,
        progress: &Progress,
        reduced: i32,
        pv: &mut Variation,
    ) -> (Score, i32) {
        let (alpha, full) = (progress.alpha, progress.depth);
        let above_alpha = Score(alpha.0 + 1);
        let mut depth = reduced;
        let mut score = self.child(&made.end, alpha, above_alpha, depth, STEPS, pv);
        self.statistics.actions += 1;
        self.statistics.reduced_actions += u64::from(reduced < full);
        if score > alpha && reduced < full {
            self.statistics.researched_actions += 1;
            depth = full;
            score = self.child(&made.end, alpha, above_alpha, depth, STEPS, pv);
        }
        if score > alpha {
            score = self.child(&made.end, alpha, Score::INFINITE, depth, STEPS, pv);
        }
        (score, depth)
    }

    /// All legal turns, those first that quiescence thinks best.
    fn ranked_turns(&mut self) -> Vec<RankedTurn> {
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        let mut ranked = Vec::new();
        for turn in self.position.distinct_turns() {
            let Some(made) = self.make_turn(&turn) else {
                continue;
            };
            let (board_key, key) = (self.position.board_key(), self.key());
            let pv = &mut Variation::new();
            let score = self.child(&made.end, alpha, beta, 0, STEPS, pv);
            self.unmake_turn(&made);
            if self.is_stopped() {
                break;
            }
            ranked.push(RankedTurn {
                turn,
                board_key,
                key,
                depth: 0,
                score,
                is_done: false,
            });
        }
        ranked.sort_by_key(|turn| std::cmp::Reverse(turn.score));
        ranked
    }

    /// Makes a turn and ends it; none if repetition forbids that.
    pub(super) fn make_turn(&mut self, turn: &Turn) -> Option<MadeTurn> {
        let before = self.position;
        for &step in turn {
            self.position.play(step);
        }
        if self.may_end_turn() {
            let end = self.give_turn_away(turn.len());
            Some(MadeTurn { before, end })
        } else {
            self.position = before;
            None
        }
    }

    pub(super) fn unmake_turn(&mut self, made: &MadeTurn) {
        self.unmake(&made.end);
        self.position = made.before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_a_turn_comes_the_less_deeply_it_is_searched() {
        let reductions = [0, 7, 8, 16, 64, 1000, 20_000].map(reduction);
        assert_eq!(reductions, [0, 0, 0, 1, 2, 4, 8]);
    }
}
