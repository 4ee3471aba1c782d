//! Logistic Elo from a score, and how far it can be trusted.

/// The normal distribution has 95 % of its mass within this many standard deviations.
pub(super) const SIGMAS_95: f64 = 1.959_963_984_540_054;

/// Returns the score from 0 to 1 that is expected of a player who is stronger by so much.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns how much stronger a player with that score is; infinite for a score of 0 or 1.
pub(super) fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// From the mean score; infinite if every game was won, or lost.
    pub(super) elo: f64,
    /// Where the interval begins.
    pub(super) low: f64,
    /// Where it ends.
    pub(super) high: f64,
}

impl Estimate {
    /// Estimates from how often each outcome of equally spaced scores was seen, the worst first (pairs with 0, 1, 2 games won).
    /// `None` without outcomes, or if all are the same so that nothing is known about the spread.
    pub(super) fn of(counts: &[u64]) -> Option<Self> {
        let total: u64 = counts.iter().sum();
        if counts.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let (total, best) = (total as f64, (counts.len() - 1) as f64);
        let scored = || {
            counts
                .iter()
                .enumerate()
                .map(|(index, &count)| (index as f64 / best, count as f64 / total))
        };
        let mean: f64 = scored().map(|(score, share)| score * share).sum();
        let variance: f64 = scored()
            .map(|(score, share)| share * (score - mean).powi(2))
            .sum();
        let margin = SIGMAS_95 * (variance / total).sqrt();
        Some(Self {
            elo: elo_of(mean),
            low: elo_of(mean - margin),
            high: elo_of(mean + margin),
        })
    }

    /// Returns half of the interval: what is written after `±`.
    pub(super) fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference values of fastchess's own tests (github.com/Disservin/fastchess, `app/tests/elo_test.cpp`), given
    /// to two decimals: the case `EloWDL 2` with three outcomes of a game, `EloPentanomial 1` to `3` with five of a
    /// pair.
    #[test]
    fn estimates_agree_with_fastchess() {
        for (counts, elo, margin) in [
            (&[96, 111, 136][..], 40.70, 30.43),
            (&[34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            (&[332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            (&[7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95),
        ] {
            let estimate = Estimate::of(counts).unwrap();
            assert!((estimate.elo - elo).abs() < 0.006, "{estimate:?}");
            assert!((estimate.margin() - margin).abs() < 0.006, "{estimate:?}");
        }
    }

    /// By hand: three quarters of the points are worth 400 log10(3).
    #[test]
    fn elo_and_score_are_inverse() {
        assert!((elo_of(0.75) - 190.848_5).abs() < 1e-4);
        for elo in [-700.0, -10.0, 0.0, 3.5, 400.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-6);
        }
        assert!(elo_of(1.0) == f64::INFINITY && elo_of(0.0) == f64::NEG_INFINITY);
    }

    #[test]
    fn outcomes_that_are_all_the_same_say_nothing_about_the_spread() {
        assert_eq!(Estimate::of(&[0, 0, 0]), None);
        assert_eq!(Estimate::of(&[0, 9, 0]), None);
        assert_eq!(Estimate::of(&[0, 0, 9]), None);
        assert!(Estimate::of(&[0, 1, 9]).unwrap().high.is_infinite());
    }
}
