use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use thiserror::Error;

/// One of the two players. Gold sets up and moves first, towards the eighth rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub enum Side {
    /// Home on ranks 1 and 2, goal on rank 8, upper-case letters.
    Gold,
    /// Home on ranks 7 and 8, goal on rank 1, lower-case letters.
    Silver,
}

/// The text is no side: a letter of [`Side::from_letter`] or a name is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a side (g, s, gold or silver)")]
pub struct ParseSideError;

impl Side {
    /// Both sides, gold first.
    pub const ALL: [Self; 2] = [Self::Gold, Self::Silver];

    /// Returns 0 for gold, 1 for silver.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `g` or `s`, as in AEI messages and game records.
    pub const fn letter(self) -> char {
        match self {
            Self::Gold => 'g',
            Self::Silver => 's',
        }
    }

    /// Reads `g` or `s`, and the letters of older records: `w` (white, now gold) and `b` (black, now silver).
    ///
    /// ```
    /// use loxodon::types::Side;
    /// assert_eq!(Side::from_letter('w'), Some(Side::Gold));
    /// assert_eq!(Side::from_letter('x'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'g' | 'w' => Some(Self::Gold),
            's' | 'b' => Some(Self::Silver),
            _ => None,
        }
    }
}

impl Not for Side {
    type Output = Self;

    /// Returns the opponent.
    fn not(self) -> Self {
        match self {
            Self::Gold => Self::Silver,
            Self::Silver => Self::Gold,
        }
    }
}

impl fmt::Display for Side {
    /// The side's name in a sentence: `gold` or `silver`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
        })
    }
}

impl FromStr for Side {
    type Err = ParseSideError;

    /// Reads a side's name, or a letter as [`Side::from_letter`] does.
    ///
    /// ```
    /// use loxodon::types::Side;
    /// assert_eq!("silver".parse(), Ok(Side::Silver));
    /// assert_eq!("g".parse(), Ok(Side::Gold));
    /// assert!("red".parse::<Side>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseSideError> {
        match text {
            "gold" => Ok(Self::Gold),
            "silver" => Ok(Self::Silver),
            _ => only_letter(text)
                .and_then(Self::from_letter)
                .ok_or(ParseSideError),
        }
    }
}

/// Returns the letter of a text that has no other.
pub(super) fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}
