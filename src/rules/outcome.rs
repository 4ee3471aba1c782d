//! Who has won, checked in the official order after every turn.

use std::fmt;

use crate::rules::{Board, Position};
use crate::types::Side;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Who has won.
    pub winner: Side,
    /// How.
    pub reason: Reason,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Reason {
    /// A rabbit stands on its goal row at the end of a turn.
    Goal,
    /// A side has lost all its rabbits.
    Elimination,
    /// The side to move can't move: all its pieces are frozen or blocked.
    Immobilization,
    /// The side to move has only turns that would bring a position about for the third time.
    Repetition,
    /// A player has resigned.
    Resignation,
    /// The turns or the time of the game were over, and the [official score](super::match_score) has decided.
    Score,
    /// A player has run out of time.
    Time,
}

impl Reason {
    /// Returns whether the position or its repetition decides, rather than a player or the clock.
    pub const fn is_on_board(self) -> bool {
        match self {
            Self::Goal | Self::Elimination | Self::Immobilization | Self::Repetition => true,
            Self::Resignation | Self::Score | Self::Time => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Score => "score",
            Self::Time => "time",
        })
    }
}

impl fmt::Display for Outcome {
    /// Such as `gold wins by goal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wins by {}", self.winner, self.reason)
    }
}

/// Returns the first four of the official checks after a turn of `mover`: goal of the mover, goal of the other side,
/// the other side's rabbits all lost, the mover's rabbits all lost.
#[inline]
pub fn on_board(board: &Board, mover: Side) -> Option<Outcome> {
    let at_goal = |side: Side| (board.rabbits(side) & side.goal_row()).any();
    let eliminated = |side: Side| board.rabbits(side).is_empty();
    let (winner, reason) = if at_goal(mover) {
        (mover, Reason::Goal)
    } else if at_goal(!mover) {
        (!mover, Reason::Goal)
    } else if eliminated(!mover) {
        (mover, Reason::Elimination)
    } else if eliminated(mover) {
        (!mover, Reason::Elimination)
    } else {
        return None;
    };
    Some(Outcome { winner, reason })
}

/// Returns the first five checks, at the start of a turn: those of the board, then whether the side to move can move.
///
/// The sixth, whether only third repetitions are left, takes the past of a [`Game`](super::Game).
pub fn at_start_of_turn(position: &Position) -> Option<Outcome> {
    let mover = !position.side_to_move();
    on_board(position.board(), mover).or_else(|| {
        (!position.can_move()).then_some(Outcome {
            winner: mover,
            reason: Reason::Immobilization,
        })
    })
}
