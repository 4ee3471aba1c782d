//! Setting up: a side's sixteen pieces on its two home rows, in any arrangement.

use thiserror::Error;

use crate::rules::notation::Token;
use crate::rules::{Board, BoardError, Position};
use crate::types::{Bitboard, Kind, Piece, Side, Square, counted};

/// How many pieces a side sets up.
pub const PIECES_PER_SIDE: usize = 16;

/// A complete arrangement of one side's pieces on its two home rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Setup {
    side: Side,
    /// What stands on the home squares, from the lowest to the highest square.
    kinds: [Kind; PIECES_PER_SIDE],
}

/// Why a setup is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A word is no placement.
    #[error("{token:?} is not a placement (such as Ra1)")]
    Unreadable {
        /// The word.
        token: String,
    },
    /// A piece of the other side is placed.
    #[error("{token}: {side} sets up its own pieces now")]
    OtherSide {
        /// The placement as it was written.
        token: String,
        /// Whose turn it is to set up.
        side: Side,
    },
    /// A piece is placed outside the home rows.
    #[error("{token}: {side} sets up on ranks {} only", if *side == Side::Gold { "1 and 2" } else { "7 and 8" })]
    OutsideHome {
        /// The placement as it was written.
        token: String,
        /// Whose turn it is to set up.
        side: Side,
    },
    /// Two pieces are placed on one square.
    #[error("{token}: a piece has been placed on that square already")]
    SquareTaken {
        /// The second placement as it was written.
        token: String,
    },
    /// A piece is placed where it would be captured.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The pieces are not one elephant, one camel, two horses, two dogs, two cats and eight rabbits.
    #[error("a side sets up {}, not {count}", counted(kind.full_count(), kind))]
    WrongCount {
        /// The kind of which there are too many or too few.
        kind: Kind,
        /// How many were placed.
        count: usize,
    },
}

impl Setup {
    /// Returns the setup with these pieces on the home squares, from the lowest to the highest square: for both sides
    /// the row with the lower number first, from the a to the h file.
    ///
    /// # Errors
    /// [`SetupError::WrongCount`] if the pieces are not a side's full set.
    pub fn new(side: Side, kinds: [Kind; PIECES_PER_SIDE]) -> Result<Self, SetupError> {
        for kind in Kind::ALL {
            let count = kinds.iter().filter(|&&placed| placed == kind).count();
            if count != kind.full_count() {
                return Err(SetupError::WrongCount { kind, count });
            }
        }
        Ok(Self { side, kinds })
    }

    /// Reads placements such as `Ra1 Rb1 …`, in any order.
    ///
    /// # Errors
    /// What is wrong with the setup, and where.
    pub fn read(side: Side, text: &str) -> Result<Self, SetupError> {
        let board = place(Board::EMPTY, side, text, side.home_rows())?;
        for kind in Kind::ALL {
            let count = board.kind(kind).len();
            if count != kind.full_count() {
                return Err(SetupError::WrongCount { kind, count });
            }
        }
        let mut kinds = [Kind::Rabbit; PIECES_PER_SIDE];
        for (kind, (_, piece)) in kinds.iter_mut().zip(board.iter()) {
            *kind = piece.kind;
        }
        Self::new(side, kinds)
    }

    /// Returns whose setup it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns each piece with its square, from the lowest to the highest square.
    pub fn placements(&self) -> impl ExactSizeIterator<Item = (Piece, Square)> + '_ {
        self.side
            .home_rows()
            .into_iter()
            .zip(self.kinds)
            .map(|(square, kind)| (Piece::new(self.side, kind), square))
    }

    /// Puts the pieces on a board.
    pub fn place_on(&self, board: &mut Board) {
        for (piece, square) in self.placements() {
            board.put(piece, square);
        }
    }
}

/// Reads placements such as `Ra1 Rb1 …` of pieces of one side, in any order, and returns the board with these pieces on it as
/// well. They may stand on `allowed` squares that are empty.
pub(in crate::rules) fn place(
    mut board: Board,
    side: Side,
    text: &str,
    allowed: Bitboard,
) -> Result<Board, SetupError> {
    for word in text.split_whitespace() {
        let token = word.to_owned();
        let Ok(Token::Placement(piece, square)) = word.parse() else {
            return Err(SetupError::Unreadable { token });
        };
        if piece.side != side {
            return Err(SetupError::OtherSide { token, side });
        }
        if !allowed.contains(square) {
            return Err(SetupError::OutsideHome { token, side });
        }
        if board.piece_at(square).is_some() {
            return Err(SetupError::SquareTaken { token });
        }
        board.put(piece, square);
    }
    Ok(board)
}

/// Returns whether both sides have pieces. While a game is being set up, that means that neither side has to any more.
pub(super) fn both_have_set_up(board: &Board) -> bool {
    Side::ALL.iter().all(|&side| board.side(side).any())
}

/// Returns how many sides have yet to set up in a position that a game goes on from, see
/// [`Game::from_position`](super::Game::from_position).
pub(super) fn setups_to_come(position: &Position) -> u8 {
    let (board, side) = (position.board(), position.side_to_move());
    let other = board.side(!side);
    if board.side(side).any() || (other & !(!side).home_rows()).any() {
        0
    } else if other.any() {
        1
    } else {
        2
    }
}
