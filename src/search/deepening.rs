//! Iterative deepening: the search to depth 1, 2, 3, … steps, each guided by what the ones before left in the table.

use arrayvec::ArrayVec;

use super::crew::{Crew, Memory};
use super::history::MAX_PLY;
use super::report::{Iteration, Line, Observer};
use super::root::RANKED_DEPTH;
use super::sampling::Sampler;
use super::shared::Shared;
use super::statistics::Statistics;
use super::variation::{self, Variation};
use super::worker::Worker;
use super::{Limits, StopFlag, Table};
use crate::clock::Budget;
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
    if limits.multi_pv.get() == 1
        && let Some(won) = win_at_hand(game.position(), &shared)
    {
        observer.finished_depth(&won);
        return Found {
            last: won,
            ..Found::default()
        };
    }
    let lead = |memory: &mut Memory| {
        let _finish = shared.finish_at_end();
        let mut worker = Worker::new(game, &shared, 0, memory);
        worker.sampler = limits.sampling.map(Sampler::new);
        let last = worker.lead(observer);
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

impl Worker<'_> {
    /// Deepens until a limit is reached, and says what every depth has found.
    fn lead(&mut self, observer: &mut dyn Observer) -> Iteration {
        let limits = self.shared.limits;
        self.budget = limits.time.map(|budget| for_turn(budget, &self.position));
        let most = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut last = Iteration::default();
        let mut recent: ArrayVec<Score, RECENT_DEPTHS> = ArrayVec::new();
        for depth in 1..=most {
            self.deadline = self.budget.map(|budget| budget.soft);
            let worst = recent.iter().min();
            let alarm = worst.map(|&score| score - Score(ALARMING_FALL));
            let lines = self.lines(depth, alarm, &last.lines);
            self.check_limits();
            if self.is_stopped() {
                // A line that this depth found before it was broken off is better than that of the depth before.
                if let Some(line) = lines.into_iter().next() {
                    last.lines.retain(|other| other.turns[0] != line.turns[0]);
                    last.lines.insert(0, line);
                    last.lines.truncate(limits.multi_pv.get());
                }
                break;
            }
            if lines.is_empty() {
                // So few steps make no legal turn here, but more of them may.
                continue;
            }
            last = Iteration {
                depth,
                lines,
                nodes: self.shared.nodes(),
                elapsed: self.shared.elapsed(),
            };
            observer.finished_depth(&last);
            if recent.is_full() {
                recent.remove(0);
            }
            recent.push(last.lines[0].score);
            if last.lines.iter().all(|line| line.score.is_decided()) {
                break;
            }
        }
        last.nodes = self.shared.nodes();
        last.elapsed = self.shared.elapsed();
        self.shared.add_statistics(self.statistics);
        last
    }

    /// The best lines at a depth; if the search is broken off, those found before that.
    fn lines(&mut self, depth: u32, alarm: Option<Score>, before: &[Line]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        self.excluded.clear();
        for rank in 0..self.shared.limits.multi_pv.get() {
            self.alarm = alarm.filter(|_| rank == 0);
            let first = before
                .get(rank)
                .and_then(|line| self.key_after(line.turns.first()?));
            let mut pv = Variation::new();
            let Some(score) = self.root(depth, first, &mut pv) else {
                break;
            };
            let turns = variation::turns(&self.position, &pv);
            let Some(board_key) = turns.first().and_then(|turn| self.key_after(turn)) else {
                break;
            };
            lines.push(Line { score, turns });
            if self.is_stopped() {
                break;
            }
            self.excluded.push(board_key);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        lines
    }

    /// The board key that the root's turn leads to, if it may end there.
    fn key_after(&mut self, turn: &Turn) -> Option<u64> {
        self.after_turn(turn, |worker, _| worker.position.board_key())
    }

    /// Searches the root to a depth, where turns are ranked beginning with the one that leads to the board `first`; if the
    /// search is broken off, the score is that of the best line before that, if any.
    fn root(&mut self, depth: u32, first: Option<u64>, pv: &mut Variation) -> Option<Score> {
        self.root_score = None;
        let depth = depth as i32;
        if depth < RANKED_DEPTH {
            self.node(-Score::INFINITE, Score::INFINITE, depth, 0, pv);
        } else {
            self.ranked_root(depth, first, pv);
        }
        self.root_score
    }

    /// Deepens beside the leading thread, for what it leaves in the table.
    fn help(&mut self) {
        let mut first = None;
        for depth in 1..=MAX_DEPTH {
            let mut pv = Variation::new();
            self.root(depth, first, &mut pv);
            if self.is_stopped() {
                break;
            }
            let turns = variation::turns(&self.position, &pv);
            first = turns.first().and_then(|turn| self.key_after(turn));
        }
        self.shared.add_statistics(self.statistics);
    }
}
