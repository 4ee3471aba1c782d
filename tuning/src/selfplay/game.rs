use std::sync::Arc;

use anyhow::Context;
use loxodon::engine::{Engine, Options};
use loxodon::eval::Network;
use loxodon::rules::match_score::winner_by_score;
use loxodon::rules::{Game, Move, Outcome, Position};
use loxodon::types::{Score, Side};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::label::{Labeller, Labels};
use super::rules::Rules;
use super::taste::Tastes;
use crate::opening_file::Opening;
use crate::random_turn::random_turn;
use crate::record::{Ending, Pull, Record};

/// So many searches in a row must agree before a game is given up: two of each side.
const SEARCHES_TO_RESIGN: usize = 4;

/// Plays the game of that seed, and returns labelled positions that its searches have evaluated.
pub(super) fn play(
    seed: u32,
    rules: &Rules,
    openings: &[Opening],
    network: &Arc<Network>,
) -> anyhow::Result<Vec<Record>> {
    let options = Options {
        hash_mib: rules.hash,
        threads: 1,
        seed: Some(seed.into()),
    };
    let engine = |network: &Arc<Network>| Engine::with_network(options, Arc::clone(network));
    let mut random = StdRng::seed_from_u64(seed.into());
    let random_turns = random.random_range(0..=rules.random_turns);
    let mut opened = engine(network)?;
    open(&mut opened, openings, &mut random)?;
    let tastes = (rules.taste > 0.0)
        .then(|| Tastes::new(network, opened.game().position()))
        .transpose()?;
    let mut player = || -> anyhow::Result<Engine> {
        let mut player = match &tastes {
            Some(tastes) => engine(&tastes.draw(rules.taste, &mut random)?)?,
            None => engine(network)?,
        };
        player.set_game(opened.game().clone());
        Ok(player)
    };
    Playing {
        rules,
        random_turns,
        players: [player()?, player()?],
        random,
        labeller: Labeller::new(rules, network)?,
        opening_moves: opened.game().moves().len(),
        found: Vec::new(),
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
    random: StdRng,
    /// By side; both have the whole game.
    players: [Engine; 2],
    labeller: Labeller<'a>,
    /// How many moves of the game are its opening's.
    opening_moves: usize,
    found: Vec<(Position, Labels, u16)>,
    last_scores: LastScores,
}

impl Playing<'_> {
    fn play_out(mut self, seed: u32) -> anyhow::Result<Vec<Record>> {
        let (winner, ending) = loop {
            if let Some(end) = self.end() {
                break end;
            }
            let chosen = match self.random_instead() {
                Some(turn) => turn,
                None => self.searched()?,
            };
            let text = self.game().write_move(&chosen);
            for player in &mut self.players {
                player.play(&text)?;
            }
        };
        let record = |(position, labels, ply): (Position, Labels, u16)| Record {
            board: *position.board(),
            side: position.side_to_move(),
            steps_left: position.steps_left(),
            pull: Pull::open(&position),
            evaluation: labels.evaluation,
            searched: labels.searched,
            winner,
            ending,
            ply,
            seed,
        };
        Ok(self.found.into_iter().map(record).collect())
    }

    const fn game(&self) -> &Game {
        self.players[0].game()
    }

    /// Returns how many turns have been played since the opening.
    fn turns(&self) -> u16 {
        (self.game().moves().len() - self.opening_moves) as u16
    }

    /// Returns who has won and how, once the game is over or to be broken off.
    fn end(&self) -> Option<(Side, Ending)> {
        let game = self.game();
        if let Some(Outcome { winner, reason }) = game.outcome() {
            return Some((winner, reason.into()));
        }
        if let Some(winner) = self.last_scores.winner(self.rules.resign_score) {
            return Some((winner, Ending::Resignation));
        }
        let winner = winner_by_score(game.position().board());
        (self.turns() >= self.rules.longest).then_some((winner, Ending::TurnLimit))
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

    /// Returns the turn that a search finds best; what it evaluated is sampled and labelled.
    fn searched(&mut self) -> anyhow::Result<Move> {
        let side = self.game().side_to_move();
        let ply = self.game().moves().len() as u16;
        let limits = self.rules.turn_limits(self.random.random());
        let report = self.players[side.index()].prepare(limits).run(&mut ());
        if let Some(line) = report.last.lines.first() {
            self.last_scores.hear(line.score, side);
        }
        for position in report.samples {
            let labelled = self.labeller.label(&position);
            let found = labelled.into_iter();
            self.found
                .extend(found.map(|(position, labels)| (position, labels, ply)));
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
            scores.hear(Score(score), side);
            assert_eq!(scores.winner(900), None);
        }
        scores.hear(Score(903), Side::Silver);
        assert_eq!(scores.winner(900), Some(Side::Silver));
        assert_eq!(scores.winner(901), None);
    }
}
