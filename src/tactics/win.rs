//! Wins within a turn, by whatever way.

use super::{elimination, goal, immobilization};
use crate::rules::{Position, Turn};

/// Returns a turn that wins within the steps left, one of the shortest of its way: by goal, or else by elimination, or
/// else by immobilization. Empty if the turn may end already and has won then.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::win;
/// // The last silver rabbit is one push from the trap; gold's own rabbit is far from its goal.
/// let position: Position = "g [........................................Er....................R.]".parse()?;
/// assert_eq!(win::line(&position).unwrap().len(), 2);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn line(position: &Position) -> Option<Turn> {
    // Ways to the goal are only looked for while no rabbit is there.
    goal::is_home(position)
        .then(Turn::new)
        .or_else(|| goal::line(position))
        .or_else(|| elimination::line(position))
        .or_else(|| immobilization::line(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    #[test]
    fn a_turn_that_has_won_only_has_to_end() {
        for (pieces, steps, rest) in [
            ("Ra7 Ee1 rh5", "a7n", 0),
            ("Ra6 Ee1 rh5", "a6n", 1),
            // The last rabbit is pushed into the trap.
            ("Rg1 Ea3 rb3 hh8", "b3e a3e", 0),
        ] {
            let mut position = Position::new(Board::with_pieces(pieces), Side::Gold);
            for step in steps.split(' ') {
                position.play(step.parse().unwrap());
            }
            assert_eq!(
                line(&position).map(|turn| turn.len()),
                Some(rest),
                "{pieces}"
            );
        }
    }
}
