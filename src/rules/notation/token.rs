use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::Step;
use crate::types::{Piece, Square};

/// One word of a written move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub enum Token {
    /// A piece is set up on a square: `Ra1`.
    Placement(Piece, Square),
    /// A piece moves to a neighbouring square: `Ee2n`.
    Step(Piece, Step),
    /// A piece is captured on a trap: `Rc3x`.
    Capture(Piece, Square),
}

/// The word is no placement, step or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a placement (Ra1), a step (Ee2n) or a capture (Rc3x)")]
pub struct ParseTokenError;

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Placement(piece, square) => write!(f, "{}{square}", piece.letter()),
            Self::Step(piece, step) => write!(f, "{}{step}", piece.letter()),
            Self::Capture(piece, square) => write!(f, "{}{square}x", piece.letter()),
        }
    }
}

impl FromStr for Token {
    type Err = ParseTokenError;

    /// ```
    /// use loxodon::rules::notation::Token;
    /// for word in ["Ra1", "Ee2n", "cf3x"] {
    ///     assert_eq!(word.parse::<Token>().unwrap().to_string(), word);
    /// }
    /// assert!("Ee9n".parse::<Token>().is_err());
    /// ```
    fn from_str(word: &str) -> Result<Self, ParseTokenError> {
        let mut letters = word.chars();
        let piece = letters
            .next()
            .and_then(Piece::from_letter)
            .ok_or(ParseTokenError)?;
        let place = letters.as_str();
        if let Ok(square) = place.parse() {
            return Ok(Self::Placement(piece, square));
        }
        let capture = place.strip_suffix('x').and_then(|on| on.parse().ok());
        if let Some(square) = capture {
            return Ok(Self::Capture(piece, square));
        }
        let step = place.parse().map_err(|_| ParseTokenError)?;
        Ok(Self::Step(piece, step))
    }
}
