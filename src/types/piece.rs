use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Side;
use super::side::only_letter;

/// The six kinds of piece, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Kind {
    /// The only piece that can win by reaching a row, and the only one that can't step backward.
    Rabbit,
    /// Stronger than rabbits only.
    Cat,
    /// Stronger than cats and rabbits.
    Dog,
    /// Stronger than dogs, cats and rabbits.
    Horse,
    /// Stronger than all but the elephant.
    Camel,
    /// The strongest piece: never frozen, pushed or pulled.
    Elephant,
}

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Self; 6] = [
        Self::Rabbit,
        Self::Cat,
        Self::Dog,
        Self::Horse,
        Self::Camel,
        Self::Elephant,
    ];

    /// Returns 0 for a rabbit up to 5 for an elephant.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns how many of this kind a side sets up; no board can hold more of them.
    pub const fn full_count(self) -> usize {
        match self {
            Self::Rabbit => 8,
            Self::Cat | Self::Dog | Self::Horse => 2,
            Self::Camel | Self::Elephant => 1,
        }
    }

    /// Returns the lower-case letter: `r`, `c`, `d`, `h`, `m` (camel) or `e`.
    pub const fn letter(self) -> char {
        match self {
            Self::Rabbit => 'r',
            Self::Cat => 'c',
            Self::Dog => 'd',
            Self::Horse => 'h',
            Self::Camel => 'm',
            Self::Elephant => 'e',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rabbit => "rabbit",
            Self::Cat => "cat",
            Self::Dog => "dog",
            Self::Horse => "horse",
            Self::Camel => "camel",
            Self::Elephant => "elephant",
        }
    }
}

impl fmt::Display for Kind {
    /// The kind's name in a sentence, such as `camel`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece: whose it is and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Piece {
    /// The side that the piece belongs to.
    pub side: Side,
    /// Its kind, and with that its strength.
    pub kind: Kind,
}

/// The text is no piece: a letter or a side and a kind are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a piece (RCDHME for gold, rcdhme for silver, or a name such as silver horse)")]
pub struct ParsePieceError;

impl Piece {
    /// Returns a piece of `side` of the given `kind`.
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind }
    }

    /// Returns a number from 0 to 11: gold's rabbit to elephant, then silver's.
    pub const fn index(self) -> usize {
        self.side.index() * 6 + self.kind.index()
    }

    /// Returns the piece's letter: upper case for gold, lower case for silver.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Gold => self.kind.letter().to_ascii_uppercase(),
            Side::Silver => self.kind.letter(),
        }
    }

    /// Reads a piece's letter.
    ///
    /// ```
    /// use loxodon::types::{Kind, Piece, Side};
    /// assert_eq!(Piece::from_letter('M'), Some(Piece::new(Side::Gold, Kind::Camel)));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::Gold
        } else {
            Side::Silver
        };
        let lower = letter.to_ascii_lowercase();
        Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == lower)
            .map(|kind| Self::new(side, kind))
    }
}

impl fmt::Display for Piece {
    /// The piece's name in a sentence, such as `silver horse`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.kind)
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Reads a piece's letter or its name.
    ///
    /// ```
    /// use loxodon::types::{Kind, Piece, Side};
    /// let horse = Piece::new(Side::Silver, Kind::Horse);
    /// assert_eq!("h".parse(), Ok(horse));
    /// assert_eq!("silver horse".parse(), Ok(horse));
    /// assert!("silver bishop".parse::<Piece>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let named = || {
            let (side, kind) = text.split_once(' ')?;
            let kind = Kind::ALL.into_iter().find(|other| other.name() == kind)?;
            Some(Self::new(side.parse().ok()?, kind))
        };
        only_letter(text)
            .and_then(Self::from_letter)
            .or_else(named)
            .ok_or(ParsePieceError)
    }
}
