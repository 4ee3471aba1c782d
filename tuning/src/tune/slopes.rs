//! What the pairs say about each knob.

use super::trial::Trial;

/// How many Elo a score above one half is worth, for small ones: 4 · 400 / ln 10.
const ELO: f64 = 694.87;

/// The same for a score above that level: Elo is the steeper the further from one half, and not known where all is won or lost.
fn elo_above(level: f64) -> f64 {
    let level = level.clamp(LEAST_LEVEL, 1.0 - LEAST_LEVEL);
    ELO / (4.0 * level * (1.0 - level))
}
const LEAST_LEVEL: f64 = 0.01;

/// How much stronger play gets when a knob is turned from all the way down to all the way up, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    pub(super) elo: f64,
    /// One standard deviation.
    pub(super) error: f64,
}

/// Whom the engine with the turned knobs plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Itself with all knobs turned the other way.
    Opposite,
    /// Another engine, always the same.
    Other,
}

/// The slopes of that many knobs; the trials are at least two.
pub(super) fn slopes(trials: &[Trial], knobs: usize, opponent: Opponent) -> Vec<Slope> {
    let count = trials.len() as f64;
    let score = |trial: &Trial| f64::from(trial.won) / 2.0;
    // Against the opposite a direction is seen twice in a game, once on either side, and nobody is the stronger one.
    let (level, from_down_to_up) = match opponent {
        Opponent::Opposite => (0.5, 1.0),
        Opponent::Other => (trials.iter().map(score).sum::<f64>() / count, 2.0),
    };
    let elo_per_score = from_down_to_up * elo_above(level);
    (0..knobs)
        .map(|knob| {
            let signed = || {
                trials
                    .iter()
                    .map(|trial| trial.direction(knob) * (score(trial) - level))
            };
            let mean = signed().sum::<f64>() / count;
            let variance =
                signed().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
            Slope {
                elo: elo_per_score * mean,
                error: elo_per_score * (variance / count).sqrt(),
            }
        })
        .collect()
}

/// How far to turn each knob, in full turns: as its slope, and so that the root of the mean square is `step`, but none
/// further than twice that. Where chance explains the slopes no knob is turned.
pub(super) fn turns(slopes: &[Slope], step: f64) -> Vec<f64> {
    if true_spread(slopes) == 0.0 {
        return vec![0.0; slopes.len()];
    }
    let seen = mean(slopes, |slope| slope.elo.powi(2)).sqrt();
    slopes
        .iter()
        .map(|slope| (step * slope.elo / seen).clamp(-2.0 * step, 2.0 * step))
        .collect()
}

/// The standard deviation of the knobs' true slopes, in Elo: what is seen beyond chance, 0 if there is nothing.
pub(super) fn true_spread(slopes: &[Slope]) -> f64 {
    let beyond_chance = mean(slopes, |slope| slope.elo.powi(2) - slope.error.powi(2));
    beyond_chance.max(0.0).sqrt()
}

fn mean(slopes: &[Slope], of: impl Fn(&Slope) -> f64) -> f64 {
    slopes.iter().map(of).sum::<f64>() / slopes.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knob 0 decides both games, knob 1 nothing.
    fn trials() -> Vec<Trial> {
        let up = [[true, true], [true, false], [false, true], [false, false]];
        up.iter()
            .cycle()
            .take(40)
            .map(|up| Trial {
                pair: 1,
                up: up.iter().map(|&up| if up { '+' } else { '-' }).collect(),
                won: if up[0] { 2 } else { 0 },
            })
            .collect()
    }

    #[test]
    fn the_knob_that_decides_has_the_slope() {
        let slopes = slopes(&trials(), 2, Opponent::Opposite);
        assert!((slopes[0].elo - ELO / 2.0).abs() < 1e-9 && slopes[0].error < 1e-9);
        assert!(slopes[1].elo.abs() < 1e-9 && slopes[1].error > 50.0);
        let turns = turns(&slopes, 0.5);
        assert!((turns[0] - 0.5 * 2f64.sqrt()).abs() < 1e-9 && turns[1].abs() < 1e-9);
        assert!(true_spread(&slopes) > 200.0);
    }

    #[test]
    fn against_another_engine_a_slope_counts_from_its_level() {
        let mut trials = trials();
        for trial in &mut trials {
            trial.won /= 2;
        }
        let level = 0.25;
        let slope = slopes(&trials, 2, Opponent::Other);
        assert!((slope[0].elo - elo_above(level) / 2.0).abs() < 1e-9 && slope[0].error < 1e-9);
        assert!(slope[1].elo.abs() < 1e-9 && slope[1].error > 50.0);
        for trial in &mut trials {
            trial.won = 0;
        }
        let none_won = slopes(&trials, 2, Opponent::Other);
        let nothing_said = |slope: &Slope| slope.elo.abs() < 1e-9 && slope.error < 1e-9;
        assert!(none_won.iter().all(nothing_said));
    }

    #[test]
    fn chance_turns_no_knob() {
        let slope = |elo| Slope { elo, error: 10.0 };
        assert_eq!(turns(&[slope(9.0), slope(-9.0)], 1.0), [0.0, 0.0]);
        assert!(true_spread(&[slope(9.0), slope(-9.0)]).abs() < f64::EPSILON);
    }
}
