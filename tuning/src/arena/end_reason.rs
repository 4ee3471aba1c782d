use loxodon::rules::Reason;
use serde::{Deserialize, Serialize};

use super::fault::FaultKind;

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndReason {
    /// A rabbit has reached its goal.
    Goal,
    /// All rabbits of a side are lost.
    Elimination,
    /// A side can't move.
    Immobilization,
    /// A side has only third repetitions left.
    Repetition,
    /// A side has resigned.
    Resignation,
    /// The turns or the time of the game were over, and the official score has decided.
    Score,
    /// A side has overstepped its time.
    Time,
    /// A side has sent an illegal move.
    Illegal,
    /// An engine has crashed.
    Crash,
    /// An engine has hung.
    Hang,
    /// An engine hasn't kept to the protocol.
    Protocol,
}

impl EndReason {
    /// Returns the word in logs and tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::Score => "score",
            Self::Time => FaultKind::Time.name(),
            Self::Illegal => FaultKind::Illegal.name(),
            Self::Crash => FaultKind::Crash.name(),
            Self::Hang => FaultKind::Hang.name(),
            Self::Protocol => FaultKind::Protocol.name(),
        }
    }
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Goal => Self::Goal,
            Reason::Elimination => Self::Elimination,
            Reason::Immobilization => Self::Immobilization,
            Reason::Repetition => Self::Repetition,
            Reason::Resignation => Self::Resignation,
            Reason::Time => Self::Time,
        }
    }
}

impl From<FaultKind> for EndReason {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Time => Self::Time,
            FaultKind::Illegal => Self::Illegal,
            FaultKind::Crash => Self::Crash,
            FaultKind::Hang => Self::Hang,
            FaultKind::Protocol => Self::Protocol,
        }
    }
}
