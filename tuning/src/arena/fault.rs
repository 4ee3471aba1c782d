//! What an engine can do wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of a fault, which is also the reason why the game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum FaultKind {
    /// It has overstepped its time.
    Time,
    /// It has sent a move that the rules don't allow.
    Illegal,
    /// It has exited or closed its output.
    Crash,
    /// It doesn't answer where no clock runs: no `aeiok`, no `readyok`, no move without a time control.
    Hang,
    /// It has sent something that AEI doesn't have, or at the wrong time.
    Protocol,
}

/// A fault and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fault {
    /// What kind it is.
    pub(super) kind: FaultKind,
    /// What happened, in a sentence for people.
    pub(super) text: String,
}

impl Fault {
    /// Returns a fault of that kind.
    pub(super) fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }

    /// Returns whether the engine can be trusted to go on with the next game.
    pub(super) fn leaves_engine_usable(&self) -> bool {
        self.kind == FaultKind::Illegal
    }
}

impl FaultKind {
    /// Returns the word in logs and tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Protocol => "protocol",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}

/// Why something with an engine didn't come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The engine is to blame.
    Fault(Fault),
    /// The match has ended meanwhile.
    Interrupted,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
