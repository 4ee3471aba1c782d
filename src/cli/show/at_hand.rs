//! Captures and goals within one turn, by trying every turn.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::rules::notation::write_turn;
use crate::rules::{Game, Outcome, Position, Reason, Turn, outcome};
use crate::types::{Piece, Side, Square};

/// What a side can do in one turn.
#[derive(Default)]
pub(super) struct AtHand {
    /// How many turns it has.
    pub(super) turns: u64,
    /// The enemy pieces that can be captured.
    pub(super) captures: Vec<Capture>,
    /// A shortest turn after which a rabbit stands on its goal row.
    pub(super) goal: Option<String>,
}

/// An enemy piece that can be captured, and a shortest turn in which it is.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Capture {
    /// Its letter and the square on which it stands now.
    pub(super) piece: String,
    /// The turn.
    pub(super) turn: String,
}

impl AtHand {
    /// What the side can do now, or could if it were its turn.
    ///
    /// Turns that repeat a position too often are left out where the past is known: for the side to move.
    pub(super) fn new(game: &Game, side: Side) -> Self {
        let board = game.position().board();
        let start = Position::new(*board, side);
        let is_to_move = side == game.side_to_move();
        let mut captures: Vec<(Square, Capture)> = Vec::new();
        let mut goal = None;
        let mut turns = 0;
        let ControlFlow::Continue(()) = start.visit_distinct_turns(|turn, board_key| {
            if !(is_to_move && game.would_repeat(board_key)) {
                turns += 1;
                for (piece, square) in captured_enemies(&start, turn) {
                    if captures.iter().all(|&(known, _)| known != square) {
                        let piece = format!("{}{square}", piece.letter());
                        let turn = write_turn(&start, turn);
                        captures.push((square, Capture { piece, turn }));
                    }
                }
                if goal.is_none() && is_goal(&start, turn) {
                    goal = Some(write_turn(&start, turn));
                }
            }
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        captures.sort_by_key(|&(square, _)| square);
        let captures = captures.into_iter().map(|(_, capture)| capture).collect();
        Self {
            turns,
            captures,
            goal,
        }
    }
}

/// The enemy pieces that a turn captures, with the squares on which they stand before it.
fn captured_enemies(start: &Position, turn: &Turn) -> Vec<(Piece, Square)> {
    let mut position = *start;
    let mut moved: Vec<(Square, Square)> = Vec::new();
    let mut captured = Vec::new();
    for &step in turn {
        match moved.iter_mut().find(|(_, now)| *now == step.from()) {
            Some((_, now)) => *now = step.to(),
            None => moved.push((step.from(), step.to())),
        }
        if let Some((piece, trap)) = position.captured_by(step) {
            let fallen = moved.iter().position(|&(_, now)| now == trap);
            let origin = fallen.map_or(trap, |index| moved.swap_remove(index).0);
            if piece.side != start.side_to_move() {
                captured.push((piece, origin));
            }
        }
        position.play(step);
    }
    captured
}

fn is_goal(start: &Position, turn: &Turn) -> bool {
    let side = start.side_to_move();
    let won = Outcome {
        winner: side,
        reason: Reason::Goal,
    };
    outcome::on_board(start.after_turn(turn).board(), side) == Some(won)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_hand(position: &str, side: Side) -> AtHand {
        AtHand::new(&Game::from_position(position.parse().unwrap()), side)
    }

    #[test]
    fn a_captured_piece_is_called_by_where_it_stood() {
        let board = "s [r.......................................rE.....................R]";
        let captures = at_hand(board, Side::Gold).captures;
        assert_eq!(captures.len(), 1);
        // The rabbit on a3 has to be pulled or pushed twice to fall on c3.
        assert_eq!(captures[0].piece, "ra3");
        assert!(captures[0].turn.contains("rc3x"), "{}", captures[0].turn);
        assert!(at_hand(board, Side::Silver).captures.is_empty());
    }

    #[test]
    fn the_shortest_goal_is_found() {
        let board = "s [........r......R...............................................R]";
        assert_eq!(at_hand(board, Side::Gold).goal.as_deref(), Some("Rh7n"));
        assert_eq!(at_hand(board, Side::Silver).goal, None);
    }
}
