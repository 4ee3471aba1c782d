//! Variations as they are printed.

use crate::rules::notation::write_turns;
use crate::rules::{Game, Setup};
use crate::search::Line;

/// Returns the variation's setups and turns, captures included. The last turn may lack steps.
pub(super) fn written_variation(game: &Game, line: &Line) -> Vec<String> {
    let setups = line.setups.iter().map(Setup::to_string);
    let turns = write_turns(&line.after_setups(game.position()), &line.turns);
    setups.chain(turns).collect()
}
