use anyhow::Context;
use loxodon::engine::{Engine, Options};
use loxodon::rules::match_score::winner_by_score;
use loxodon::rules::{Move, Outcome};
use loxodon::search::Line;
use loxodon::types::{Score, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::rules::Rules;
use crate::random_turn::random_turn;
use crate::record::{Ending, Record};
use crate::sharp::is_sharp;

/// The moves of a game before the first turn.
const SETUPS: usize = 2;
/// So many searches in a row must agree before a game is given up: two of each side.
const SEARCHES_TO_RESIGN: usize = 4;

/// Plays the game of that seed, and returns its positions that are worth recording.
pub(super) fn play(seed: u64, rules: &Rules) -> anyhow::Result<Vec<Record>> {
    let engine = Engine::new(Options {
        hash_mib: rules.hash,
        threads: 1,
        seed: Some(seed),
    })?;
    Playing {
        rules,
        random: StdRng::seed_from_u64(seed),
        engine,
        found: Vec::new(),
        last_scores: LastScores::default(),
    }
    .play_out(seed)
}

/// A game that is being played.
struct Playing<'a> {
    rules: &'a Rules,
    random: StdRng,
    engine: Engine,
    /// What searches have found in the positions worth recording, with their plies.
    found: Vec<(u16, Line)>,
    last_scores: LastScores,
}

impl Playing<'_> {
    fn play_out(mut self, seed: u64) -> anyhow::Result<Vec<Record>> {
        let (winner, ending) = loop {
            if let Some(end) = self.end() {
                break end;
            }
            let chosen = match self.random_instead() {
                Some(turn) => turn,
                None => self.searched()?,
            };
            let text = self.engine.game().write_move(&chosen);
            self.engine.play(&text)?;
        };
        let positions = &self.engine.game().positions()[SETUPS..];
        let record = |(ply, line): (u16, Line)| {
            let position = &positions[usize::from(ply)];
            Record {
                board: *position.board(),
                side: position.side_to_move(),
                score: line.score,
                winner,
                ending,
                ply,
                best: line.turns[0].clone(),
                seed,
            }
        };
        Ok(self.found.into_iter().map(record).collect())
    }

    /// How many turns have been played.
    fn ply(&self) -> u16 {
        let moves = self.engine.game().moves().len();
        moves.saturating_sub(SETUPS) as u16
    }

    /// Who has won and how, once the game is over or to be broken off.
    fn end(&self) -> Option<(Side, Ending)> {
        let game = self.engine.game();
        if let Some(Outcome { winner, reason }) = game.outcome() {
            return Some((winner, reason.into()));
        }
        let least = self.rules.resign_score;
        if let Some(winner) = least.and_then(|least| self.last_scores.winner(least)) {
            return Some((winner, Ending::Resignation));
        }
        let winner = winner_by_score(game.position().board());
        (self.ply() >= self.rules.longest).then_some((winner, Ending::TurnLimit))
    }

    /// A random turn, if it is the time and the luck for one.
    fn random_instead(&mut self) -> Option<Move> {
        let game = self.engine.game();
        if game.is_setting_up() {
            return None;
        }
        let ply = self.ply();
        let wanted = ply < self.rules.random_turns
            || ply < self.rules.random_until && self.random.random_bool(self.rules.random_share);
        if !wanted {
            return None;
        }
        let turn = random_turn(game, &mut self.random)?;
        self.last_scores = LastScores::default();
        Some(turn)
    }

    /// The move that a search finds best, which is kept if it is worth recording.
    fn searched(&mut self) -> anyhow::Result<Move> {
        let position = *self.engine.game().position();
        let report = self.engine.prepare(self.rules.limits()).run(&mut ());
        if let Some(line) = report.last.lines.into_iter().next() {
            self.last_scores.hear(line.score, position.side_to_move());
            if (self.rules.keep_decided || !line.score.is_decided())
                && (self.rules.keep_sharp || !is_sharp(&position, &line.turns[0]))
            {
                self.found.push((self.ply(), line));
            }
        }
        report
            .best
            .context("a game that is not over has a best move")
    }
}

/// What the last searches in a row have found, for gold.
#[derive(Default)]
struct LastScores([Option<Score>; SEARCHES_TO_RESIGN]);

impl LastScores {
    fn hear(&mut self, score: Score, side: Side) {
        self.0.rotate_right(1);
        self.0[0] = Some(match side {
            Side::Gold => score,
            Side::Silver => -score,
        });
    }

    /// The side that is ahead by at least so much in all of them.
    fn winner(&self, least: i32) -> Option<Side> {
        let all = |sign: i32| {
            let mut scores = self.0.iter();
            scores.all(|score| score.is_some_and(|score| sign * score.0 >= least))
        };
        if all(1) {
            Some(Side::Gold)
        } else if all(-1) {
            Some(Side::Silver)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_given_up_when_four_searches_in_a_row_agree() {
        let mut scores = LastScores::default();
        for (score, side) in [
            (900, Side::Gold),
            (100, Side::Silver),
            (-900, Side::Gold),
            (901, Side::Silver),
            (-902, Side::Gold),
        ] {
            scores.hear(Score(score), side);
            assert_eq!(scores.winner(900), None);
        }
        scores.hear(Score(903), Side::Silver);
        assert_eq!(scores.winner(900), Some(Side::Silver));
        assert_eq!(scores.winner(901), None);
    }
}
