use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::types::Side;

/// The number of a move and whose it is, such as `12s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Label {
    /// Both sides' setups are number 1, gold's first turn is number 2.
    pub number: u32,
    /// Whose move it is.
    pub side: Side,
}

impl Label {
    /// The label of gold's setup.
    pub const FIRST: Self = Self {
        number: 1,
        side: Side::Gold,
    };
    /// The label of gold's first turn.
    pub const FIRST_TURN: Self = Self {
        number: 2,
        side: Side::Gold,
    };

    /// Returns the label of the move after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.side {
            Side::Gold => Self {
                number: self.number,
                side: Side::Silver,
            },
            Side::Silver => Self {
                number: self.number.saturating_add(1),
                side: Side::Gold,
            },
        }
    }
}

/// A text is no move number with its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a move number with its side is needed, such as 12s")]
pub struct ParseLabelError;

/// A move number from 1 on, and `g` or `w`, `s` or `b`: `12s`.
impl FromStr for Label {
    type Err = ParseLabelError;

    fn from_str(word: &str) -> Result<Self, ParseLabelError> {
        let read = || {
            let side = Side::from_letter(word.chars().last()?.to_ascii_lowercase())?;
            let number = word.get(..word.len() - 1)?.parse().ok()?;
            (number > 0).then_some(Self { number, side })
        };
        read().ok_or(ParseLabelError)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.letter())
    }
}
