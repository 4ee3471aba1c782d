//! What a session reacts to, and what it ends by.

use crate::aei::Command;
use crate::engine::Report;
use crate::search::Iteration;

/// What a search has found, or how it has failed.
pub(super) type SearchResult = Result<Report, String>;

/// What a session has to react to.
#[derive(Debug)]
pub(super) enum Event {
    /// A line has come, without its end.
    Line(String),
    /// A line has come that is too long to keep.
    TooLong,
    /// There is no more input.
    EndOfInput,
    /// The search has finished a depth.
    Depth(Iteration),
    /// The search is over.
    Finished(SearchResult),
}

impl Event {
    /// Returns whether the session ends with this.
    pub(super) fn ends_session(&self) -> bool {
        match self {
            Self::EndOfInput => true,
            Self::Line(line) => line.parse() == Ok(Command::Quit),
            Self::TooLong | Self::Depth(_) | Self::Finished(_) => false,
        }
    }
}

/// Why a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The controller wants it.
    Quit,
    /// Nobody reads the output.
    OutputClosed,
    /// Something went wrong and has been logged.
    Failure,
}
