use thiserror::Error;

use crate::rules::{GameError, Position};
use crate::types::abridged;

/// Why a text is not the record of a legal game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line's number, from 1.
    pub line: usize,
    /// The place in the line, in characters from 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A move has no number.
    #[error("{found:?} is no move number; `{expected}` is next")]
    NoLabel {
        /// What stands in its place.
        found: String,
        /// The label that should stand there.
        expected: String,
    },
    /// A move has the number of another one.
    #[error("this is `{found}`, but `{expected}` is next")]
    WrongLabel {
        /// The label that is written.
        found: String,
        /// The label that should stand there.
        expected: String,
    },
    /// The move is illegal.
    #[error("{label} {}: {error}", abridged(text))]
    Illegal {
        /// The move's label.
        label: String,
        /// The move as it was written.
        text: String,
        /// Why it is illegal.
        error: GameError,
        /// The position in which it was tried.
        position: Box<Position>,
    },
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The record has no moves.
    #[error("there is no move in the record; a line such as `1g Ra1 Rb1 …` is needed")]
    Empty,
    /// The position asked for never occurs.
    #[error("the record ends at {last}, it has no position before {wanted}")]
    NotReached {
        /// The label of the position asked for.
        wanted: String,
        /// The label of the record's last position.
        last: String,
    },
}
