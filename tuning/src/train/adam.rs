//! The optimiser: Adam (Kingma and Ba 2015), with the weights kept inside what the network's integers can hold.

use super::parameters::Parameters;

/// How much of the mean gradient, and of its mean square, each step keeps.
const KEPT_MEAN: f32 = 0.9;
const KEPT_SQUARE: f32 = 0.999;
/// Keeps the steps of parameters that have hardly had a gradient finite.
const EPSILON: f32 = 1e-8;

/// The running means of the gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moments {
    pub(super) mean: Parameters,
    pub(super) square: Parameters,
}

/// A step of the optimiser.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The rate, corrected for the means' beginning at 0.
    rate: f32,
    epsilon: f32,
}

impl Moments {
    pub(super) fn zeros(hidden: usize) -> Self {
        Self {
            mean: Parameters::zeros(hidden),
            square: Parameters::zeros(hidden),
        }
    }
}

impl Step {
    /// Returns the step number `number`, counted from 0.
    pub(super) fn new(number: u64, rate: f32) -> Self {
        let steps = number as f64 + 1.0;
        let bias_mean = 1.0 - f64::from(KEPT_MEAN).powf(steps);
        let bias_square = (1.0 - f64::from(KEPT_SQUARE).powf(steps)).sqrt();
        Self {
            rate: (f64::from(rate) * bias_square / bias_mean) as f32,
            epsilon: (f64::from(EPSILON) * bias_square) as f32,
        }
    }

    /// Changes values by their gradients, keeps them within `±most` and sets the gradients to 0.
    pub(super) fn take(
        self,
        values: &mut [f32],
        mean: &mut [f32],
        square: &mut [f32],
        gradient: &mut [f32],
        most: f32,
    ) {
        let moments = mean.iter_mut().zip(square);
        for ((value, gradient), (mean, square)) in values.iter_mut().zip(gradient).zip(moments) {
            *mean = KEPT_MEAN * *mean + (1.0 - KEPT_MEAN) * *gradient;
            *square = KEPT_SQUARE * *square + (1.0 - KEPT_SQUARE) * *gradient * *gradient;
            let change = self.rate * *mean / (square.sqrt() + self.epsilon);
            *value = (*value - change).clamp(-most, most);
            *gradient = 0.0;
        }
    }
}
