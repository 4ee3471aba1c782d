use crate::eval::win_scale;
use crate::types::Score;

/// How likely the side to move is to win, from 0 to 1: a logistic curve fitted to games, with certainty where the game
/// is decided.
pub(super) fn win_probability(score: Score) -> f64 {
    if score.is_decided() {
        return if score > Score::ZERO { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score.0) / win_scale()).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(score: Score, expected: f64) {
        let probability = win_probability(score);
        assert!(
            (probability - expected).abs() < 1e-9,
            "{score}: {probability}"
        );
    }

    #[test]
    fn both_sides_chances_make_one() {
        close(Score::ZERO, 0.5);
        for score in [1, 57, 400, 5000, Score::MAX_EVAL.0] {
            close(Score(score), 1.0 - win_probability(Score(-score)));
        }
    }

    #[test]
    fn the_scale_makes_a_win_e_times_as_likely() {
        let score = Score(win_scale().round() as i32);
        let odds = win_probability(score) / (1.0 - win_probability(score));
        assert!((odds - 1f64.exp()).abs() < 0.01, "{odds}");
    }

    #[test]
    fn a_decided_game_is_certain() {
        close(Score::win_in(7), 1.0);
        close(Score::loss_in(8), 0.0);
    }
}
