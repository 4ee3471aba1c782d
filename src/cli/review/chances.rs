//! Goals and captures that a turn has missed or allowed, by the exact tactics.

use serde::Serialize;

use crate::cli::at_hand::Capture;
use crate::rules::notation::write_turn;
use crate::rules::{Game, Position, Turn};
use crate::tactics::{defence, goal};
use crate::types::{Bitboard, Square};

/// What a side could have done in a turn, or can do after it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Chances {
    /// A shortest turn that reaches the goal.
    pub(super) goal: Option<String>,
    /// The pieces that can be captured.
    pub(super) captures: Vec<Capture>,
}

impl Chances {
    /// Returns what the side that played this turn had at hand and did not do.
    pub(super) fn missed(before: &Position, played: &Turn, after: &Game) -> Self {
        let mover = before.side_to_move();
        if after
            .outcome()
            .is_some_and(|outcome| outcome.winner == mover)
        {
            return Self::default();
        }
        let captured = squares_of_captured(before, played);
        Self {
            goal: goal_line(before),
            captures: Capture::all(before, |square| !captured.contains(square)),
        }
    }

    /// Returns what the opponent has at hand after this turn, a goal only if another turn would have stopped it.
    pub(super) fn allowed(before: &Position, after: &Game) -> Self {
        if after.outcome().is_some() {
            return Self::default();
        }
        let now = after.position();
        Self {
            goal: goal_line(now).filter(|_| defence::is_possible(before)),
            captures: Capture::all(now, |_| true),
        }
    }
}

fn goal_line(position: &Position) -> Option<String> {
    goal::line(position).map(|line| write_turn(position, &line))
}

/// Returns the squares where the opponent's pieces stood before a turn in which they were captured.
fn squares_of_captured(before: &Position, turn: &Turn) -> Bitboard {
    let mut position = *before;
    let enemies = before.board().side(!before.side_to_move());
    // Where each enemy piece stood, and where it stands.
    let mut places: Vec<(Square, Square)> = enemies.into_iter().map(|at| (at, at)).collect();
    let mut captured = Bitboard::EMPTY;
    for &step in turn {
        for place in &mut places {
            if place.1 == step.from() {
                place.1 = step.to();
            }
        }
        if let Some((_, trap)) = position.captured_by(step) {
            places.retain(|&(origin, now)| {
                if now == trap {
                    captured |= origin.bit();
                }
                now != trap
            });
        }
        position.play(step);
    }
    captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    fn after(before: Position, turn: &str) -> (Turn, Game) {
        let mut game = Game::from_position(before);
        let played = before.read_turn(turn).unwrap();
        game.play_text(turn).unwrap();
        (played, game)
    }

    fn position(pieces: &str) -> Position {
        Position::new(Board::with_pieces(pieces), Side::Gold)
    }

    fn names(captures: &[Capture]) -> Vec<&str> {
        captures.iter().map(|capture| &capture.piece[..]).collect()
    }

    #[test]
    fn a_goal_not_taken_is_missed() {
        let before = position("Rh7 Eg3 Ra1 ra8");
        let (played, game) = after(before, "Eg3n");
        let missed = Chances::missed(&before, &played, &game);
        assert_eq!(missed.goal.as_deref(), Some("Rh7n"));
        let (played, game) = after(before, "Rh7n");
        assert_eq!(Chances::missed(&before, &played, &game).goal, None);
    }

    #[test]
    fn a_captured_piece_is_not_missed() {
        // The rabbits are pushed from a3 to c3 and from g6 to f6.
        let before = position("Ea2 ra3 Mh6 rg6 Rh1 ra8");
        let at_hand = Capture::all(&before, |_| true);
        assert_eq!(names(&at_hand), ["ra3", "rg6"]);
        for (capture, other) in [(0, 1), (1, 0)] {
            let (played, game) = after(before, &at_hand[capture].turn);
            let missed = Chances::missed(&before, &played, &game);
            assert_eq!(names(&missed.captures), [&at_hand[other].piece[..]]);
        }
    }

    #[test]
    fn a_goal_is_allowed_only_where_it_could_be_stopped() {
        // The elephant can come to stand beside one rabbit, which freezes it, but not beside both.
        let before = position("Ed4 ra2 Rd1");
        let (_, game) = after(before, "Ed4n");
        assert!(Chances::allowed(&before, &game).goal.is_some());
        let before = position("Ed4 ra2 rh2 Rd1");
        let (_, game) = after(before, "Ed4n");
        assert_eq!(Chances::allowed(&before, &game).goal, None);
    }
}
