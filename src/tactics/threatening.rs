//! Turns that threaten a goal: after them the side that made them reaches its goal within its next turn unless the
//! opponent prevents it.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{goal, walk};
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Position, Turn, freezing};
use crate::types::Bitboard;

/// Returns the distinct turns of the side to move after which it has a goal at hand, should the opponent pass; shorter ones
/// first. Turns that bring a rabbit home at once are left out.
///
/// Exact. A turn is given up as soon as no rabbit can be home by the end of the next one.
pub(crate) fn turns(position: &Position) -> Vec<Turn> {
    let goes_on = |within: &Position| {
        let steps = within.steps_left() + STEPS_PER_TURN;
        may_come_home(within, steps)
    };
    let mut threatening = Vec::new();
    let ControlFlow::Continue(()) = position.visit_distinct_turns_where(goes_on, |turn, _| {
        if threatens_goal(position, turn) {
            threatening.push(turn.clone());
        }
        ControlFlow::<Infallible>::Continue(())
    });
    threatening
}

/// Returns whether the side to move has a goal at hand after that turn and a pass.
fn threatens_goal(position: &Position, turn: &Turn) -> bool {
    let side = position.side_to_move();
    let mut next = position.after_turn(turn);
    if (next.board().rabbits(side) & side.goal_row()).any() {
        return false;
    }
    next.end_turn();
    may_come_home(&next, STEPS_PER_TURN) && goal::fewest_steps(&next).is_some()
}

/// Returns false if no rabbit of the side to move can be on its goal row after so many of its steps, with the opponent
/// passing in between. True doesn't say that one can.
///
/// Each square of a rabbit's way takes a step of it. A friend there has to step away, an enemy has to be pushed or pulled
/// away, which takes two steps, or one if the pull has begun. What stands on a trap is counted as nothing, for it may be
/// gone with its defender. A frozen rabbit has to be freed by another piece first; that step may also make room.
fn may_come_home(position: &Position, steps: u8) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    let rabbits = board.rabbits(side);
    let free = freezing::free_rabbits(board, side);
    let start = rabbits & free & walk::rows_within(side, steps)
        | rabbits & !free & walk::rows_within(side, steps.saturating_sub(1));
    if start.is_empty() {
        return false;
    }
    let leaving_soon = position.pending().pulled();
    let at_once = board.empty() | Bitboard::TRAPS;
    let after_one = (board.side(side) | leaving_soon) & !Bitboard::TRAPS;
    let after_two = board.side(!side) & !leaving_soon & !Bitboard::TRAPS;
    // The squares that rabbits may reach with so many steps, and before that with one, two and three steps less.
    let mut before = [start, Bitboard::EMPTY, Bitboard::EMPTY];
    for _ in 0..steps {
        let [one, two, three] = before.map(|reached| walk::one_step(reached, side));
        let reached = one & at_once | two & after_one | three & after_two;
        if (reached & side.goal_row()).any() {
            return true;
        }
        before = [reached, before[0], before[1]];
    }
    false
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::rules::Board;
    use crate::tactics::defence::Threat;
    use crate::types::{Kind, Piece, Side, Square};

    /// Returns the boards to which the turns lead, sorted.
    fn boards(position: &Position, turns: impl IntoIterator<Item = Turn>) -> Vec<u64> {
        let board = |turn: Turn| position.after_turn(&turn).board_key();
        let mut boards: Vec<_> = turns.into_iter().map(board).collect();
        boards.sort_unstable();
        boards
    }

    /// Returns a board with few pieces, placed at random.
    fn random_board(random: &mut StdRng) -> Board {
        loop {
            let mut board = Board::default();
            for _ in 0..random.random_range(5..14) {
                let side = *Side::ALL.choose(random).unwrap();
                let kind = *Kind::ALL.choose(random).unwrap();
                let square = Square::new(random.random_range(0..64));
                if board.piece_at(square).is_none() && !Bitboard::TRAPS.contains(square) {
                    board.put(Piece { side, kind }, square);
                }
            }
            let home = |side: Side| (board.rabbits(side) & side.goal_row()).any();
            if !Side::ALL.into_iter().any(home) {
                return board;
            }
        }
    }

    #[test]
    fn they_are_those_of_all_turns_that_threaten_a_goal() {
        let random = &mut StdRng::seed_from_u64(1);
        let mut threatening = 0;
        let mut peaceful = 0;
        for _ in 0..40 {
            let position = Position::new(random_board(random), Side::Gold);
            let threatens = |turn: &Turn| {
                let after = position.after_turn(turn);
                Threat::against(&after).is_some_and(|threat| threat.steps > 0)
            };
            let (expected, others): (Vec<_>, Vec<_>) =
                position.distinct_turns().into_iter().partition(threatens);
            threatening += expected.len();
            peaceful += others.len();
            let found = boards(&position, turns(&position));
            assert_eq!(found, boards(&position, expected), "{position}");
        }
        assert!(
            threatening > 1000 && peaceful > 1000,
            "{threatening} {peaceful}"
        );
    }
}
