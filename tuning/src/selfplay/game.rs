use std::sync::Arc;

use anyhow::Context;
use loxodon::engine::{Engine, Options};
use loxodon::eval::Network;
use loxodon::rules::match_score::winner_by_score;
use loxodon::rules::{Game, Move, Outcome, Position, Reason};
use loxodon::search::Limits;
use loxodon::types::{Score, Side};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::label::{Labeller, Labels};
use super::outlook::Seen;
use super::rules::Rules;
use super::taste::Tastes;
use crate::opening_file::Opening;
use crate::random_turn::random_turn;
use crate::record::{Pull, Record};

/// So many searches in a row must agree before a game is given up: two of each side.
const SEARCHES_TO_RESIGN: usize = 4;

/// Plays the game of that seed, and returns labelled positions that its searches have evaluated.
pub(super) fn play(
    seed: u32,
    rules: &Rules,
    openings: &[Opening],
    network: &Arc<Network>,
) -> anyhow::Result<Vec<Record>> {
    let engine = |network: &Arc<Network>| {
        let options = Options {
            hash_mib: rules.hash,
            threads: 1,
            seed: Some(seed.into()),
        };
        Engine::with_network(options, Arc::clone(network))
    };
    let mut random = StdRng::seed_from_u64(seed.into());
    let random_turns = random.random_range(0..=rules.random_turns);
    let mut opened = engine(network)?;
    open(&mut opened, openings, &mut random)?;
    let game = opened.game().clone();
    let player = |network: &Arc<Network>| -> anyhow::Result<Engine> {
        let mut player = engine(network)?;
        player.set_game(game.clone());
        Ok(player)
    };
    let with_tastes = if rules.taste > 0.0 {
        let tastes = Tastes::new(network, game.position())?;
        let mut player = || player(&tastes.draw(rules.taste, &mut random)?);
        Some([player()?, player()?])
    } else {
        None
    };
    let taste_turns = random.random_range(0..=rules.taste_turns);
    Playing {
        rules,
        random_turns,
        taste_turns,
        random,
        with_tastes,
        players: [player(network)?, player(network)?],
        labeller: Labeller::new(rules, network)?,
        opening_moves: game.moves().len(),
        found: Vec::new(),
        seen: Seen::default(),
        last_scores: LastScores::default(),
    }
    .play_out(seed)
}

/// Plays an opening, or setups that the engine chooses if there are none.
fn open(engine: &mut Engine, openings: &[Opening], random: &mut StdRng) -> anyhow::Result<()> {
    if let Some(opening) = openings.choose(random) {
        for text in &opening.moves {
            engine.play(text)?;
        }
    }
    while let Some(setup) = engine.draw_setup() {
        let text = engine.game().write_move(&Move::Setup(setup));
        engine.play(&text)?;
    }
    Ok(())
}

/// A game that is being played.
struct Playing<'a> {
    rules: &'a Rules,
    /// How many turns after the opening are played at random.
    random_turns: u16,
    /// For how many turns after the opening the sides play by their tastes.
    taste_turns: u16,
    random: StdRng,
    /// By side, while the sides play by their tastes. They have the whole game, as the others have.
    with_tastes: Option<[Engine; 2]>,
    /// By side, with the network as it is.
    players: [Engine; 2],
    labeller: Labeller<'a>,
    /// How many moves of the game are its opening's.
    opening_moves: usize,
    found: Vec<(Position, Labels, u16)>,
    seen: Seen,
    last_scores: LastScores,
}

impl Playing<'_> {
    fn play_out(mut self, seed: u32) -> anyhow::Result<Vec<Record>> {
        let (winner, reason) = loop {
            if let Some(end) = self.end() {
                break end;
            }
            if self.turns() >= self.taste_turns {
                self.with_tastes = None;
            }
            let chosen = if let Some(turn) = self.random_instead() {
                self.seen.push(None);
                turn
            } else if let Some(players) = &mut self.with_tastes {
                self.seen.push(None);
                by_taste(players, self.rules.taste_limits())?
            } else {
                self.searched()?
            };
            let text = self.game().write_move(&chosen);
            for player in self
                .with_tastes
                .iter_mut()
                .flatten()
                .chain(&mut self.players)
            {
                player.play(&text)?;
            }
        };
        Ok(self.records(winner, reason, seed))
    }

    /// Returns the labelled positions once the game is over.
    fn records(self, winner: Side, reason: Reason, seed: u32) -> Vec<Record> {
        let is_decided = reason != Reason::Score;
        let gold_result = is_decided.then_some(f64::from(winner == Side::Gold));
        let share = self.rules.lambda_share;
        let outlook =
            (self.rules.lambda).map(|lambda| self.seen.look_ahead(gold_result, lambda, share));
        let label = |score: Score, side: Side, ply: u16| match &outlook {
            Some(outlook) => {
                let turn = usize::from(ply) - self.opening_moves;
                for_gold(outlook.label(turn, for_gold(score, side)), side)
            }
            None => score,
        };
        let record = |(position, labels, ply): (Position, Labels, u16)| {
            let side = position.side_to_move();
            Record {
                board: *position.board(),
                side,
                steps_left: position.steps_left(),
                pull: Pull::open(&position),
                evaluation: labels.evaluation,
                searched: labels.searched.map(|score| label(score, side, ply)),
                winner,
                reason,
                ply,
                seed,
            }
        };
        self.found.into_iter().map(record).collect()
    }

    const fn game(&self) -> &Game {
        self.players[0].game()
    }

    /// Returns how many turns have been played since the opening.
    fn turns(&self) -> u16 {
        (self.game().moves().len() - self.opening_moves) as u16
    }

    /// Returns who has won and how, once the game is over or to be broken off.
    fn end(&self) -> Option<(Side, Reason)> {
        let game = self.game();
        if let Some(Outcome { winner, reason }) = game.outcome() {
            return Some((winner, reason));
        }
        if let Some(winner) = self.last_scores.winner(self.rules.resign_score) {
            return Some((winner, Reason::Resignation));
        }
        let winner = winner_by_score(game.position().board());
        (self.turns() >= self.rules.longest).then_some((winner, Reason::Score))
    }

    /// Returns a random turn, if it is the time and the luck for one.
    fn random_instead(&mut self) -> Option<Move> {
        let wanted =
            self.turns() < self.random_turns || self.random.random_bool(self.rules.random_share);
        if !wanted {
            return None;
        }
        let turn = random_turn(self.players[0].game(), &mut self.random)?;
        self.last_scores = LastScores::default();
        Some(turn)
    }

    /// Returns the turn that a search finds best; its root and what it evaluated are labelled.
    fn searched(&mut self) -> anyhow::Result<Move> {
        let side = self.game().side_to_move();
        let ply = self.game().moves().len() as u16;
        let position = *self.game().position();
        let limits = self.rules.turn_limits(self.random.random());
        let report = self.players[side.index()].prepare(limits).run(&mut ());
        let line = report.last.lines.first();
        let gold_score = line.map(|line| for_gold(line.score, side));
        self.last_scores.hear(gold_score);
        self.seen.push(gold_score);
        let mut labelled = match line {
            Some(line) if self.rules.label_nodes > 0 => self.labeller.label_by(&position, line),
            _ => Vec::new(),
        };
        for position in report.samples {
            labelled.extend(self.labeller.label(&position));
        }
        let found = labelled.into_iter();
        self.found
            .extend(found.map(|(position, labels)| (position, labels, ply)));
        report
            .best
            .context("a game that is not over has a best move")
    }
}

/// Returns the turn that a search with the mover's taste finds best.
fn by_taste(players: &mut [Engine; 2], limits: Limits) -> anyhow::Result<Move> {
    let side = players[0].game().side_to_move();
    let report = players[side.index()].prepare(limits).run(&mut ());
    report
        .best
        .context("a game that is not over has a best move")
}

/// Turns a score for a side into one for gold, and back.
fn for_gold(score: Score, side: Side) -> Score {
    match side {
        Side::Gold => score,
        Side::Silver => -score,
    }
}

/// What the last searches in a row have found, for gold.
#[derive(Default)]
struct LastScores([Option<Score>; SEARCHES_TO_RESIGN]);
impl LastScores {
    fn hear(&mut self, gold_score: Option<Score>) {
        self.0.rotate_right(1);
        self.0[0] = gold_score;
    }

    /// Returns the side that is ahead by at least so much in all of them.
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
            scores.hear(Some(for_gold(Score(score), side)));
            assert_eq!(scores.winner(900), None);
        }
        scores.hear(Some(Score(-903)));
        assert_eq!(scores.winner(900), Some(Side::Silver));
        assert_eq!(scores.winner(901), None);
    }
}
