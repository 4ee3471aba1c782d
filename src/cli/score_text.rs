//! Scores as people read them.

use crate::types::Score;

/// Returns a score in centi-rabbits, or in how many steps the game is decided.
pub(super) fn written_score(score: Score) -> String {
    match score.steps_to_end() {
        Some(steps) if score > Score::ZERO => format!("won in {steps}"),
        Some(steps) => format!("lost in {steps}"),
        None => format!("{:+}", score.0),
    }
}
