//! Which positions teach an evaluation nothing: self-play doesn't record them unless asked to, a fit can leave them out.
//!
//! An evaluation is asked about positions in which nothing is about to happen: quiescence plays captures out first, and
//! goals are looked for by rule. A score that is about a capture or a goal teaches it the wrong thing, namely to see in
//! the board's looks what only search can see.

use loxodon::rules::position::STEPS_PER_TURN;
use loxodon::rules::{Position, Step};
use loxodon::tactics::walk;

/// Whether the position is in a tactical shoot-out: the best turn costs a piece of either side, so that the score is
/// about material that is still on the board, or a rabbit of the opponent could walk to its goal next turn, so that the
/// score is about one forced defence.
///
/// Threats to capture are no shoot-out: they stand on the board for many turns in most games, and judging them is what
/// an evaluation is for.
pub(crate) fn is_sharp(position: &Position, best: &[Step]) -> bool {
    let side = position.side_to_move();
    walk::fewest_steps(position.board(), !side, STEPS_PER_TURN).is_some()
        || captures(position, best)
}

fn captures(position: &Position, turn: &[Step]) -> bool {
    let mut position = *position;
    turn.iter().any(|&step| {
        let captured = position.captured_by(step).is_some();
        position.play(step);
        captured
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharp(position: &str, turn: &str) -> bool {
        let position: Position = position.parse().unwrap();
        is_sharp(&position, &position.read_turn(turn).unwrap())
    }

    const CALM: &str = "g [rrrrrrr.........................rE......................RRRRRRRR]";

    #[test]
    fn a_capture_is_sharp_and_a_quiet_turn_is_not() {
        assert!(!sharp(CALM, "Eb4n"));
        let hanging = "g [rrrrrrr.................................Er..............RRRRRRRR]";
        assert!(sharp(hanging, "rb3e rc3x Ea3e"));
        assert!(!sharp(hanging, "Ea3n"));
    }

    #[test]
    fn a_rabbit_near_its_goal_is_sharp() {
        let near = "g [rrrrrrr...............................................r.RRRRRR..]";
        assert!(sharp(near, "Ra1n"));
    }
}
