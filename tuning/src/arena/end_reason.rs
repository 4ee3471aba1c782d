use std::fmt;

use loxodon::rules::Reason;
use serde::{Deserialize, Serialize};

use super::fault::FaultKind;

/// How a game of a match has ended, one word in logs: as the rules know it, or by another fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "how the game ended must be one of goal, elimination, immobilization, repetition, resignation, score, \
                 time, illegal, crash, hang, protocol"
)]
pub(super) enum EndReason {
    /// As a game between people can end, also by the clock.
    Rules(Reason),
    /// By what an engine has done wrong.
    Fault(FaultKind),
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> Self {
        Self::Rules(reason)
    }
}

impl From<FaultKind> for EndReason {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Time => Self::Rules(Reason::Time),
            FaultKind::Illegal | FaultKind::Crash | FaultKind::Hang | FaultKind::Protocol => {
                Self::Fault(kind)
            }
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => reason.fmt(f),
            Self::Fault(kind) => f.pad(kind.name()),
        }
    }
}
