//! Goals that the rabbit reaches alone.

use crate::rules::Position;
use crate::tactics::walk;

/// Returns the length of the shortest walk home of a rabbit while nothing else moves.
pub(super) fn fewest_on_foot(position: &Position, most: u8) -> Option<u8> {
    if position.pending().is_push() {
        return None;
    }
    walk::fewest_steps(position.board(), position.side_to_move(), most)
}
