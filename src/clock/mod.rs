//! Time controls and the budget of a turn.

use std::time::Duration;

/// How long to think about a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When to stop unless there is reason to go on.
    pub soft: Duration,
    /// When to stop in any case.
    pub hard: Duration,
}
