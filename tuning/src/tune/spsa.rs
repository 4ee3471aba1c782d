//! Simultaneous perturbation (SPSA): all parameters are moved at once, up or down at random, and each pair of games between
//! the two settings says a little about the direction of every one of them.
//!
//! The method, its gains and their exponents are those of J. C. Spall, "Implementation of the simultaneous perturbation
//! algorithm for stochastic optimization" (1998); to give the steps at the end of the run is a custom of chess engines.

use loxodon::search::Parameter;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The exponent by which changes get smaller (Spall's alpha).
const RATE_EXPONENT: f64 = 0.602;
/// The exponent by which perturbations get smaller (Spall's gamma).
const PERTURBATION_EXPONENT: f64 = 0.101;
/// Changes begin as if this share of the pairs had been played already (Spall's A), so that the first don't go too far.
const STABILITY_SHARE: f64 = 0.1;
/// At the end of the run a parameter is moved by its range divided by this.
const STEPS_IN_RANGE: f64 = 20.0;
/// It is moved by no less than this, or it would hardly change.
const LEAST_STEP: f64 = 0.5;

/// Which way each parameter is moved for a pair, and how the values are rounded.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Perturbation(Vec<Move>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    /// Whether the first engine has the parameter moved up; the second has it moved the other way.
    is_up: bool,
    /// The fraction from which on a value is rounded up.
    round_up_from: f64,
}

/// Parameters on their way to where play is strongest.
pub(super) struct Spsa<'a> {
    parameters: &'a [Parameter],
    values: Vec<f64>,
    /// The number of pairs of the whole run.
    pairs: f64,
    /// How far a parameter goes for each game more that was won, in its steps, at the end of the run.
    rate: f64,
}

/// Draws the perturbations of so many pairs.
pub(super) fn perturbations(pairs: u64, parameters: usize, seed: u64) -> Vec<Perturbation> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut draw = || {
        let moves = (0..parameters).map(|_| Move {
            is_up: random.random(),
            round_up_from: random.random(),
        });
        Perturbation(moves.collect())
    };
    (0..pairs).map(|_| draw()).collect()
}

impl<'a> Spsa<'a> {
    /// Begins a run of so many pairs with the parameters' values of today.
    pub(super) fn new(parameters: &'a [Parameter], pairs: u64, rate: f64) -> Self {
        Self {
            parameters,
            values: parameters
                .iter()
                .map(|parameter| parameter.default.into())
                .collect(),
            pairs: pairs as f64,
            rate,
        }
    }

    /// Returns the values so far.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the values that the two engines of a pair, numbered from 1, play with.
    pub(super) fn settings(&self, pair: u64, perturbation: &Perturbation) -> [Vec<i32>; 2] {
        [1.0, -1.0].map(|engine| {
            let directions = self.parameters.iter().zip(&perturbation.0);
            let moved = directions
                .zip(&self.values)
                .map(|((parameter, moved), value)| {
                    let moved_to = value + engine * moved.sign() * self.step(parameter, pair);
                    let rounded = (moved_to + 1.0 - moved.round_up_from).floor() as i32;
                    rounded.clamp(parameter.least, parameter.greatest)
                });
            moved.collect()
        })
    }

    /// Moves the values as the result of a pair says: the games that the first engine has won less those it has lost.
    pub(super) fn learn(&mut self, pair: u64, perturbation: &Perturbation, result: f64) {
        for (index, parameter) in self.parameters.iter().enumerate() {
            let by = result * perturbation.0[index].sign() * self.gain(parameter, pair);
            let (least, greatest) = (parameter.least.into(), parameter.greatest.into());
            self.values[index] = (self.values[index] + by).clamp(least, greatest);
        }
    }

    /// Returns by how much a parameter is moved for a pair.
    fn step(&self, parameter: &Parameter, pair: u64) -> f64 {
        last_step(parameter) * (self.pairs / pair as f64).powf(PERTURBATION_EXPONENT)
    }

    /// Returns how far a parameter goes for each game more that was won.
    fn gain(&self, parameter: &Parameter, pair: u64) -> f64 {
        let delay = STABILITY_SHARE * self.pairs;
        let slowing = ((delay + self.pairs) / (delay + pair as f64)).powf(RATE_EXPONENT);
        self.rate * last_step(parameter).powi(2) * slowing / self.step(parameter, pair)
    }
}

impl Move {
    fn sign(self) -> f64 {
        if self.is_up { 1.0 } else { -1.0 }
    }
}

/// Returns by how much a parameter is moved at the end of a run.
fn last_step(parameter: &Parameter) -> f64 {
    (f64::from(parameter.greatest - parameter.least) / STEPS_IN_RANGE).max(LEAST_STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: [Parameter; 3] = [
        Parameter {
            name: "too_low",
            default: 20,
            least: 0,
            greatest: 100,
        },
        Parameter {
            name: "too_high",
            default: 9,
            least: 1,
            greatest: 10,
        },
        Parameter {
            name: "idle",
            default: 50,
            least: 0,
            greatest: 100,
        },
    ];

    /// Runs games whose winner is drawn: a setting is the stronger the nearer it is to 60 and 4.
    fn run(pairs: u64) -> Vec<f64> {
        let strength = |values: &[i32]| {
            let away = |value: i32, best: i32, unit: f64| (f64::from(value - best) / unit).powi(2);
            -away(values[0], 60, 20.0) - away(values[1], 4, 3.0)
        };
        let mut random = StdRng::seed_from_u64(5);
        let mut spsa = Spsa::new(&PARAMETERS, pairs, 0.02);
        for (pair, perturbation) in (1..).zip(perturbations(pairs, PARAMETERS.len(), 1)) {
            let [first, second] = spsa.settings(pair, &perturbation);
            let probability = 1.0 / (1.0 + (strength(&second) - strength(&first)).exp());
            let won = (0..2).filter(|_| random.random::<f64>() < probability);
            spsa.learn(pair, &perturbation, 2.0 * won.count() as f64 - 2.0);
        }
        spsa.values().to_vec()
    }

    #[test]
    fn values_go_where_play_is_strongest() {
        let values = run(4000);
        assert!((values[0] - 60.0).abs() < 8.0, "{values:?}");
        assert!((values[1] - 4.0).abs() < 1.0, "{values:?}");
        assert!((values[2] - 50.0).abs() < 15.0, "{values:?}");
    }

    #[test]
    fn the_two_engines_are_moved_apart_within_the_ranges() {
        let spsa = Spsa::new(&PARAMETERS, 100, 0.002);
        let mut sums = [0.0; 2];
        for perturbation in perturbations(1000, PARAMETERS.len(), 7) {
            let [first, second] = spsa.settings(100, &perturbation);
            assert_eq!((first[0] - second[0]).abs(), 10);
            assert_eq!(first[0] + second[0], 2 * 20);
            for values in [&first, &second] {
                assert!((1..=10).contains(&values[1]));
            }
            sums[0] += f64::from(first[1].min(second[1]));
            sums[1] += f64::from(first[1].max(second[1]));
        }
        // A step of a half is made by rounding down as often as up.
        assert!((sums[0] / 1000.0 - 8.5).abs() < 0.1, "{sums:?}");
        assert!((sums[1] / 1000.0 - 9.5).abs() < 0.1, "{sums:?}");
    }

    #[test]
    fn a_draw_teaches_nothing_and_steps_get_smaller() {
        let mut spsa = Spsa::new(&PARAMETERS, 100, 0.002);
        let before = spsa.values().to_vec();
        spsa.learn(1, &perturbations(1, 3, 1)[0], 0.0);
        assert_eq!(spsa.values(), before);
        let steps = [1, 10, 100].map(|pair| spsa.step(&PARAMETERS[0], pair));
        assert!(steps[0] > steps[1] && steps[1] > steps[2]);
        assert!((steps[2] - 5.0).abs() < 1e-9);
        assert!((spsa.gain(&PARAMETERS[0], 100) - 0.002 * 5.0).abs() < 1e-9);
    }
}
