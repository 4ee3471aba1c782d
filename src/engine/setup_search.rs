//! The search for a setup: candidates are drawn at random and ranked by a search of what follows.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::{Report, Search, arrangement};
use crate::rules::{Game, Move, Setup};
use crate::search::{self, Found, Iteration, Limits, Line, MAX_DEPTH, Observer, Statistics};
use crate::types::Side;

/// Number of setups that are compared, as long as no more lines are wanted (not tuned: to a depth of four steps they take
/// about 30,000 nodes).
const CANDIDATES: usize = 12;
/// Number of silver's answers that a setup of gold's is judged by (9a51d34, not tuned); the best of them counts.
const ANSWERS: usize = 2;
/// Number of draws for each candidate before no more distinct ones are looked for (9a51d34, not tuned).
const DRAWS_PER_CANDIDATE: usize = 20;

/// A setup, and the games that are searched to judge it.
struct Candidate {
    setup: Setup,
    /// For gold's setup one with each of silver's answers, for silver's only one.
    games: Vec<Game>,
}

impl Candidate {
    /// Returns the candidate that goes on with `setup`.
    fn new(game: &Game, setup: Setup, random: &mut impl rand::RngExt) -> Self {
        let after = |game: &Game, setup| {
            let mut after = game.clone();
            after.play(Move::Setup(setup)).ok().map(|()| after)
        };
        let games = match (setup.side(), after(game, setup)) {
            (_, None) => Vec::new(),
            (Side::Silver, Some(complete)) => vec![complete],
            (Side::Gold, Some(half)) => (0..ANSWERS)
                .filter_map(|_| after(&half, arrangement::choose(half.position(), random)))
                .collect(),
        };
        Self { setup, games }
    }
}

/// How a ranking of setups goes on.
struct Progress {
    began: Instant,
    nodes: u64,
    statistics: Statistics,
}

impl Search {
    /// Draws setups and ranks them by deeper and deeper searches of the positions that follow, until a limit is reached or
    /// the flag is set. The limits are those of all searches together.
    pub(super) fn run_setup(mut self, observer: &mut dyn Observer) -> Report {
        let mut progress = Progress {
            began: Instant::now(),
            nodes: 0,
            statistics: Statistics::default(),
        };
        let candidates = self.draw_candidates();
        let mut last = Iteration::default();
        let most = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in 1..=most {
            let lines = candidates
                .iter()
                .map(|candidate| self.score_candidate(candidate, depth, &mut progress));
            let Some(mut lines) = lines.collect::<Option<Vec<Line>>>() else {
                break;
            };
            lines.sort_by_key(|line| Reverse(line.score));
            lines.truncate(self.limits.multi_pv.get());
            last = Iteration {
                depth,
                lines,
                nodes: progress.nodes,
                elapsed: progress.began.elapsed(),
            };
            observer.finished_depth(&last);
        }
        last.nodes = progress.nodes;
        last.elapsed = progress.began.elapsed();
        let ranked = last.lines.first().map(|line| line.setups[0]);
        let drawn = || candidates.first().map(|candidate| candidate.setup);
        Report {
            best: ranked.or_else(drawn).map(Move::Setup),
            last,
            statistics: progress.statistics,
            samples: Vec::new(),
        }
    }

    /// Draws distinct setups, as many as there are to be compared.
    fn draw_candidates(&mut self) -> Vec<Candidate> {
        let wanted = CANDIDATES.max(self.limits.multi_pv.get());
        let mut candidates: Vec<Candidate> = Vec::with_capacity(wanted);
        for _ in 0..wanted * DRAWS_PER_CANDIDATE {
            let setup = arrangement::choose(self.game.position(), &mut self.choice);
            if candidates.iter().all(|candidate| candidate.setup != setup) {
                candidates.push(Candidate::new(&self.game, setup, &mut self.choice));
            }
            if candidates.len() == wanted {
                break;
            }
        }
        candidates
    }

    /// Scores a setup by searches to a depth of what follows; `None` if a limit breaks them off.
    fn score_candidate(
        &self,
        candidate: &Candidate,
        depth: u32,
        progress: &mut Progress,
    ) -> Option<Line> {
        let mut worst: Option<Line> = None;
        for game in &candidate.games {
            let followed = self.follow(game, depth, progress)?;
            if worst
                .as_ref()
                .is_none_or(|worst| followed.score < worst.score)
            {
                worst = Some(followed);
            }
        }
        worst
    }

    /// Searches a game after the setups to a depth; `None` if a limit breaks the search off. The score is that of the side
    /// that is to set up.
    fn follow(&self, game: &Game, depth: u32, progress: &mut Progress) -> Option<Line> {
        let limits = self.limits_left(game, depth, progress)?;
        let Found {
            last, statistics, ..
        } = search::search(game, &self.table, &self.pool, &limits, &self.stop, &mut ());
        progress.nodes += last.nodes;
        progress.statistics += statistics;
        let line = last.lines.into_iter().next()?;
        if last.depth < depth && !line.score.is_decided() {
            return None;
        }
        let setups = game.moves()[self.game.moves().len()..].iter();
        let setups = setups.filter_map(|played| match played {
            Move::Setup(setup) => Some(*setup),
            Move::Turn(_) => None,
        });
        let is_own = game.side_to_move() == self.game.side_to_move();
        Some(Line {
            score: if is_own { line.score } else { -line.score },
            setups: setups.collect(),
            turns: line.turns,
        })
    }

    /// Returns the limits of the next search, as far as nodes and time are left; `None` if they are used up.
    fn limits_left(&self, game: &Game, depth: u32, progress: &Progress) -> Option<Limits> {
        let elapsed = progress.began.elapsed();
        let time = self.limits.time.map(|time| time.left_after(elapsed));
        let nodes = self
            .limits
            .nodes
            .map(|nodes| nodes.saturating_sub(progress.nodes));
        let setups = (game.moves().len() - self.game.moves().len()) as u32;
        let is_used_up = nodes == Some(0) || time.is_some_and(|time| time.soft == Duration::ZERO);
        (!is_used_up && !self.stop.is_set()).then(|| Limits {
            depth: Some(depth),
            nodes,
            time,
            halted_after: self
                .limits
                .halted_after
                .map(|turns| turns.saturating_sub(setups).max(1)),
            multi_pv: std::num::NonZeroUsize::MIN,
            eval_noise: self.limits.eval_noise,
            sampling: None,
        })
    }
}
