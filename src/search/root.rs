//! The search of the root: from [`RANKED_DEPTH`] on it goes through all distinct turns, the best ones first, and reduces
//! late ones.
//!
//! Within the tree, actions are ordered step by step. At the root there is time to score every turn as a whole by
//! quiescence search; of the thousands of turns only a few are worth the full depth.

use super::make::MadeAction;
use super::pv::{self, Pv};
use super::report::Line;
use super::root_turns::{RootEntry, RootOrder, RootScore, RootTurn};
use super::worker::Worker;
use crate::rules::Turn;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::Score;

/// The first depth at which the turns are ranked: the whole search to a smaller depth takes less time than ranking.
pub(super) const RANKED_DEPTH: i32 = 7;
/// The steps of a whole turn.
const STEPS: usize = STEPS_PER_TURN as usize;
/// The number of turns that are searched to the full depth (20f7350; four and twenty were no better, see `docs/ideas.md`).
const FULL_DEPTH_TURNS: usize = 8;
/// The quiescence score of a turn that threatens a goal which cannot be stopped: it comes at the end of the next own turn.
const UNSTOPPABLE: Score = Score::win_in(3 * STEPS);
/// Turns that are worse than the best by more than this, in centi-rabbits, get only a bound instead of their exact score
/// (30605f1, an eighth less time with the scores of leaves in the table).
const TOLD_APART: i32 = 150;

/// The state of the root's search to one depth.
struct Progress {
    /// The depth, in steps, to which the positions after the turns are searched.
    depth: i32,
    /// The number of lines that are wanted.
    wanted: usize,
    /// The score that a turn must exceed to be among the best.
    alpha: Score,
    /// The score at which the search stops looking for better turns.
    beta: Score,
    /// The best lines so far in descending order, each with the index of its turn.
    lines: Vec<(usize, Line)>,
}

impl Progress {
    /// Returns whether any score puts the next turn among the best.
    const fn wants_any(&self) -> bool {
        self.alpha.0 == -Score::INFINITE.0
    }

    /// Inserts a line that is among the best.
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

/// Returns the reduction, in steps, of a turn after `before` others in the order (late move reduction; half as
/// much again as before 609ba51).
const fn reduction(before: usize) -> i32 {
    if before < FULL_DEPTH_TURNS {
        0
    } else {
        (2 * before / FULL_DEPTH_TURNS).ilog2() as i32
    }
}

/// Moves the first turn that is wanted to the front.
fn to_front(order: &mut [RootEntry], is_wanted: impl FnMut(&RootEntry) -> bool) {
    if let Some(at) = order.iter().position(is_wanted) {
        order[..=at].rotate_right(1);
    }
}

impl<'a> Worker<'a> {
    /// Searches the root to a depth, turn by turn, and returns the best `wanted` lines in descending order; if the search is
    /// stopped, the best until then. The turn that leads to the board `first` is searched first. A depth of less than four
    /// steps covers only turns of at most that many steps. Lines must be better than `alpha`; a score of `beta` or above is
    /// good enough.
    pub(super) fn search_root(
        &mut self,
        depth: i32,
        first: Option<u64>,
        wanted: usize,
        (alpha, beta): (Score, Score),
    ) -> Vec<Line> {
        let turns = self.turns_at_root();
        let mut order = std::mem::take(&mut self.root_order);
        let steps = self.root_steps.min(depth as usize);
        if order.ranked_steps < steps {
            order = RootOrder {
                entries: self.rank(turns, steps, wanted),
                ranked_steps: steps,
            };
        }
        let entries = &mut order.entries;
        if let Some(first) = first {
            to_front(entries, |entry| turns[entry.index].board_key == first);
        }
        let mut progress = Progress {
            depth: (depth - self.root_steps as i32).max(0),
            wanted,
            alpha,
            beta,
            lines: Vec::new(),
        };
        // The last turn that was taken over from another thread.
        let mut taken_over = None;
        for may_defer in [true, false] {
            for at in 0..entries.len() {
                let better = self.root_turns.better(progress.depth, progress.alpha);
                if let Some(index) = better
                    && better != taken_over
                {
                    taken_over = better;
                    if let Some(at) = entries.iter().position(|entry| entry.index == index) {
                        self.search_root_turn(entries, at, false, &mut progress);
                    }
                }
                self.search_root_turn(entries, at, may_defer, &mut progress);
                if self.is_stopped() {
                    return progress.into_lines();
                }
            }
        }
        for entry in entries.iter_mut() {
            entry.is_done = false;
        }
        for (index, _) in progress.lines.iter().rev() {
            to_front(entries, |entry| entry.index == *index);
        }
        self.root_order = order;
        progress.into_lines()
    }

    /// Searches the turn at that index of the order if it is still to be searched, and moves it to the front if it is among
    /// the best. It is skipped if the thread `may_defer` it and another thread is searching it.
    fn search_root_turn(
        &mut self,
        order: &mut [RootEntry],
        at: usize,
        may_defer: bool,
        progress: &mut Progress,
    ) {
        let entry = &mut order[at];
        let turn = &self.turns_at_root()[entry.index];
        if entry.is_done || Some(turn.board_key) == self.excluded {
            return;
        }
        let is_being_searched = self.shared.abdada.contains(turn.key);
        if may_defer && !progress.wants_any() && is_being_searched {
            return;
        }
        entry.is_done = true;
        if let Some(line) = self.line_among_best(turn, at, progress) {
            progress.keep(entry.index, line);
            let root_turns = self.root_turns;
            root_turns.report_best(progress.depth, progress.alpha, entry.index);
            order[..=at].rotate_right(1);
        }
    }

    /// Searches a turn, after `before` others in the order, unless it is known to be no better than the best so far. Returns
    /// its line if it is among the best.
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
        let is_no_better = |known: RootScore| known.depth >= reduced && known.score <= alpha;
        if !is_first && turn.score().is_some_and(is_no_better) {
            return None;
        }
        // Turns that win at once are known, and quiescence search does not distinguish other wins.
        let is_enough = alpha >= Score::win_in(STEPS)
            || self.excluded.is_some() && progress.depth == 0 && alpha >= UNSTOPPABLE;
        if is_enough && !turn.score().is_some_and(RootScore::wins_at_once) {
            return None;
        }
        let mut below = Pv::new();
        self.shared.abdada.enter(turn.key);
        let ply = self.root_steps;
        let found = self.after_turn(&turn.turn, |worker, end| {
            let depth = progress.depth;
            let mut search = |worker: &mut Self, alpha, beta, depth| {
                worker.child(end, alpha, beta, depth, ply, &mut below)
            };
            let found = if is_first {
                let score = search(worker, alpha, beta, depth);
                RootScore { depth, score }
            } else {
                worker.zero_window_search((alpha, beta), (reduced, depth), &mut search)
            };
            worker.after_replies(end.key, found, alpha, |worker| {
                search(worker, alpha, beta, depth)
            })
        });
        self.shared.abdada.leave(turn.key);
        let found = found.filter(|_| !self.is_stopped())?;
        turn.set_score(found);
        let score = found.score.min(beta);
        if score <= alpha {
            return None;
        }
        self.improve_root(score);
        let mut pv = Pv::new();
        pv.extend(pv::actions(&turn.turn, self.root_steps));
        let room = pv.remaining_capacity();
        pv.extend(below.into_iter().take(room));
        let turns = pv::turns(&self.position, &pv);
        Some(Line {
            score,
            turns,
            ..Line::default()
        })
    }

    /// Returns all legal turns.
    fn turns_at_root(&mut self) -> &'a [RootTurn] {
        let root_turns = self.root_turns;
        root_turns.turns(|| {
            // A turn that was begun may end at once, too.
            let at_once = (self.root_steps < STEPS).then(Turn::new);
            let turns = at_once.into_iter().chain(self.position.distinct_turns());
            self.allowed(turns)
        })
    }

    /// Returns those of the turns that the rules of repetition allow; what wins or loses at once is scored.
    pub(super) fn allowed(&mut self, turns: impl IntoIterator<Item = Turn>) -> Vec<RootTurn> {
        let allowed = turns.into_iter().filter_map(|turn| {
            let look = |worker: &mut Self, end: &MadeAction| {
                (worker.position.board_key(), worker.key(), end.decided())
            };
            let (board_key, key, decided) = self.after_turn(&turn, look)?;
            let turn = RootTurn::new(turn, board_key, key);
            if let Some(score) = decided {
                turn.set_score(RootScore { depth: 0, score });
            }
            Some(turn)
        });
        allowed.collect()
    }

    /// Returns the turns of at most that many steps, in the order of their quiescence scores; turns that other threads have
    /// scored are not scored again. In a search for other lines, it stops scoring once `wanted` turns win.
    fn rank(&mut self, turns: &[RootTurn], steps: usize, wanted: usize) -> Vec<RootEntry> {
        let root_turns = self.root_turns;
        let taken = std::iter::from_fn(|| root_turns.claim());
        let is_ranked = |index: &usize| turns[*index].turn.len() <= steps;
        // Turns that another thread has claimed may not be scored yet: it does not wait for them.
        let mut best = -Score::INFINITE;
        let wins_at_once = |index: &usize| {
            let turn = &turns[*index];
            Some(turn.board_key) != self.excluded
                && turn.score().is_some_and(RootScore::wins_at_once)
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
            if turns[index].score().is_none() && !is_enough {
                self.score_by_qsearch(&turns[index], best);
                let known = turns[index].score();
                winning += usize::from(known.is_some_and(|known| known.score >= UNSTOPPABLE));
            }
            best = best.max(turns[index].score().map_or(best, |known| known.score));
            if self.is_stopped() {
                break;
            }
        }
        let score = |entry: &RootEntry| turns[entry.index].score().map(|known| known.score);
        let mut order: Vec<RootEntry> = (0..turns.len())
            .filter(is_ranked)
            .map(|index| RootEntry {
                index,
                is_done: false,
            })
            .collect();
        order.sort_by_cached_key(|entry| std::cmp::Reverse(score(entry)));
        order
    }

    /// Scores a turn by quiescence search, with a bound only if it is much worse than the best so far.
    fn score_by_qsearch(&mut self, turn: &RootTurn, best: Score) {
        let least = Score((best.0 - TOLD_APART).max(-Score::INFINITE.0));
        let (alpha, beta) = (least, Score::INFINITE);
        let pv = &mut Pv::new();
        let ply = self.root_steps;
        let score = self.after_turn(&turn.turn, |worker, end| {
            worker.child(end, alpha, beta, 0, ply, pv)
        });
        if let Some(score) = score.filter(|_| !self.is_stopped()) {
            turn.set_score(RootScore { depth: 0, score });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_turns_are_reduced() {
        let reductions = [0, 7, 8, 16, 64, 1000, 20_000].map(reduction);
        assert_eq!(reductions, [0, 0, 1, 2, 4, 7, 12]);
    }
}
