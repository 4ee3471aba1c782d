//! What the search for captures finds.

use arrayvec::ArrayVec;

use crate::rules::Turn;
use crate::rules::setup::PIECES_PER_SIDE;
use crate::types::{Piece, Square};

/// An enemy piece that can be captured in this turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The piece.
    pub piece: Piece,
    /// Where it stands now.
    pub square: Square,
    /// The fewest steps that capture it, of several such lines one with the fewest losses. The last step is the one that
    /// captures, or completes the push that does.
    pub line: Turn,
    /// The own pieces that the line costs, each with the square where it stands now.
    pub losses: Losses,
}

impl Capture {
    /// Returns how many steps it takes, 1 to 4.
    pub fn steps(&self) -> u8 {
        self.line.len() as u8
    }
}

/// Own pieces lost within a line that captures: at most one with each own step, and one step is the captured side's.
pub type Losses = ArrayVec<(Piece, Square), 3>;

/// Captures, one for each piece that can be captured.
pub type Captures = ArrayVec<Capture, PIECES_PER_SIDE>;
