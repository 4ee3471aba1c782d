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
    goal::line(position)
        .or_else(|| elimination::line(position))
        .or_else(|| immobilization::line(position))
}
