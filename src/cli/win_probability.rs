use crate::types::Score;

/// How many centi-rabbits make a win ten times as likely as a loss. A customary number, not fitted to games yet.
const TEN_TO_ONE: f64 = 400.0;

/// How likely the side to move is to win, from 0 to 1: a logistic curve, with certainty where the game is decided.
pub(super) fn win_probability(score: Score) -> f64 {
    if score.is_decided() {
        return if score > Score::ZERO { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + 10f64.powf(-f64::from(score.0) / TEN_TO_ONE))
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
        close(Score(400), 10.0 / 11.0);
    }

    #[test]
    fn a_decided_game_is_certain() {
        close(Score::win_in(7), 1.0);
        close(Score::loss_in(8), 0.0);
    }
}
