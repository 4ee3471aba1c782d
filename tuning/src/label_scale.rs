//! The scale of labels: which score stands for which win probability.

use loxodon::eval::layers::CENTI_RABBITS;
use loxodon::types::Score;

/// Returns the win probability that a score stands for.
pub(crate) fn win_probability(score: Score) -> f64 {
    1.0 / (1.0 + (-f64::from(score.0) / f64::from(CENTI_RABBITS)).exp())
}

/// Returns the score that stands for a win probability.
pub(crate) fn score(win_probability: f64) -> Score {
    let log_odds = (win_probability / (1.0 - win_probability)).ln();
    Score((log_odds * f64::from(CENTI_RABBITS)).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_and_its_win_probability_stand_for_each_other() {
        for centi_rabbits in [-2900, -320, 0, 1, 320, 2900] {
            let given = Score(centi_rabbits);
            assert_eq!(score(win_probability(given)), given);
        }
        assert!((win_probability(Score(320)) - 0.731_058_6).abs() < 1e-6);
    }
}
