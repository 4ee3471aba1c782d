//! Iterative deepening: the search to depth 1, 2, 3, … steps, each guided by what the ones before left in the table.

use super::crew::{Crew, Memory};
use super::history::MAX_PLY;
use super::report::{Iteration, Line, Observer};
use super::shared::Shared;
use super::statistics::Statistics;
use super::variation::{self, Variation};
use super::worker::Worker;
use super::{Limits, StopFlag, Table};
use crate::rules::{Game, Position, Turn};
use crate::tactics::win;
use crate::types::Score;

/// The deepest search: quiescence and the end of a last push must fit between it and `MAX_PLY`.
pub const MAX_DEPTH: u32 = MAX_PLY as u32 - 32;

/// If the score falls by more than this, in centi-rabbits, the turn may take its hard limit of time.
const ALARMING_FALL: i32 = 40;

/// Searches the game's position with the whole crew, and returns the last depth that was finished; if the one after it
/// had found a better line already when time was up, with that line.
///
/// The game must not be over, and both sides must have set up.
pub fn search(
    game: &Game,
    table: &Table,
    crew: &Crew,
    limits: &Limits,
    stop: &StopFlag,
    observer: &mut dyn Observer,
) -> (Iteration, Statistics) {
    table.begin_search();
    let shared = Shared::new(table, limits, stop, crew.threads());
    if limits.multi_pv.get() == 1
        && let Some(won) = win_at_hand(game.position(), &shared)
    {
        observer.finished_depth(&won);
        return (won, Statistics::default());
    }
    let lead = |memory: &mut Memory| {
        let _finish = shared.finish_at_end();
        Worker::new(game, &shared, 0, memory).lead(observer)
    };
    let help = |thread, memory: &mut Memory| {
        Worker::new(game, &shared, thread, memory).help();
    };
    let last = crew.work(lead, help);
    (last, shared.statistics())
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

impl Worker<'_> {
    /// Deepens until a limit is reached, and says what every depth has found.
    fn lead(&mut self, observer: &mut dyn Observer) -> Iteration {
        let limits = self.shared.limits;
        let most = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut last = Iteration::default();
        for depth in 1..=most {
            self.deadline = limits.time.map(|budget| budget.soft);
            let lines = self.lines(depth, &last.lines);
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
    fn lines(&mut self, depth: u32, before: &[Line]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        self.excluded.clear();
        for rank in 0..self.shared.limits.multi_pv.get() {
            let alarm = before
                .get(rank)
                .map(|line| line.score - Score(ALARMING_FALL));
            let mut pv = Variation::new();
            let Some(score) = self.root(depth, alarm, &mut pv) else {
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
        let root = self.position;
        for &step in turn {
            self.position.play(step);
        }
        let key = self.may_end_turn().then(|| self.position.board_key());
        self.position = root;
        key
    }

    /// Searches the root to a depth; if the search is broken off, the score is that of the best line before that, if any.
    fn root(&mut self, depth: u32, alarm: Option<Score>, pv: &mut Variation) -> Option<Score> {
        self.alarm = alarm;
        self.root_score = None;
        self.node(-Score::INFINITE, Score::INFINITE, depth as i32, 0, pv);
        self.root_score
    }

    /// Deepens beside the leading thread, for what it leaves in the table.
    fn help(&mut self) {
        for depth in 1..=MAX_DEPTH {
            let mut pv = Variation::new();
            self.root(depth, None, &mut pv);
            if self.is_stopped() {
                break;
            }
        }
        self.shared.add_statistics(self.statistics);
    }
}
