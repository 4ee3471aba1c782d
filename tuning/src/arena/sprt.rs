//! The sequential probability ratio test on pairs of games.
//!
//! Two games from one opening with the sides swapped are one observation: the pair, with 0, 1 or 2 games won. Games of
//! a pair are not independent (the opening may favour a side), pairs are. Arimaa has no draws, so this is what the
//! pentanomial model is in chess, with three outcomes.
//!
//! The ratio is that of the generalised test (GSPRT): for each hypothesis "the expected score is s" it takes the most
//! likely distribution of the outcomes that has this score, given the counts. Sources: M. Van den Bergh, "A practical
//! introduction to the GSPRT" and "Comments on normalized Elo" (cantate.be/Fishtest), and for the distribution his
//! "The maximum likelihood estimator for multinomial distributions with given expectation", proposition 1.1. Elo is
//! logistic Elo. As in fishtest and fastchess, an outcome that was never seen counts as a thousandth of one.

use super::elo::expected_score;

/// What an outcome that was never seen counts for.
const UNSEEN: f64 = 1e-3;
/// Halvings that bring an interval of any length down to the precision of the numbers.
const HALVINGS: u32 = 200;

/// What is tested, and how sure the answer has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    /// The hypothesis H0: the first engine is stronger by this much, in logistic Elo.
    pub(super) elo0: f64,
    /// The hypothesis H1, above H0.
    pub(super) elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    pub(super) alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    pub(super) beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first engine is stronger by `elo0` at most.
    AcceptH0,
    /// The first engine is stronger by `elo1` at least.
    AcceptH1,
    /// More games are needed.
    Undecided,
}

impl Verdict {
    /// Returns the word for it in summaries.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::AcceptH0 => "H0",
            Self::AcceptH1 => "H1",
            Self::Undecided => "undecided",
        }
    }
}

impl Sprt {
    /// Returns the log-likelihood ratio at or below which H0 is accepted.
    pub(super) fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Returns the log-likelihood ratio at or above which H1 is accepted.
    pub(super) fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// Returns the log-likelihood ratio of H1 to H0, from how often each outcome was seen, from the worst to the best.
    /// The outcomes are equally spaced: pairs with 0, 1 and 2 games won.
    pub(super) fn log_likelihood_ratio(&self, counts: &[u64]) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let seen: Vec<f64> = counts
            .iter()
            .map(|&count| if count == 0 { UNSEEN } else { count as f64 })
            .collect();
        let (score0, score1) = (expected_score(self.elo0), expected_score(self.elo1));
        let (tilt0, tilt1) = (tilt(&seen, score0), tilt(&seen, score1));
        scored(&seen)
            .map(|(score, count)| {
                let weight0 = 1.0 + tilt0 * (score - score0);
                let weight1 = 1.0 + tilt1 * (score - score1);
                count * (weight0 / weight1).ln()
            })
            .sum()
    }

    /// Returns what follows from that ratio.
    pub(super) fn verdict(&self, ratio: f64) -> Verdict {
        if ratio <= self.lower() {
            Verdict::AcceptH0
        } else if ratio >= self.upper() {
            Verdict::AcceptH1
        } else {
            Verdict::Undecided
        }
    }
}

/// Returns each outcome's score from 0 to 1, with its count.
fn scored(seen: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    let best = (seen.len() - 1) as f64;
    seen.iter()
        .enumerate()
        .map(move |(index, &count)| (index as f64 / best, count))
}

/// Returns the x with which the frequencies p / (1 + x (a - s)) of the scores a have the mean s: the root of Σ p (a -
/// s) / (1 + x (a - s)), which falls from +∞ to -∞ over the interval where all the frequencies are positive.
fn tilt(seen: &[f64], mean: f64) -> f64 {
    let slope = |x: f64| -> f64 {
        scored(seen)
            .map(|(score, count)| count * (score - mean) / (1.0 + x * (score - mean)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    /// The reference values of fastchess's own tests (github.com/Disservin/fastchess, `app/tests/sprt_test.cpp`, cases
    /// "logistic trinomial 1" and "2"), which are computed with three outcomes of a game as here with those of a pair.
    #[test]
    fn three_outcomes_agree_with_fastchess() {
        for (losses, draws, wins, elo0, elo1, published) in [
            (21_184, 40_708, 21_404, 0.5, 2.5, -1.57),
            (57_030, 106_593, 57_433, 0.0, 2.0, -2.59),
        ] {
            let ratio = sprt(elo0, elo1).log_likelihood_ratio(&[losses, draws, wins]);
            assert!(
                (ratio - published).abs() < 0.005,
                "{ratio} is not {published}"
            );
        }
    }

    /// The same file, cases "logistic pentanomial 1" and "2": five outcomes of a pair.
    #[test]
    fn five_outcomes_agree_with_fastchess() {
        for (counts, elo0, elo1, published) in [
            ([223, 9863, 20_279 + 1000, 10_037, 246], 0.5, 2.5, -3.07),
            ([871, 26_175, 55_003 + 980, 26_678, 821], 0.0, 2.0, -4.98),
        ] {
            let ratio = sprt(elo0, elo1).log_likelihood_ratio(&counts);
            assert!(
                (ratio - published).abs() < 0.005,
                "{ratio} is not {published}"
            );
        }
    }

    /// By hand: without middle outcomes the most likely distribution of mean s is (1 - s, s) whatever the counts, so
    /// the ratio is that of Wald's test on coin tosses.
    #[test]
    fn two_outcomes_are_tosses_of_a_coin() {
        let test = sprt(0.0, 100.0);
        let score1 = 1.0 / (1.0 + 10f64.powf(-0.25));
        let by_hand = 60.0 * (score1 / 0.5).ln() + 40.0 * ((1.0 - score1) / 0.5).ln();
        assert!((test.log_likelihood_ratio(&[40, 60]) - by_hand).abs() < 1e-9);
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let test = sprt(0.0, 10.0);
        assert!(
            (test.upper() - 19f64.ln()).abs() < 1e-12 && (test.lower() + 19f64.ln()).abs() < 1e-12
        );
        assert_eq!(test.verdict(2.95), Verdict::AcceptH1);
        assert_eq!(test.verdict(-2.95), Verdict::AcceptH0);
        assert_eq!(test.verdict(2.94), Verdict::Undecided);
    }

    #[test]
    fn few_and_one_sided_pairs_decide_nothing_at_once() {
        let test = sprt(0.0, 10.0);
        assert_eq!(test.log_likelihood_ratio(&[0, 0, 0]).to_bits(), 0);
        for counts in [[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 20], [0, 30, 0]] {
            let ratio = test.log_likelihood_ratio(&counts);
            assert_eq!(
                test.verdict(ratio),
                Verdict::Undecided,
                "{counts:?}: {ratio}"
            );
        }
        assert!(test.log_likelihood_ratio(&[0, 0, 20]) > 0.0);
        assert!(test.log_likelihood_ratio(&[20, 0, 0]) < 0.0);
    }
}
