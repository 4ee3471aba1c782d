//! The search of the root: from [`RANKED_DEPTH`] on it goes through all distinct turns, the best ones first, and reduces
//! late ones: of the thousands of turns only a few are worth the full depth. Where nodes are limited to fewer than
//! [`RANKED_NODES`], the tree searches it at every depth.

use super::parameters;
use super::pv::{self, Pv};
use super::report::Line;
use super::root_turns::{RootEntry, RootOrder, RootScore, RootTurn, UNSTOPPABLE, WON_AT_ONCE};
use super::worker::Worker;
use crate::types::Score;

/// The first depth at which the turns are ranked (20f7350): the whole search to a smaller depth takes less time than
/// ranking.
const RANKED_DEPTH: i32 = 7;
/// The least limit of nodes with which the turns are ranked, which takes a node for each: in the positions of the bench
/// there are 17,000 on average. Self-play with 4,000 nodes a turn takes half the time since they are left to the tree
/// (5c31b93).
const RANKED_NODES: u64 = 20_000;

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
fn reduction(before: usize) -> i32 {
    let full_depth_turns = parameters::full_depth_turns() as usize;
    if before < full_depth_turns {
        0
    } else {
        (2 * before / full_depth_turns).ilog2() as i32
    }
}

/// Moves the first turn that is wanted to the front.
fn to_front(order: &mut [RootEntry], is_wanted: impl FnMut(&RootEntry) -> bool) {
    if let Some(at) = order.iter().position(is_wanted) {
        order[..=at].rotate_right(1);
    }
}

impl Worker<'_> {
    /// Returns whether the root is searched turn by turn at that depth.
    pub(super) fn ranks_turns(&self, depth: i32) -> bool {
        let most = self.shared.limits.nodes;
        depth >= RANKED_DEPTH && most.is_none_or(|most| most >= RANKED_NODES)
    }

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
        let is_enough = alpha >= WON_AT_ONCE
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
