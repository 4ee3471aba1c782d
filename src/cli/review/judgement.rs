//! What a turn has lost, and what that is called.

use std::fmt;

use serde::Serialize;

/// What is said of a turn that has lost some probability of winning.
///
/// The thresholds are those that the chess site Lichess applies to its winning chances from -1 to 1: 0.1, 0.2 and 0.3, which
/// are 5, 10 and 15 percentage points of probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Judgement {
    /// At least 5 percentage points.
    Inaccuracy,
    /// At least 10 percentage points.
    Mistake,
    /// At least 15 percentage points.
    Blunder,
}

impl Judgement {
    /// All of them, the least first.
    pub(super) const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the least loss, as a probability, that is called so.
    const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// Returns what a loss of so much probability is called; none if it is too small for a name.
    pub(super) fn of_loss(loss: f64) -> Option<Self> {
        // Probabilities are written to four places: what reads as a threshold has reached it.
        Self::ALL
            .into_iter()
            .rfind(|judgement| loss > judgement.threshold() - 0.000_05)
    }

    /// Returns the customary mark behind a turn.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the name of several of them.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_belong_to_the_worse_name() {
        for (loss, judgement) in [
            (0.0, None),
            (0.0499, None),
            (0.05, Some(Judgement::Inaccuracy)),
            (0.0999, Some(Judgement::Inaccuracy)),
            (0.1, Some(Judgement::Mistake)),
            (0.1499, Some(Judgement::Mistake)),
            (0.15, Some(Judgement::Blunder)),
            (1.0, Some(Judgement::Blunder)),
        ] {
            assert_eq!(Judgement::of_loss(loss), judgement, "{loss}");
        }
    }
}
