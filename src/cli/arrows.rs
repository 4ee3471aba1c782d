//! The ways of the pieces in a turn, to be drawn as arrows.

use serde::Serialize;

use crate::rules::{Position, Turn};
use crate::types::Square;

/// What a turn does on the board.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Arrows {
    /// The ways of the pieces that move, in the order in which they begin.
    pub(super) ways: Vec<Way>,
    /// The traps on which pieces are captured.
    #[serde(serialize_with = "as_names")]
    pub(super) captures: Vec<Square>,
}

/// The way of a piece.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Way {
    /// From where it stood to where it stands, all squares between them as well.
    #[serde(serialize_with = "as_names")]
    pub(super) squares: Vec<Square>,
    /// Whether an enemy has pushed or pulled it.
    pub(super) is_displaced: bool,
}

impl Arrows {
    /// Returns those of a legal turn.
    pub(super) fn of(before: &Position, turn: &Turn) -> Self {
        let mut position = *before;
        let mut arrows = Self::default();
        // The ways whose pieces have been captured: whoever stands there later is another piece.
        let mut ended = Vec::new();
        for &step in turn {
            let mover = position.board().piece_at(step.from());
            let going_on = arrows.ways.iter().enumerate().position(|(index, way)| {
                way.squares.last() == Some(&step.from()) && !ended.contains(&index)
            });
            if let Some(index) = going_on {
                arrows.ways[index].squares.push(step.to());
            } else {
                arrows.ways.push(Way {
                    squares: vec![step.from(), step.to()],
                    is_displaced: mover.is_some_and(|piece| piece.side != before.side_to_move()),
                });
            }
            if let Some((_, trap)) = position.captured_by(step) {
                arrows.captures.push(trap);
                let fallen = arrows
                    .ways
                    .iter()
                    .rposition(|way| way.squares.last() == Some(&trap));
                ended.extend(fallen);
            }
            position.play(step);
        }
        arrows
    }
}

fn as_names<S: serde::Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(ToString::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows(position: &str, turn: &str) -> Arrows {
        let position: Position = position.parse().unwrap();
        Arrows::of(&position, &position.read_turn(turn).unwrap())
    }

    fn names(squares: &[Square]) -> Vec<String> {
        squares.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn steps_of_a_piece_are_one_way() {
        let arrows = arrows(
            "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
            "Ee2n Ha2n Ee3n",
        );
        let ways: Vec<_> = arrows.ways.iter().map(|way| names(&way.squares)).collect();
        assert_eq!(ways, [vec!["e2", "e3", "e4"], vec!["a2", "a3"]]);
        assert!(arrows.ways.iter().all(|way| !way.is_displaced));
    }

    #[test]
    fn a_push_into_a_trap_has_two_ways_and_a_capture() {
        let arrows = arrows(
            "g [r.......................................Er.....................R]",
            "rb3e rc3x Ea3e",
        );
        assert_eq!(names(&arrows.captures), ["c3"]);
        let displaced: Vec<bool> = arrows.ways.iter().map(|way| way.is_displaced).collect();
        assert_eq!(displaced, [true, false]);
        // Whoever comes to the trap next is another piece.
        let ways: Vec<_> = arrows.ways.iter().map(|way| names(&way.squares)).collect();
        assert_eq!(ways, [["b3", "c3"], ["a3", "b3"]]);
    }
}
