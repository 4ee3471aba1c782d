use std::fmt;
use std::ops::{Add, Neg, Sub};

/// How good a position is for the side to move, in centi-rabbits: the capture of an opponent's first rabbit
/// is worth 100.
///
/// Scores beyond ±[`Score::WON`] say that the game is decided, and in how many steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(pub i32);

impl Score {
    /// Neither side is better.
    pub const ZERO: Self = Self(0);
    /// Above every score that can occur.
    pub const INFINITE: Self = Self(32_001);
    /// A win on the board: the score of a position already won.
    pub const WIN: Self = Self(32_000);
    /// From here on a score says that the game is won, at most 2000 steps away.
    pub const WON: Self = Self(30_000);
    /// The most that an evaluation may say.
    pub const MAX_EVAL: Self = Self(29_999);

    /// Returns the score of a game won for the side to move, `steps` steps from the root.
    pub const fn win_in(steps: usize) -> Self {
        Self(Self::WIN.0 - steps as i32)
    }

    /// Returns the score of a game lost for the side to move, `steps` steps from the root.
    pub const fn loss_in(steps: usize) -> Self {
        Self(steps as i32 - Self::WIN.0)
    }

    /// Returns the score of a game that is decided `steps` steps from the root: won for the side to move, or lost.
    pub const fn end_in(steps: usize, is_won: bool) -> Self {
        if is_won {
            Self::win_in(steps)
        } else {
            Self::loss_in(steps)
        }
    }

    /// Returns whether the score says that the game is decided.
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::WON.0
    }

    /// Returns how many steps away the end is, for a decided score.
    pub const fn steps_to_end(self) -> Option<usize> {
        if self.is_decided() {
            Some((Self::WIN.0 - self.0.abs()) as usize)
        } else {
            None
        }
    }

    /// Returns the score kept inside what an evaluation may say.
    #[must_use]
    pub fn clamp_to_eval(self) -> Self {
        Self(self.0.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// The plain number, as in an AEI `info score`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
