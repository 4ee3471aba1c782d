//! What each side can bring about within one turn, by the exact tactics.
//!
//! Repetition doesn't matter for any of it: goals and the other wins end the game, so they have not been on the board
//! before, and neither has a board with fewer pieces.

use serde::Serialize;

use crate::cli::json::BothSides;
use crate::rules::notation::write_turn;
use crate::rules::{Game, Position, Turn};
use crate::tactics::capture::captures;
use crate::tactics::defence::{Threat, first_steps};
use crate::tactics::{elimination, goal, immobilization};
use crate::types::Square;

/// What a side can do now, or could if it were its turn. Each turn is one of the shortest that do it.
#[derive(Default)]
pub(super) struct AtHand {
    /// The enemy pieces that can be captured.
    pub(super) captures: Vec<Capture>,
    /// A turn after which a rabbit stands on its goal row.
    pub(super) goal: Option<String>,
    /// A turn that captures the last enemy rabbits.
    pub(super) elimination: Option<String>,
    /// A turn after which the opponent has no step.
    pub(super) immobilization: Option<String>,
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
    /// Returns what is at hand for both sides: nothing before the first turn and once the game is over.
    pub(super) fn of(game: &Game) -> BothSides<Self> {
        if game.is_setting_up() || game.outcome().is_some() {
            return BothSides::new(|_| Self::default());
        }
        let now = game.position();
        BothSides::new(|side| {
            if side == now.side_to_move() {
                Self::new(*now)
            } else {
                Self::new(Position::new(*now.board(), side))
            }
        })
    }

    fn new(start: Position) -> Self {
        let written = |turn: Turn| write_turn(&start, &turn);
        Self {
            captures: Capture::all(&start, |_| true),
            goal: goal::line(&start).map(written),
            elimination: elimination::line(&start).map(written),
            immobilization: immobilization::line(&start).map(written),
        }
    }
}

impl Capture {
    /// Returns those that the side to move has at hand of pieces on squares that are wanted, by their squares.
    pub(super) fn all(position: &Position, is_wanted: impl Fn(Square) -> bool) -> Vec<Self> {
        let mut captures = captures(position);
        captures.retain(|capture| is_wanted(capture.square));
        captures.sort_by_key(|capture| capture.square);
        let named = captures.into_iter().map(|capture| Self {
            piece: format!("{}{}", capture.piece.letter(), capture.square),
            turn: write_turn(position, &capture.line),
        });
        named.collect()
    }
}

/// A goal that the opponent of the side to move has at hand.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct GoalThreat {
    /// The fewest steps that it takes.
    pub(super) steps: u8,
    /// The first steps of all turns that stop it, or win.
    pub(super) stopped_by: Vec<String>,
}

impl GoalThreat {
    /// Returns the threat; none if there is no such threat, nobody to answer it before the first turn, or no game any more.
    pub(super) fn of(game: &Game) -> Option<Self> {
        if game.is_setting_up() || game.outcome().is_some() {
            return None;
        }
        let position = game.position();
        let threat = Threat::against(position)?;
        let steps = first_steps(position);
        Some(Self {
            steps: threat.steps,
            stopped_by: steps
                .iter()
                .map(|step| write_turn(position, &[step]))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_hand(position: &str) -> BothSides<AtHand> {
        AtHand::of(&Game::from_position(position.parse().unwrap()))
    }

    #[test]
    fn a_captured_piece_is_called_by_where_it_stands() {
        let board = "s [r.......................................rE.....................R]";
        let at_hand = at_hand(board);
        let captures = &at_hand.gold.captures;
        assert_eq!(captures.len(), 1);
        // The rabbit on a3 has to be pulled or pushed twice to fall on c3.
        assert_eq!(captures[0].piece, "ra3");
        assert!(captures[0].turn.contains("rc3x"), "{}", captures[0].turn);
        assert!(at_hand.silver.captures.is_empty());
    }

    #[test]
    fn the_shortest_goal_is_found() {
        let at_hand =
            at_hand("s [........r......R...............................................R]");
        assert_eq!(at_hand.gold.goal.as_deref(), Some("Rh7n"));
        assert_eq!(at_hand.silver.goal, None);
    }

    #[test]
    fn a_threat_names_the_steps_that_stop_it() {
        let text = "g [..............................r....................E...........R]";
        let game = Game::from_position(text.parse().unwrap());
        let threat = GoalThreat::of(&game).unwrap();
        assert_eq!(threat.steps, 4);
        assert!(threat.stopped_by.contains(&"Ed2e".to_owned()));
        let calm = "g [r..................................................E...........R]";
        let calm = Game::from_position(calm.parse().unwrap());
        assert_eq!(GoalThreat::of(&calm), None);
    }
}
