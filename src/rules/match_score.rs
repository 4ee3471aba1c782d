//! The score that decides a game stopped before its end.

use crate::rules::{Board, Position, outcome};
use crate::types::{Kind, Side};

/// Returns the official score of a side: `R + P * (C + 1)`.
///
/// `R` sums the cubes of the rows that its rabbits have reached (1 is the home row, 8 the goal row), `P` the values of
/// its pieces (rabbit 1, cat 2, dog 3, horse 4, camel 5, elephant 6), and `C` counts its rabbits.
pub fn match_score(board: &Board, side: Side) -> u32 {
    let progress: u32 = board
        .rabbits(side)
        .into_iter()
        .map(|square| {
            let row = match side {
                Side::Gold => square.rank() + 1,
                Side::Silver => 8 - square.rank(),
            };
            (row as u32).pow(3)
        })
        .sum();
    let pieces: u32 = Kind::ALL
        .into_iter()
        .map(|kind| (kind.index() as u32 + 1) * board.pieces(side, kind).len() as u32)
        .sum();
    let rabbits = board.rabbits(side).len() as u32;
    progress + pieces * (rabbits + 1)
}

/// Returns who wins a game stopped on this board: the higher score, and on a tie the second to set up, silver.
pub fn winner_by_score(board: &Board) -> Side {
    if match_score(board, Side::Gold) > match_score(board, Side::Silver) {
        Side::Gold
    } else {
        Side::Silver
    }
}

/// Returns who wins a game that is halted where this turn would begin: whoever has won already, or else by the score.
/// Third repetitions, which take the past of a [`Game`](super::Game) to know, are not asked about.
pub fn winner_if_halted(position: &Position) -> Side {
    outcome::at_start_of_turn(position).map_or_else(
        || winner_by_score(position.board()),
        |outcome| outcome.winner,
    )
}
