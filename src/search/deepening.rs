//! Iterative deepening: the search to depth 1, 2, 3, … steps, each guided by what the ones before left in the table.

use arrayvec::ArrayVec;

use super::crew::{Crew, Memory};
use super::history::MAX_PLY;
use super::ranking::Ranking;
use super::report::{Iteration, Line, Observer};
use super::root::RANKED_DEPTH;
use super::sampling::Sampler;
use super::shared::Shared;
use super::statistics::Statistics;
use super::variation::{self, Variation};
use super::worker::Worker;
use super::{Limits, StopFlag, Table};
use crate::clock::Budget;
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Game, Position, Turn};
use crate::tactics::defence::{Need, Threat, need};
use crate::tactics::win;
use crate::types::Score;

/// The deepest search: quiescence and the end of a last push must fit between it and `MAX_PLY`.
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 32;

/// If the score falls by more than this, in centi-rabbits, the turn may take its hard limit of time:
const ALARMING_FALL: i32 = 27;
/// below the worst of so many depths, for scores go up and down with whose step is the last.
const RECENT_DEPTHS: usize = 4;
/// A turn in which few defences hold takes so many times the usual time.
const PRESSED: u32 = 2;
/// Few hold if the shortest take more steps than this, or none is soon found.
const EASY_DEFENCE: u8 = 2;

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The last depth that was finished; if the one after it had found a better line already when the search ended, with
    /// that line.
    pub last: Iteration,
    /// What the search has counted.
    pub statistics: Statistics,
    /// The sample of evaluated positions that [`Limits::sampling`] asks for.
    pub samples: Vec<Position>,
}

/// Searches the game's position with the whole crew.
///
/// The game must not be over, and both sides must have set up.
pub fn search(
    game: &Game,
    table: &Table,
    crew: &Crew,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> Found {
    table.begin_search();
    let shared = Shared::new(table, crew.threads(), limits, stop);
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
    let lead = |memory: &mut Memory| {
        let _finish = shared.finish_at_end();
        let ranking = Ranking::default();
        let network = memory.evaluator.network();
        let mut others_memory = (limits.multi_pv.get() > 1).then(|| Memory::new(network));
        let others = others_memory
            .as_mut()
            .map(|memory| Worker::for_other_lines(game, &shared, &ranking, memory));
        let mut worker = Worker::new(game, &shared, 0, memory);
        worker.sampler = limits.sampling.map(Sampler::new);
        let last = worker.lead(others, at_hand, observer);
        (last, worker.sampler.map(Sampler::into_positions))
    };
    let help = |thread, memory: &mut Memory| {
        Worker::new(game, &shared, thread, memory).help();
    };
    let (last, samples) = crew.work(lead, help);
    Found {
        last,
        statistics: shared.statistics(),
        samples: samples.unwrap_or_default(),
    }
}

/// The turn that wins at once, if there is one: nothing need be searched then.
fn win_at_hand(position: &Position, shared: &Shared) -> Option<Iteration> {
    let turn = win::line(position).filter(|turn| !turn.is_empty())?;
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

/// The time for a turn, more than usual where the opponent threatens a goal and few defences hold.
fn for_turn(usual: Budget, position: &Position) -> Budget {
    let is_pressed = Threat::against(position).is_some_and(|threat| match need(position, threat) {
        Need::Steps(steps) => steps > EASY_DEFENCE,
        Need::Hopeless => false,
        Need::Unknown => true,
    });
    let times = if is_pressed { PRESSED } else { 1 };
    Budget {
        soft: usual.soft.saturating_mul(times).min(usual.hard),
        hard: usual.hard,
    }
}

/// Whether a line beside the best one, which is decided, needs no greater depth: it is decided as well, and if it is worse
/// than the best one, all turns of up to four steps have been seen.
fn is_final(line: &Line, best: &Line, depth: u32) -> bool {
    let has_seen_all = depth >= u32::from(STEPS_PER_TURN);
    line.score.is_decided() && (has_seen_all || line.score >= best.score)
}

impl Worker<'_> {
    /// Deepens until a limit is reached, and says what every depth has found. `others` searches for the lines beside the best
    /// one, if such are wanted; where a win is at hand, only they are searched for.
    ///
    /// A best line that is decided is not searched again, so that it is the same however many lines are wanted.
    fn lead(
        &mut self,
        mut others: Option<Worker<'_>>,
        at_hand: Option<Iteration>,
        observer: &mut dyn Observer,
    ) -> Iteration {
        let limits = self.shared.limits;
        let wanted = limits.multi_pv.get();
        self.budget = limits.time.map(|budget| for_turn(budget, &self.position));
        let soft = self.budget.map(|budget| budget.soft);
        let most = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut last = at_hand.unwrap_or_default();
        let mut best = last.lines.first().cloned();
        let mut recent: ArrayVec<Score, RECENT_DEPTHS> = ArrayVec::new();
        for depth in 1..=most {
            let is_decided = best.as_ref().is_some_and(|best| best.score.is_decided());
            if !is_decided {
                self.deadline = soft;
                let worst = recent.iter().min();
                self.alarm = worst.map(|&score| score - Score(ALARMING_FALL));
                let found = self.best_line(depth, best.as_ref());
                self.check_limits();
                if self.is_stopped() {
                    if let Some(line) = found {
                        self.put_first(line, &mut last.lines);
                    }
                    break;
                }
                if found.is_none() {
                    // So few steps make no legal turn here, but more of them may.
                    continue;
                }
                best = found;
            }
            let Some(best) = &best else {
                continue;
            };
            let mut lines = vec![best.clone()];
            let mut is_over = best.score.is_decided();
            if let Some(others) = &mut others {
                others.deadline = soft;
                let found = others.other_lines(depth, best, wanted - 1);
                others.check_limits();
                if others.is_stopped() {
                    if !is_decided {
                        self.put_first(best.clone(), &mut last.lines);
                    }
                    break;
                }
                // A turn of more steps may still make a line.
                let are_all = found.len() + 1 == wanted || depth >= u32::from(STEPS_PER_TURN);
                is_over &= are_all && found.iter().all(|line| is_final(line, best, depth));
                lines.extend(found);
                lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            }
            if recent.is_full() {
                recent.remove(0);
            }
            recent.push(best.score);
            last = Iteration {
                depth,
                lines,
                nodes: self.shared.nodes(),
                elapsed: self.shared.elapsed(),
            };
            observer.finished_depth(&last);
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

    /// Puts a line that a depth found before it was broken off before those of the depth before it: it is better.
    fn put_first(&mut self, line: Line, lines: &mut Vec<Line>) {
        let board = |worker: &mut Self, line: &Line| worker.key_after(&line.turns[0]);
        let first = board(self, &line);
        lines.retain(|other| board(self, other) != first);
        lines.insert(0, line);
        lines.truncate(self.shared.limits.multi_pv.get());
    }

    /// The board key that the root's turn leads to, if it may end there.
    pub(super) fn key_after(&mut self, turn: &Turn) -> Option<u64> {
        self.after_turn(turn, |worker, _| worker.position.board_key())
    }

    /// Searches for the best line at a depth, beginning with the turn of the best one `before` where turns are ranked; if the
    /// search is broken off, the best line before that, if any.
    fn best_line(&mut self, depth: u32, before: Option<&Line>) -> Option<Line> {
        self.root_score = None;
        let depth = depth as i32;
        if depth >= RANKED_DEPTH {
            let first = before.and_then(|line| self.key_after(line.turns.first()?));
            return self.ranked_root(depth, first, 1, Score::INFINITE).pop();
        }
        let mut pv = Variation::new();
        self.node(-Score::INFINITE, Score::INFINITE, depth, 0, &mut pv);
        let score = self.root_score?;
        let turns = variation::turns(&self.position, &pv);
        let may_end = self.key_after(turns.first()?).is_some();
        may_end.then(|| Line {
            score,
            turns,
            ..Line::default()
        })
    }

    /// Deepens beside the leading thread, for what it leaves in the table.
    fn help(&mut self) {
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
