//! The root's turns: from some depth on the search goes through all distinct ones, in the order of what is known of them,
//! and searches late ones less deeply.
//!
//! Within the tree a turn comes late by its steps one after the other, each for reasons of its own. At the root there is
//! time to look at every turn as a whole: quiescence says of each what it leads to, and of the thousands only a few are
//! worth the whole depth.

use super::action::Action;
use super::making::Made;
use super::ranking::{Known, RootTurn};
use super::variation::Variation;
use super::worker::Worker;
use crate::rules::Turn;
use crate::rules::position::STEPS_PER_TURN;
use crate::types::Score;

/// The first depth at which the turns are ranked: before, the whole search takes less time than that.
pub(super) const RANKED_DEPTH: i32 = 7;
/// A turn counts as four steps, whether it makes them all or gives some up.
const STEPS: usize = STEPS_PER_TURN as usize;
/// So many turns are searched to the full depth.
const FULL_DEPTH_TURNS: usize = 8;
/// Turns that are worse than the best by more than that, in centi-rabbits, are told from each other only roughly.
const TOLD_APART: i32 = 150;

/// A turn of the root in the order of one thread.
#[derive(Debug)]
pub(super) struct Place {
    /// Which of the [`Ranking`](super::ranking::Ranking)'s turns it is.
    index: usize,
    /// Whether it has been searched at the root's present depth.
    is_done: bool,
}

/// How far the search of the root has come.
struct Progress {
    /// How many steps deep the positions after the turns are searched.
    depth: i32,
    /// The best score, less than any as long as there is none.
    alpha: Score,
}

impl Progress {
    /// Whether no turn has been searched.
    const fn is_at_first(&self) -> bool {
        self.alpha.0 == -Score::INFINITE.0
    }
}

/// How many steps less deeply to search a turn after so many others in the order, whichever thread searches them.
const fn reduction(before: usize) -> i32 {
    if before < FULL_DEPTH_TURNS {
        0
    } else {
        (2 * before / FULL_DEPTH_TURNS).ilog2() as i32 * 2 / 3
    }
}

impl<'a> Worker<'a> {
    /// Searches the root to a depth, turn by turn, beginning with the turn that leads to the board `first`.
    pub(super) fn ranked_root(&mut self, depth: i32, first: Option<u64>, pv: &mut Variation) {
        let turns = self.root_turns();
        let mut order = std::mem::take(&mut self.root_order);
        if order.is_empty() {
            order = self.rank(turns);
        }
        let leads_to_first = |place: &Place| Some(turns[place.index].board_key) == first;
        if let Some(at) = order.iter().position(leads_to_first) {
            order[..=at].rotate_right(1);
        }
        let mut progress = Progress {
            depth: depth - STEPS as i32,
            alpha: -Score::INFINITE,
        };
        // The last turn that another thread was ahead with.
        let mut taken_over = None;
        for may_wait in [true, false] {
            for at in 0..order.len() {
                let better = self.shared.ranking.better(progress.depth, progress.alpha);
                if better != taken_over
                    && let Some(at) = order.iter().position(|place| Some(place.index) == better)
                {
                    self.try_place(&mut order, at, false, &mut progress, pv);
                    taken_over = better;
                }
                self.try_place(&mut order, at, may_wait, &mut progress, pv);
                if self.is_stopped() {
                    return;
                }
            }
        }
        for place in &mut order {
            place.is_done = false;
        }
        self.root_order = order;
    }

    /// Searches the turn in that place if it is still to be searched, unless it `may_wait` for a thread that is at it; the
    /// best goes to the front.
    fn try_place(
        &mut self,
        order: &mut [Place],
        at: usize,
        may_wait: bool,
        progress: &mut Progress,
        pv: &mut Variation,
    ) {
        let place = &mut order[at];
        let turn = &self.root_turns()[place.index];
        if place.is_done || self.excluded.contains(&turn.board_key) {
            return;
        }
        let is_under_way = self.shared.under_way.contains(turn.key);
        if may_wait && !progress.is_at_first() && is_under_way {
            return;
        }
        place.is_done = true;
        if self.is_best(turn, at, progress, pv) {
            let ranking = &self.shared.ranking;
            ranking.found(progress.depth, progress.alpha, place.index);
            order[..=at].rotate_right(1);
        }
    }

    /// Searches a turn, after `before` others in the order, unless it is known to be no better than the best so far; whether
    /// it is the best then.
    fn is_best(
        &mut self,
        turn: &RootTurn,
        before: usize,
        progress: &mut Progress,
        pv: &mut Variation,
    ) -> bool {
        let is_first = progress.is_at_first();
        let reduced = (progress.depth - reduction(before)).max(0);
        let is_no_better = |known: Known| known.depth >= reduced && known.score <= progress.alpha;
        if !is_first && turn.known().is_some_and(is_no_better) {
            return false;
        }
        let mut below = Variation::new();
        self.shared.under_way.enter(turn.key);
        let found = self.after_turn(&turn.turn, |worker, end| {
            let (alpha, beta) = (progress.alpha, Score::INFINITE);
            let depth = progress.depth;
            let mut search = |worker: &mut Self, alpha, beta, depth| {
                worker.child(end, alpha, beta, depth, STEPS, &mut below)
            };
            if is_first {
                let score = search(worker, alpha, beta, depth);
                Known { depth, score }
            } else {
                worker.late_score((alpha, beta), (reduced, depth), search)
            }
        });
        self.shared.under_way.leave(turn.key);
        let Some(found) = found else {
            return false;
        };
        let score = found.score;
        if self.is_stopped() {
            return false;
        }
        turn.learn(found);
        if score <= progress.alpha {
            return false;
        }
        progress.alpha = score;
        pv.clear();
        pv.extend(turn.turn.iter().copied().map(Action::Step));
        if turn.turn.len() < STEPS {
            pv.push(Action::EndTurn);
        }
        let room = pv.remaining_capacity();
        pv.extend(below.into_iter().take(room));
        self.improve_root(score);
        true
    }

    /// All legal turns.
    fn root_turns(&mut self) -> &'a [RootTurn] {
        let ranking = &self.shared.ranking;
        ranking.turns(|| {
            let turns = self.position.distinct_turns().into_iter();
            turns
                .filter_map(|turn| {
                    let keys =
                        |worker: &mut Self, _: &Made| (worker.position.board_key(), worker.key());
                    let (board_key, key) = self.after_turn(&turn, keys)?;
                    Some(RootTurn::new(turn, board_key, key))
                })
                .collect()
        })
    }

    /// The order of the turns, those first that quiescence thinks best; what the other threads have looked at need not be
    /// looked at again.
    fn rank(&mut self, turns: &[RootTurn]) -> Vec<Place> {
        let shared = self.shared;
        let taken = std::iter::from_fn(|| shared.ranking.take_share());
        // A share that another thread has taken may not be finished yet: what is missing then is not waited for.
        let mut best = -Score::INFINITE;
        for index in taken.flatten().chain(0..turns.len()) {
            if turns[index].known().is_none() {
                self.judge(&turns[index], best);
            }
            best = best.max(turns[index].known().map_or(best, |known| known.score));
            if self.is_stopped() {
                break;
            }
        }
        let score = |place: &Place| turns[place.index].known().map(|known| known.score);
        let mut order: Vec<Place> = (0..turns.len())
            .map(|index| Place {
                index,
                is_done: false,
            })
            .collect();
        order.sort_by_cached_key(|place| std::cmp::Reverse(score(place)));
        order
    }

    /// Lets quiescence say what a turn leads to, roughly if that is much worse than the best so far.
    fn judge(&mut self, turn: &RootTurn, best: Score) {
        let least = Score((best.0 - TOLD_APART).max(-Score::INFINITE.0));
        let (alpha, beta) = (least, Score::INFINITE);
        let pv = &mut Variation::new();
        let score = self.after_turn(&turn.turn, |worker, end| {
            worker.child(end, alpha, beta, 0, STEPS, pv)
        });
        if let Some(score) = score.filter(|_| !self.is_stopped()) {
            turn.learn(Known { depth: 0, score });
        }
    }

    /// What `look` sees once a turn is made and ended; none if repetition forbids that.
    pub(super) fn after_turn<T>(
        &mut self,
        turn: &Turn,
        look: impl FnOnce(&mut Self, &Made) -> T,
    ) -> Option<T> {
        let before = self.position;
        for &step in turn {
            self.position.play(step);
        }
        let seen = self.may_end_turn().then(|| {
            let end = self.give_turn_away(turn.len());
            let seen = look(self, &end);
            self.unmake(&end, &before);
            seen
        });
        self.position = before;
        seen
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
