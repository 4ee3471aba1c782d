//! What can be, found by trying everything.

use std::collections::HashSet;
use std::ops::ControlFlow;

use loxodon::rules::{Position, Turn, outcome};
use loxodon::tactics::{defence, win};
use loxodon::types::Square;

/// Returns whether the side to move wins within this turn, by whatever way.
pub(super) fn wins_at_once(position: &Position) -> bool {
    let winner = position.side_to_move();
    // The line of a win that is found is its proof.
    win::line(position).is_some_and(|turn| {
        outcome::at_start_of_turn(&position.after_turn(&turn))
            .is_some_and(|outcome| outcome.winner == winner)
    })
}

/// Returns the fewest steps to the goal, by all distinct turns.
pub(super) fn fewest_steps_to_goal(position: &Position) -> Option<usize> {
    let side = position.side_to_move();
    // Shorter turns are visited first.
    let found = position.visit_distinct_turns(|turn, _| {
        let after = position.after_turn(turn);
        if (after.board().rabbits(side) & side.goal_row()).any() {
            ControlFlow::Break(turn.len())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}

/// Returns the fewest steps that capture the enemy piece on that square, a push completed, by all sequences of steps.
pub(super) fn fewest_steps_to_capture(position: &Position, piece: Square) -> Option<usize> {
    let mut level = vec![(*position, piece)];
    let mut reached = HashSet::new();
    let mut with_push_open = None;
    let most = usize::from(position.steps_left());
    for steps in 1..=most {
        let mut next = Vec::new();
        for (before, square) in level {
            for step in &before.legal_steps() {
                let now = if step.from() == square {
                    step.to()
                } else {
                    square
                };
                let captured = before
                    .captured_by(step)
                    .is_some_and(|(_, trap)| trap == now);
                let mut after = before;
                after.play_unchecked(step);
                if captured && !after.pending().is_push() {
                    return Some(steps);
                }
                if captured {
                    with_push_open = Some(steps + 1);
                } else if steps < most && reached.insert((after.key(), now)) {
                    next.push((after, now));
                }
            }
        }
        if with_push_open.is_some() {
            return with_push_open;
        }
        level = next;
    }
    None
}

/// Returns whether after this turn any reply of the opponent loses at once or lets the side to move reach its goal in
/// the next turn; all distinct replies are tried.
pub(super) fn wins_in_two(position: &Position, turn: &Turn) -> bool {
    let replying = position.after_turn(turn);
    let mut replies = replying.distinct_turns().into_iter();
    outcome::at_start_of_turn(&replying).is_none()
        && replies.all(|reply| !defence::holds(&replying.after_turn(&reply)))
}
