//! Variations as they are printed.

use crate::rules::notation::write_turn;
use crate::rules::{Game, Setup};
use crate::search::Line;

/// Returns the variation's setups and turns, captures included. The last turn may lack steps.
pub(super) fn written_variation(game: &Game, line: &Line) -> Vec<String> {
    let mut position = line.after_setups(game.position());
    let mut written: Vec<String> = line.setups.iter().map(Setup::to_string).collect();
    let mut turns = line.turns.iter().peekable();
    while let Some(turn) = turns.next() {
        written.push(write_turn(&position, turn));
        if turns.peek().is_some() {
            position = position.after_turn(turn);
        }
    }
    written
}
