use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::types::{Bitboard, Direction, Square};

/// The movement of one piece, whosever it is, to a neighbouring square: a square and a direction.
///
/// An ordinary step is one of these; a push or a pull is two, the first by the piece that has to make room.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Step(u8);

/// The text is no step: a square and the letter of a direction are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a step (a square and n, e, s or w, such as e2n)")]
pub struct ParseStepError;

impl Step {
    /// Returns the movement from `from` in `direction`.
    #[inline]
    pub const fn new(from: Square, direction: Direction) -> Self {
        Self((from.index() as u8) << 2 | direction.index() as u8)
    }

    /// Returns the movement from a square to one beside it.
    #[inline]
    pub(crate) fn between(from: Square, to: Square) -> Self {
        let direction = match to.index().wrapping_sub(from.index()) as i8 {
            8 => Direction::North,
            1 => Direction::East,
            -8 => Direction::South,
            _ => Direction::West,
        };
        debug_assert_eq!(from.neighbor(direction), Some(to), "{from} is beside {to}");
        Self::new(from, direction)
    }

    /// Returns the square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 >> 2)
    }

    /// Returns the direction of the movement.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }

    /// Returns the square on which the piece arrives. Legal steps stay on the board; of others the answer means
    /// nothing.
    #[inline]
    pub const fn to(self) -> Square {
        self.from().step_unchecked(self.direction())
    }

    /// Returns the two squares that it leaves and reaches.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        Bitboard(self.from().bit().0 | self.to().bit().0)
    }

    /// Returns the step as a number from 0 to 255, for tables.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the step with the given number.
    #[inline]
    pub const fn from_code(code: u8) -> Self {
        Self(code)
    }
}

impl fmt::Display for Step {
    /// Square and direction without the piece's letter, such as `e2n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.direction().letter())
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Step {
    type Err = ParseStepError;

    /// Reads a square and a direction.
    ///
    /// ```
    /// use loxodon::rules::Step;
    /// use loxodon::types::{Direction, Square};
    /// assert_eq!("e2n".parse(), Ok(Step::new(Square::E2, Direction::North)));
    /// assert!("e2x".parse::<Step>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseStepError> {
        let (square, direction) = text.split_at_checked(2).ok_or(ParseStepError)?;
        let mut letters = direction.chars();
        let direction = letters.next().and_then(Direction::from_letter);
        match (square.parse(), direction, letters.next()) {
            (Ok(from), Some(direction), None) => Ok(Self::new(from, direction)),
            _ => Err(ParseStepError),
        }
    }
}
