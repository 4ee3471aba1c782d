//! A turn of the game, and what is said of it.

use serde::Serialize;

use super::assessment::Assessment;
use super::chances::Chances;
use super::judgement::Judgement;
use crate::cli::arrows::Arrows;
use crate::cli::json::probability;
use crate::cli::variation::written_variation;
use crate::rules::Label;
use crate::rules::notation::write_turn;
use crate::rules::{Game, Turn};
use crate::types::Side;

/// What is said of a turn. Scores and probabilities are for the side that played it.
#[derive(Serialize)]
pub(super) struct JudgedTurn {
    /// The number of the turn, such as `12g`.
    pub(super) turn: String,
    /// The side that played it, `g` or `s`.
    #[serde(rename = "side", serialize_with = "as_letter")]
    pub(super) side: Side,
    /// The position in which it was played.
    pub(super) position: String,
    pub(super) played: String,
    pub(super) score_before: i32,
    pub(super) score_after: i32,
    pub(super) win_before: f64,
    pub(super) win_after: f64,
    /// By how much the probability of winning fell, from 0 to 1; 0 for the turn that the search would have played.
    pub(super) loss: f64,
    pub(super) judgement: Option<Judgement>,
    /// The turn that the search would have played.
    pub(super) best: String,
    /// The variation that begins with it, turn by turn.
    pub(super) pv: Vec<String>,
    pub(super) missed: Chances,
    pub(super) allowed: Chances,
    /// Of the search before the turn.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// What the turn does on the board, and the best one: for the page alone.
    #[serde(skip)]
    pub(super) played_arrows: Arrows,
    #[serde(skip)]
    pub(super) best_arrows: Arrows,
}

/// The game before a turn, the turn, and the game after it.
pub(super) struct PlayedTurn<'a> {
    pub(super) label: Label,
    pub(super) turn: &'a Turn,
    pub(super) before: &'a Game,
    pub(super) after: &'a Game,
}

impl JudgedTurn {
    /// Judges a turn by what was found before and after it.
    pub(super) fn new(played: &PlayedTurn<'_>, before: &Assessment, after: &Assessment) -> Self {
        let position = played.before.position();
        let best = before.best.as_ref();
        let pv = best
            .map(|line| written_variation(played.before, line))
            .unwrap_or_default();
        let best_turn = best.and_then(|line| line.turns.first());
        let is_best = best_turn
            .is_some_and(|turn| position.after_turn(turn).key() == played.after.position().key());
        let win_before = probability(before.win);
        let win_after = probability(1.0 - after.win);
        let loss = if is_best {
            0.0
        } else {
            probability((win_before - win_after).max(0.0))
        };
        Self {
            turn: played.label.to_string(),
            side: position.side_to_move(),
            position: position.to_string(),
            played: write_turn(position, played.turn),
            score_before: before.score.0,
            score_after: -after.score.0,
            win_before,
            win_after,
            loss,
            judgement: Judgement::of_loss(loss),
            best: pv.first().cloned().unwrap_or_default(),
            pv,
            missed: Chances::missed(position, played.turn, played.after),
            allowed: Chances::allowed(position, played.after),
            depth: before.depth,
            nodes: before.nodes,
            played_arrows: Arrows::of(position, played.turn),
            best_arrows: best_turn
                .map(|turn| Arrows::of(position, turn))
                .unwrap_or_default(),
        }
    }

    /// Returns how likely gold is to win after the turn.
    pub(super) fn gold_win_after(&self) -> f64 {
        match self.side {
            Side::Gold => self.win_after,
            Side::Silver => probability(1.0 - self.win_after),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn as_letter<S: serde::Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(side.letter())
}
