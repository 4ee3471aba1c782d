//! Iterative deepening: searches to depth 1, 2, 3, … steps, each guided by what the ones before have left in the table.

use super::pv::{self, Pv};
use super::report::{Iteration, Line, Observer};
use super::root_turns::RootTurns;
use super::sampling::Reservoir;
use super::shared::Shared;
use super::statistics::Statistics;
use super::thread_pool::{ThreadData, ThreadPool};
use super::time_manager::TimeManager;
use super::worker::Worker;
use super::{Limits, MAX_DEPTH, StopFlag, Table};
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Game, Position};
use crate::tactics::win;
use crate::types::Score;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The last finished depth; if the next one had already found a better line when the search ended, with that line.
    pub last: Iteration,
    /// The search's counters.
    pub statistics: Statistics,
    /// The sample of evaluated positions that [`Limits::sampling`] asks for.
    pub samples: Vec<Position>,
}

/// Searches the game's position with all threads of the pool.
///
/// The game must not be over, and both sides must have set up.
pub(crate) fn search(
    game: &Game,
    table: &Table,
    pool: &ThreadPool,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Found {
    table.begin_search();
    let shared = Shared::new(table, pool.threads(), limits, stop);
    let at_hand = win_at_hand(game.position(), &shared);
    if limits.multi_pv.get() == 1
        && let Some(won) = at_hand
    {
        observer.finished_depth(&won);
        return Found {
            last: won,
            ..Found::default()
        };
    }
    let run_main = |thread_data: &mut ThreadData| {
        let _finish = shared.finish_at_end();
        let root_turns = RootTurns::default();
        let network = thread_data.evaluator.network();
        let mut others_data = (limits.multi_pv.get() > 1).then(|| ThreadData::new(network));
        let others = others_data
            .as_mut()
            .map(|thread_data| Worker::for_other_lines(game, &shared, &root_turns, thread_data));
        let mut worker = Worker::new(game, &shared, 0, thread_data);
        worker.samples = limits
            .sampling
            .map(|sampling| Reservoir::new(sampling.positions, sampling.seed));
        let last = worker.run_main(others, at_hand, observer);
        (last, worker.samples.map(Reservoir::into_chosen))
    };
    let run_helper = |thread, thread_data: &mut ThreadData| {
        Worker::new(game, &shared, thread, thread_data).run_helper();
    };
    let (last, samples) = pool.work(run_main, run_helper);
    Found {
        last,
        statistics: shared.statistics(),
        samples: samples.unwrap_or_default(),
    }
}

/// Returns the turn that wins at once, if there is one: then no search is needed.
fn win_at_hand(position: &Position, shared: &Shared) -> Option<Iteration> {
    let turn = win::line(position)?;
    Some(Iteration {
        depth: turn.len() as u32,
        lines: vec![Line {
            score: Score::win_in(turn.len()),
            turns: vec![turn],
            ..Line::default()
        }],
        // The root.
        nodes: 1,
        elapsed: shared.elapsed(),
    })
}

/// Returns whether a line beside the best one, which is decided, needs no greater depth: it is decided as well and, if it is
/// worse than the best one, all turns have been searched.
fn is_final(line: &Line, best: &Line, depth: u32) -> bool {
    let has_seen_all = depth >= u32::from(STEPS_PER_TURN);
    line.score.is_decided() && (has_seen_all || line.score >= best.score)
}

impl Worker<'_> {
    /// Deepens until a limit is reached, and reports every depth. `others` searches the lines beside the best one, if they are
    /// wanted; where a win is at hand, only these are searched.
    ///
    /// A best line that is decided is not searched again, so that it is the same however many lines are wanted.
    fn run_main(
        &mut self,
        mut others: Option<Worker<'_>>,
        at_hand: Option<Iteration>,
        observer: &mut dyn Observer,
    ) -> Iteration {
        let limits = self.shared.limits;
        self.time = TimeManager::for_turn(limits.time, &self.position);
        if let Some(others) = &mut others {
            others.time = self.time.of_other_lines();
        }
        let most = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut last = at_hand.unwrap_or_default();
        let mut best = last.lines.first().cloned();
        for depth in 1..=most {
            let others = others.as_mut();
            let is_over = self.deepen(depth, others, &mut best, &mut last, observer);
            if is_over {
                break;
            }
        }
        last.nodes = self.shared.nodes();
        last.elapsed = self.shared.elapsed();
        self.shared.add_statistics(self.statistics);
        if let Some(others) = others {
            self.shared.add_statistics(others.statistics);
        }
        last
    }

    /// Searches to one depth: `best` becomes its best line and `last` what was found, which is reported. Returns whether the
    /// search is over.
    fn deepen(
        &mut self,
        depth: u32,
        others: Option<&mut Worker<'_>>,
        best: &mut Option<Line>,
        last: &mut Iteration,
        observer: &mut dyn Observer,
    ) -> bool {
        let is_decided = best.as_ref().is_some_and(|best| best.score.is_decided());
        if !is_decided {
            self.time.begin_depth();
            let found = self.best_line(depth, best.as_ref());
            self.check_limits();
            if self.is_stopped() {
                if let Some(line) = found {
                    self.put_first(line, &mut last.lines);
                }
                return true;
            }
            if found.is_none() {
                // No turn of so few steps is legal here, but longer ones may be.
                return false;
            }
            *best = found;
        }
        let Some(best) = best else {
            return false;
        };
        let mut lines = vec![best.clone()];
        let mut is_over = best.score.is_decided();
        if let Some(others) = others {
            let wanted = self.shared.limits.multi_pv.get();
            let found = others.other_lines(depth, best, wanted - 1);
            others.check_limits();
            if others.is_stopped() {
                if !is_decided {
                    self.put_first(best.clone(), &mut last.lines);
                }
                return true;
            }
            // Turns of more steps may add lines.
            let are_all = found.len() + 1 == wanted || depth >= u32::from(STEPS_PER_TURN);
            is_over &= are_all && found.iter().all(|line| is_final(line, best, depth));
            lines.extend(found);
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        self.time.finish_depth(best.score);
        *last = Iteration {
            depth,
            lines,
            nodes: self.shared.nodes(),
            elapsed: self.shared.elapsed(),
        };
        observer.finished_depth(last);
        is_over
    }

    /// Puts a line that an unfinished depth has found before those of the last finished one: it is better.
    fn put_first(&mut self, line: Line, lines: &mut Vec<Line>) {
        let board = |worker: &mut Self, line: &Line| worker.key_after(&line.turns[0]);
        let first = board(self, &line);
        lines.retain(|other| board(self, other) != first);
        lines.insert(0, line);
        lines.truncate(self.shared.limits.multi_pv.get());
    }

    /// Returns the best line at a depth; if the search is stopped, the best until then, if any. Where turns are ranked, the
    /// turn of the best line `before` is searched first.
    fn best_line(&mut self, depth: u32, before: Option<&Line>) -> Option<Line> {
        self.root_score = None;
        let depth = depth as i32;
        if self.ranks_turns(depth) {
            let first = before.and_then(|line| self.key_after(line.turns.first()?));
            return self
                .search_root(depth, first, 1, (-Score::INFINITE, Score::INFINITE))
                .pop();
        }
        let mut pv = Pv::new();
        self.negamax(-Score::INFINITE, Score::INFINITE, depth, 0, &mut pv);
        let score = self.root_score?;
        let turns = pv::turns(&self.position, &pv);
        let may_end = self.key_after(turns.first()?).is_some();
        may_end.then(|| Line {
            score,
            turns,
            ..Line::default()
        })
    }

    /// Deepens beside the main thread, for what it leaves in the table.
    fn run_helper(&mut self) {
        let mut best = None;
        for depth in 1..=MAX_DEPTH {
            best = self.best_line(depth, best.as_ref());
            if self.is_stopped() {
                break;
            }
        }
        self.shared.add_statistics(self.statistics);
    }
}
