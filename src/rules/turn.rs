//! What a turn is: one to four steps.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::Step;

/// The number of steps in a whole turn.
pub const STEPS_PER_TURN: u8 = 4;

/// The steps of a turn, at most four; a slice of them.
///
/// It knows no position, so that it says nothing of which pieces move and whether that is legal:
/// [`Position::read_turn`](super::Position::read_turn) checks a written turn, and
/// [`write_turn`](super::notation::write_turn) writes one with pieces and captures, as game records have it.
///
/// ```
/// use loxodon::rules::Turn;
/// let turn: Turn = "e2n e3n d2n".parse()?;
/// assert_eq!(turn.len(), 3);
/// assert_eq!(turn[2].to_string(), "d2n");
/// # Ok::<(), loxodon::rules::ParseTurnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Turn(ArrayVec<Step, { STEPS_PER_TURN as usize }>);

/// Why a text is no turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTurnError {
    /// A word is no step.
    #[error("{word:?} is not a step (a square and n, e, s or w, such as e2n)")]
    NotStep {
        /// The word.
        word: String,
    },
    /// There are more than four steps.
    #[error("a turn has four steps at most")]
    TooLong,
}

impl Turn {
    /// Returns a turn without any step.
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a step.
    ///
    /// # Panics
    /// If there are four already.
    #[inline]
    pub fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Takes the last step off.
    #[inline]
    pub fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// Returns the turn with one step more.
    ///
    /// # Panics
    /// If there are four already.
    #[must_use]
    pub(crate) fn followed_by(&self, step: Step) -> Self {
        let mut longer = self.clone();
        longer.push(step);
        longer
    }
}

impl Deref for Turn {
    type Target = [Step];

    #[inline]
    fn deref(&self) -> &[Step] {
        &self.0
    }
}

impl FromIterator<Step> for Turn {
    /// # Panics
    /// If there are more than four steps.
    fn from_iter<Steps: IntoIterator<Item = Step>>(steps: Steps) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Turn {
    type Item = &'a Step;
    type IntoIter = std::slice::Iter<'a, Step>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Turn {
    /// The steps without the pieces' letters, such as `e2n e3n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.iter().map(Step::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Turn {
    type Err = ParseTurnError;

    /// Reads steps without the pieces' letters, none to four of them.
    fn from_str(text: &str) -> Result<Self, ParseTurnError> {
        let mut turn = Self::new();
        for word in text.split_whitespace() {
            let step = word.parse().map_err(|_| ParseTurnError::NotStep {
                word: word.to_owned(),
            })?;
            turn.0.try_push(step).map_err(|_| ParseTurnError::TooLong)?;
        }
        Ok(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["", "e2n", "a1n b1n c1n d1n"] {
            assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Turn>().unwrap_err();
        assert_eq!(error("a1n a2n a3n a4n a5n"), ParseTurnError::TooLong);
        let word = "Ra1n".to_owned();
        assert_eq!(error("a1n Ra1n"), ParseTurnError::NotStep { word });
    }
}
