//! How many centi-rabbits make a win *e* times as likely as a loss: the slope of the logistic curve.

use super::samples::{Samples, cross_entropy, gold_score};
use crate::record::Record;
use loxodon::types::Side;

/// Scales outside of this range are not looked for.
const LEAST: f64 = 20.0;
const MOST: f64 = 20_000.0;
/// As many steps of the search as bring it within a thousandth.
const STEPS: usize = 24;

/// The scale by which the scores of searches foretell the results best.
pub(super) fn of_searches(games: &[Vec<Record>]) -> f64 {
    let records: Vec<(f64, f64)> = games
        .iter()
        .flatten()
        .filter(|record| !record.score.is_decided())
        .map(|record| {
            (
                gold_score(record),
                f64::from(u8::from(record.winner == Side::Gold)),
            )
        })
        .collect();
    best(&records)
}

/// The scale by which the evaluation foretells the results best.
pub(super) fn of_evaluation(weights: &[f64], samples: &Samples) -> f64 {
    let evaluated = samples
        .iter()
        .map(|sample| (sample.evaluation(weights), sample.result));
    best(&evaluated.collect::<Vec<_>>())
}

/// The scale with the least cross entropy between scores and results, by golden section.
fn best(scored: &[(f64, f64)]) -> f64 {
    let error = |logarithm: f64| -> f64 {
        let scale = logarithm.exp();
        scored
            .iter()
            .map(|&(score, result)| cross_entropy(score / scale, result))
            .sum()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (LEAST.ln(), MOST.ln());
    for _ in 0..STEPS {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        // At a score of 300 three of four games are won: ln 3 is 300 / 273.
        let scored: Vec<(f64, f64)> = (0..400)
            .map(|n| (300.0, f64::from(u8::from(n % 4 != 0))))
            .collect();
        let scale = best(&scored);
        assert!((scale - 273.07).abs() < 0.5, "{scale}");
    }
}
