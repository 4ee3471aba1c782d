use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Board, BoardError, Position};
use crate::types::{Piece, Side, Square, counted};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The side to move is missing or is none.
    #[error("the side to move is {found:?}, `g` or `s` is needed")]
    Side {
        /// What stands in its place.
        found: String,
    },
    /// The bracket or quotation mark before the squares has no counterpart at the end of the text.
    #[error("`{closing}` is needed after the 64 squares, and nothing may follow it")]
    NotClosed {
        /// The counterpart that is missing.
        closing: char,
    },
    /// Too many squares or too few.
    #[error(
        "the board has {}, 64 are needed (a8 to h8, ... a1 to h1), as in `g [rrrr...RRRR]`",
        counted(*count, "square")
    )]
    Length {
        /// How many there are.
        count: usize,
    },
    /// A square holds something that is neither a piece nor a sign for an empty square.
    #[error(
        "{letter:?} on {square} is no piece (RCDHME, rcdhme) and no empty square (space . x X *)"
    )]
    Letter {
        /// What stands there.
        letter: char,
        /// Where.
        square: Square,
    },
    /// The pieces can't stand so.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// Returns whether a letter stands for a square without a piece.
pub(super) fn is_empty_square(letter: char) -> bool {
    matches!(letter, ' ' | '.' | 'x' | 'X' | '*')
}

/// Returns the 64 squares from a8 to h8 down to a1 to h1, with `.` for empty ones.
pub fn board_string(board: &Board) -> String {
    Square::in_reading_order()
        .map(|square| board.piece_at(square).map_or('.', Piece::letter))
        .collect()
}

/// Reads 64 squares in the order of [`board_string`].
///
/// # Errors
/// If the text is no board, or no game can reach it.
pub fn read_board(squares: &str) -> Result<Board, PositionError> {
    let count = squares.chars().count();
    if count != 64 {
        return Err(PositionError::Length { count });
    }
    let mut board = Board::EMPTY;
    for (square, letter) in Square::in_reading_order().zip(squares.chars()) {
        if let Some(piece) = Piece::from_letter(letter) {
            board.put(piece, square);
        } else if !is_empty_square(letter) {
            return Err(PositionError::Letter { letter, square });
        }
    }
    board.validate()?;
    Ok(board)
}

impl fmt::Display for Board {
    /// The 64 squares from a8 to h8 down to a1 to h1 in brackets, with `.` for empty ones: `[rrr…]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", board_string(self))
    }
}

impl FromStr for Board {
    type Err = PositionError;

    /// Reads `[<64 squares>]`, or the squares as they may stand in a [`Position`].
    ///
    /// ```
    /// use loxodon::rules::Board;
    /// let text = "[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    /// let board: Board = text.parse()?;
    /// assert_eq!(board.to_string(), text);
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PositionError> {
        read_board(unwrap_squares(text.trim())?)
    }
}

impl fmt::Display for Position {
    /// Side to move and board as in AEI's `setposition`, with `.` for empty squares: `s [rrr…]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side_to_move().letter(), self.board())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads `<side> [<64 squares>]`. The side may be upper-case, and `w` and `b` are sides too. The squares may also
    /// stand in quotation marks or bare, and spaces, `.`, `x`, `X` and `*` are empty ones; bare squares neither begin nor
    /// end with a space.
    ///
    /// ```
    /// use loxodon::rules::Position;
    /// let squares = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";
    /// let position: Position = format!("g [{squares}]").parse()?;
    /// assert_eq!(format!("g \"{squares}\"").parse(), Ok(position));
    /// assert_eq!(format!("G {squares}").parse(), Ok(position));
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        let side_ends = |letter: char| letter.is_whitespace() || closing_of(letter).is_some();
        let (found, rest) = text.split_at(text.find(side_ends).unwrap_or(text.len()));
        let mut letters = found.chars().map(|letter| letter.to_ascii_lowercase());
        let (Some(side), None) = (letters.next().and_then(Side::from_letter), letters.next())
        else {
            return Err(PositionError::Side {
                found: found.to_owned(),
            });
        };
        Ok(Self::new(rest.parse()?, side))
    }
}

/// Returns what closes the squares that this opens, if it is a bracket or a quotation mark.
const fn closing_of(opening: char) -> Option<char> {
    match opening {
        '[' => Some(']'),
        '"' | '\'' => Some(opening),
        _ => None,
    }
}

/// Returns the squares without their brackets or quotation marks, if they have any.
fn unwrap_squares(text: &str) -> Result<&str, PositionError> {
    let mut inside = text.chars();
    let Some(closing) = inside.next().and_then(closing_of) else {
        return Ok(text);
    };
    inside
        .as_str()
        .strip_suffix(closing)
        .ok_or(PositionError::NotClosed { closing })
}
