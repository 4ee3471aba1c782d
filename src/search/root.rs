//! The root's turns: from some depth on the search goes through all distinct ones, in the order of what is known of them,
//! and searches late ones less deeply.
//!
//! Within the tree a turn comes late by its steps one after the other, each for reasons of its own. At the root there is
//! time to look at every turn as a whole: quiescence says of each what it leads to, and of the thousands only a few are
//! worth the whole depth.

use super::action::Action;
use super::making::Made;
use super::ranking::{Known, RootTurn};
use super::report::Line;
use super::variation::{self, Variation};
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
/// What quiescence says of a turn that threatens a goal which nothing stops: it is reached at the end of the next own turn.
const UNSTOPPABLE: Score = Score::win_in(3 * STEPS);
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
    /// How many lines are wanted.
    wanted: usize,
    /// What the score of a turn has to be above to be among the best; less than any score until there are enough lines.
    alpha: Score,
    /// No line needs to be better than this.
    beta: Score,
    /// The best lines so far, the best first, each with the index of its turn.
    lines: Vec<(usize, Line)>,
}

impl Progress {
    /// Whether the next turn is among the best, whatever its score.
    const fn wants_any(&self) -> bool {
        self.alpha.0 == -Score::INFINITE.0
    }

    /// Keeps a line that is among the best.
    fn keep(&mut self, index: usize, line: Line) {
        let at = self
            .lines
            .partition_point(|(_, other)| other.score >= line.score);
        self.lines.insert(at, (index, line));
        self.lines.truncate(self.wanted);
        if self.lines.len() == self.wanted
            && let Some((_, worst)) = self.lines.last()
        {
            self.alpha = worst.score;
        }
    }

    fn into_lines(self) -> Vec<Line> {
        self.lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// How many steps less deeply to search a turn after so many others in the order, whichever thread searches them.
const fn reduction(before: usize) -> i32 {
    if before < FULL_DEPTH_TURNS {
        0
    } else {
        (2 * before / FULL_DEPTH_TURNS).ilog2() as i32
    }
}

/// Puts the first turn that is wanted before all others, which keep their order.
fn to_front(order: &mut [Place], is_wanted: impl FnMut(&Place) -> bool) {
    if let Some(at) = order.iter().position(is_wanted) {
        order[..=at].rotate_right(1);
    }
}

impl<'a> Worker<'a> {
    /// Searches the root to a depth, turn by turn, beginning with the turn that leads to the board `first`, and returns the
    /// best `wanted` lines, the best first; if the search is broken off, the best before that. To a depth of less than four
    /// steps, only turns of so many steps are searched. A score of `beta` or above is as good as any.
    pub(super) fn ranked_root(
        &mut self,
        depth: i32,
        first: Option<u64>,
        wanted: usize,
        beta: Score,
    ) -> Vec<Line> {
        let turns = self.root_turns();
        let mut order = std::mem::take(&mut self.root_order);
        let steps = STEPS.min(depth as usize);
        if self.ranked_steps < steps {
            order = self.rank(turns, steps, wanted);
            self.ranked_steps = steps;
        }
        if let Some(first) = first {
            to_front(&mut order, |place| turns[place.index].board_key == first);
        }
        let mut progress = Progress {
            depth: (depth - STEPS as i32).max(0),
            wanted,
            alpha: -Score::INFINITE,
            beta,
            lines: Vec::new(),
        };
        // The last turn that another thread was ahead with.
        let mut taken_over = None;
        for may_wait in [true, false] {
            for at in 0..order.len() {
                let better = self.ranking.better(progress.depth, progress.alpha);
                if let Some(index) = better
                    && better != taken_over
                {
                    taken_over = better;
                    if let Some(at) = order.iter().position(|place| place.index == index) {
                        self.try_place(&mut order, at, false, &mut progress);
                    }
                }
                self.try_place(&mut order, at, may_wait, &mut progress);
                if self.is_stopped() {
                    return progress.into_lines();
                }
            }
        }
        for place in &mut order {
            place.is_done = false;
        }
        for (index, _) in progress.lines.iter().rev() {
            to_front(&mut order, |place| place.index == *index);
        }
        self.root_order = order;
        progress.into_lines()
    }

    /// Searches the turn in that place if it is still to be searched, unless it `may_wait` for a thread that is at it; the
    /// best go to the front.
    fn try_place(
        &mut self,
        order: &mut [Place],
        at: usize,
        may_wait: bool,
        progress: &mut Progress,
    ) {
        let place = &mut order[at];
        let turn = &self.root_turns()[place.index];
        if place.is_done || Some(turn.board_key) == self.excluded {
            return;
        }
        let is_under_way = self.shared.under_way.contains(turn.key);
        if may_wait && !progress.wants_any() && is_under_way {
            return;
        }
        place.is_done = true;
        if let Some(line) = self.line_among_best(turn, at, progress) {
            progress.keep(place.index, line);
            let ranking = self.ranking;
            ranking.found(progress.depth, progress.alpha, place.index);
            order[..=at].rotate_right(1);
        }
    }

    /// Searches a turn, after `before` others in the order, unless it is known to be no better than the best so far; returns
    /// its line if it is among the best then.
    fn line_among_best(
        &mut self,
        turn: &RootTurn,
        before: usize,
        progress: &Progress,
    ) -> Option<Line> {
        let (alpha, beta) = (progress.alpha, progress.beta);
        if alpha >= beta {
            return None;
        }
        let is_first = progress.wants_any();
        let reduced = (progress.depth - reduction(before)).max(0);
        let is_no_better = |known: Known| known.depth >= reduced && known.score <= alpha;
        if !is_first && turn.known().is_some_and(is_no_better) {
            return None;
        }
        // Turns that win at once are known, and quiescence tells no others apart that win.
        let is_enough = alpha >= Score::win_in(STEPS)
            || self.excluded.is_some() && progress.depth == 0 && alpha >= UNSTOPPABLE;
        if is_enough && !turn.known().is_some_and(Known::wins_at_once) {
            return None;
        }
        let mut below = Variation::new();
        self.shared.under_way.enter(turn.key);
        let found = self.after_turn(&turn.turn, |worker, end| {
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
        let found = found.filter(|_| !self.is_stopped())?;
        turn.learn(found);
        let score = found.score.min(beta);
        if score <= alpha {
            return None;
        }
        self.improve_root(score);
        let mut pv = Variation::new();
        pv.extend(turn.turn.iter().copied().map(Action::Step));
        if turn.turn.len() < STEPS {
            pv.push(Action::EndTurn);
        }
        let room = pv.remaining_capacity();
        pv.extend(below.into_iter().take(room));
        let turns = variation::turns(&self.position, &pv);
        Some(Line {
            score,
            turns,
            ..Line::default()
        })
    }

    /// All legal turns.
    fn root_turns(&mut self) -> &'a [RootTurn] {
        let ranking = self.ranking;
        ranking.turns(|| {
            let turns = self.position.distinct_turns().into_iter();
            turns
                .filter_map(|turn| {
                    let look = |worker: &mut Self, end: &Made| {
                        (worker.position.board_key(), worker.key(), end.decided())
                    };
                    let (board_key, key, decided) = self.after_turn(&turn, look)?;
                    let turn = RootTurn::new(turn, board_key, key);
                    if let Some(score) = decided {
                        turn.learn(Known { depth: 0, score });
                    }
                    Some(turn)
                })
                .collect()
        })
    }

    /// The order of the turns of at most so many steps, those first that quiescence thinks best; what the other threads have
    /// looked at need not be looked at again. Beside a best line, no more turns are looked at than it takes to find `wanted`
    /// ones that win.
    fn rank(&mut self, turns: &[RootTurn], steps: usize, wanted: usize) -> Vec<Place> {
        let ranking = self.ranking;
        let taken = std::iter::from_fn(|| ranking.take_share());
        let is_ranked = |index: &usize| turns[*index].turn.len() <= steps;
        // A share that another thread has taken may not be finished yet: what is missing then is not waited for.
        let mut best = -Score::INFINITE;
        let wins_at_once = |index: &usize| {
            let turn = &turns[*index];
            Some(turn.board_key) != self.excluded && turn.known().is_some_and(Known::wins_at_once)
        };
        let mut winning = match self.excluded {
            Some(_) => (0..turns.len())
                .filter(is_ranked)
                .filter(wins_at_once)
                .count(),
            None => 0,
        };
        for index in taken.flatten().chain(0..turns.len()).filter(is_ranked) {
            let is_enough = self.excluded.is_some() && winning >= wanted;
            if turns[index].known().is_none() && !is_enough {
                self.judge(&turns[index], best);
                let known = turns[index].known();
                winning += usize::from(known.is_some_and(|known| known.score >= UNSTOPPABLE));
            }
            best = best.max(turns[index].known().map_or(best, |known| known.score));
            if self.is_stopped() {
                break;
            }
        }
        let score = |place: &Place| turns[place.index].known().map(|known| known.score);
        let mut order: Vec<Place> = (0..turns.len())
            .filter(is_ranked)
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
        assert_eq!(reductions, [0, 0, 1, 2, 4, 7, 12]);
    }
}
