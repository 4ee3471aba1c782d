use std::fmt::Write;

use super::Token;
use crate::rules::Label;
use crate::rules::legality::PASS;
use crate::rules::{Game, Reason};
use crate::types::Side;

/// Writes a game's moves, a line each, and what has ended it if that was a resignation or the clock.
///
/// Of a game that began with pieces on the board, these are written as the setups, and a `pass` of gold if silver has the
/// first turn.
pub fn write_record(game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string never fails.
    let placed = game
        .positions()
        .first()
        .map(|position| *position.board())
        .unwrap_or_default();
    for (label, side) in [Label::FIRST, Label::FIRST.next()]
        .into_iter()
        .zip(Side::ALL)
    {
        let words: Vec<String> = placed
            .iter()
            .filter(|(_, piece)| piece.side == side)
            .map(|(square, piece)| Token::Placement(piece, square).to_string())
            .collect();
        if !words.is_empty() {
            let _ = writeln!(text, "{label} {}", words.join(" "));
        }
    }
    if game.labels().next() == Some(Label::FIRST_TURN.next()) {
        let _ = writeln!(text, "{} {PASS}", Label::FIRST_TURN);
    }
    for (label, written) in game.labels().zip(game.written_moves()) {
        let _ = writeln!(text, "{label} {written}");
    }
    if let Some(ending) = ending_of(game) {
        let _ = writeln!(text, "{} {ending}", game.label());
    }
    text
}

/// Returns the word for an end of the game that the board doesn't show.
pub(super) fn ending_of(game: &Game) -> Option<&'static str> {
    match game.outcome()?.reason {
        Reason::Resignation => Some("resigns"),
        Reason::Time => Some("lost"),
        Reason::Goal
        | Reason::Elimination
        | Reason::Immobilization
        | Reason::Repetition
        | Reason::Score => None,
    }
}
