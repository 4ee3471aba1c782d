//! What a turn can finish, found by looking at every distinct turn.

use std::convert::Infallible;
use std::ops::ControlFlow;

use loxodon::rules::{Position, outcome};

/// The fewest steps for each way to win within the turn; none if it can't be done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fewest {
    /// Until a rabbit of the side to move is on its goal row.
    pub(crate) goal: Option<usize>,
    /// Until the opponent has no rabbit.
    pub(crate) elimination: Option<usize>,
    /// Until the opponent, to move, has no step, and has not won on the board.
    pub(crate) immobilization: Option<usize>,
}

impl Fewest {
    /// Asks all distinct turns, and whether the turn may end with no further step.
    pub(crate) fn of(position: &Position) -> Self {
        let mut fewest = Self::default();
        if position.can_end_turn() {
            fewest.count(&ended(position), 0);
        }
        // Shorter turns are visited first.
        let ControlFlow::Continue(()) = position.visit_distinct_turns(|turn, _| {
            fewest.count(&position.after_turn(turn), turn.len());
            ControlFlow::<Infallible>::Continue(())
        });
        fewest
    }

    fn count(&mut self, after: &Position, steps: usize) {
        for (fewest, achieved) in [
            (&mut self.goal, achieves_goal as fn(&Position) -> bool),
            (&mut self.elimination, eliminates),
            (&mut self.immobilization, immobilizes),
        ] {
            if fewest.is_none() && achieved(after) {
                *fewest = Some(steps);
            }
        }
    }
}

/// The position with the turn ended.
pub(crate) fn ended(position: &Position) -> Position {
    let mut after = *position;
    after.end_turn();
    after
}

/// Whether the side that has just moved has a rabbit on its goal row.
pub(crate) fn achieves_goal(after: &Position) -> bool {
    let mover = !after.side_to_move();
    (after.board().rabbits(mover) & mover.goal_row()).any()
}

/// Whether the side that has just moved has won, with all rabbits of the other lost.
pub(crate) fn eliminates(after: &Position) -> bool {
    let mover = !after.side_to_move();
    after.board().rabbits(!mover).is_empty() && has_won(after)
}

/// Whether the side that has just moved has won, and the other has no step.
pub(crate) fn immobilizes(after: &Position) -> bool {
    !after.can_move() && has_won(after)
}

fn has_won(after: &Position) -> bool {
    let mover = !after.side_to_move();
    outcome::at_start_of_turn(after).is_some_and(|outcome| outcome.winner == mover)
}
