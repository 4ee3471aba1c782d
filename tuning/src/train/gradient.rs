//! The network's output for a sample, and how it changes with the parameters.

use loxodon::eval::features::INPUTS;

use super::parameters::{Head, LANES, Lanes, Parameters, VIEWS};
use super::sample::Sample;

/// Returns the output, the log odds that the side to move wins. The `sums` of the hidden units, by view and block, are
/// overwritten with those before clipping.
pub(super) fn forward(parameters: &Parameters, sample: &Sample, sums: &mut [Lanes]) -> f32 {
    let blocks = parameters.blocks();
    let head = &parameters.head;
    let mut outputs = [0.0; LANES];
    for (view, active) in sample.active.iter().enumerate() {
        let biases = &head.hidden_biases[(sample.steps * VIEWS + view) * blocks..][..blocks];
        let weights = &head.output_weights[(sample.bucket * VIEWS + view) * blocks..][..blocks];
        let sums = &mut sums[view * blocks..][..blocks];
        let rows = parameters.input_weights.chunks_exact(INPUTS);
        for (((sum, rows), bias), weight) in sums.iter_mut().zip(rows).zip(biases).zip(weights) {
            let mut total = *bias;
            for &input in active {
                add(&mut total, &rows[usize::from(input)]);
            }
            for lane in 0..LANES {
                let clipped = total[lane].clamp(0.0, 1.0);
                outputs[lane] += clipped * clipped * weight[lane];
            }
            *sum = total;
        }
    }
    head.output_biases[sample.bucket] + outputs.iter().sum::<f32>()
}

/// Adds to the gradient of the head, and overwrites the `sums` that [`forward`] left with the slopes of the loss in them.
/// `slope` is the slope of the loss in the output.
pub(super) fn backward(
    parameters: &Parameters,
    sample: &Sample,
    slope: f32,
    sums: &mut [Lanes],
    gradient: &mut Head,
) {
    let blocks = parameters.blocks();
    gradient.output_biases[sample.bucket] += slope;
    for view in 0..VIEWS {
        let biases = (sample.steps * VIEWS + view) * blocks;
        let outputs = (sample.bucket * VIEWS + view) * blocks;
        let weights = &parameters.head.output_weights[outputs..][..blocks];
        let weights_gradient = &mut gradient.output_weights[outputs..][..blocks];
        let biases_gradient = &mut gradient.hidden_biases[biases..][..blocks];
        let sums = &mut sums[view * blocks..][..blocks];
        for (((sum, weight), weight_gradient), bias_gradient) in sums
            .iter_mut()
            .zip(weights)
            .zip(weights_gradient)
            .zip(biases_gradient)
        {
            for lane in 0..LANES {
                let clipped = sum[lane].clamp(0.0, 1.0);
                weight_gradient[lane] += slope * clipped * clipped;
                let below_one = if sum[lane] < 1.0 { 1.0 } else { 0.0 };
                sum[lane] = slope * weight[lane] * 2.0 * clipped * below_one;
            }
            add(bias_gradient, sum);
        }
    }
}

/// Adds the slopes of one sample's hidden units in a block to the gradient of the inputs' weights in that block.
pub(super) fn add_input_gradient(
    sample: &Sample,
    slopes: &[Lanes],
    block: usize,
    gradient: &mut [Lanes],
) {
    let blocks = slopes.len() / VIEWS;
    for (view, active) in sample.active.iter().enumerate() {
        let slopes = slopes[view * blocks + block];
        for &input in active {
            add(&mut gradient[usize::from(input)], &slopes);
        }
    }
}

#[inline]
fn add(to: &mut Lanes, other: &Lanes) {
    for lane in 0..LANES {
        to[lane] += other[lane];
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Labels;
    use super::super::test_records;
    use super::super::training::random_parameters;
    use super::*;

    /// How far a parameter is moved in either direction.
    const CHANGE: f32 = 0.01;
    const HIDDEN: usize = 64;

    /// Parameters of which all inputs count.
    fn parameters() -> Parameters {
        let mut parameters = random_parameters(HIDDEN, 1);
        let pieces = parameters.input_weights.clone();
        for (number, row) in parameters.input_weights.iter_mut().enumerate() {
            if row[0] == 0.0 {
                *row = pieces[number % 700].map(|weight| weight / 2.0);
            }
        }
        parameters
    }

    /// Returns the gradient of the output, and the sums.
    fn gradient(parameters: &Parameters, sample: &Sample) -> (Parameters, Vec<Lanes>) {
        let mut slopes = vec![[0.0; LANES]; VIEWS * parameters.blocks()];
        forward(parameters, sample, &mut slopes);
        let sums = slopes.clone();
        let mut gradient = Parameters::zeros(HIDDEN);
        backward(parameters, sample, 1.0, &mut slopes, &mut gradient.head);
        for (block, rows) in gradient.input_weights.chunks_exact_mut(INPUTS).enumerate() {
            add_input_gradient(sample, &slopes, block, rows);
        }
        (gradient, sums)
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let labels = Labels::default();
        let mut checked = [0; 4];
        for block in test_records::material(6, 5) {
            let sample = Sample::read(&block, &labels).unwrap();
            let mut parameters = parameters();
            let (gradient, sums) = gradient(&parameters, &sample);
            // Where a unit is clipped the slope changes at once.
            let has_kink = |unit: usize| {
                (0..VIEWS).any(|view| {
                    let sum = sums[view * HIDDEN / LANES + unit / LANES][unit % LANES];
                    (sum - 1.0).abs() < 2.0 * CHANGE * 2.0
                })
            };
            for (layer, (name, slopes)) in gradient.tensors().into_iter().enumerate() {
                for (at, &slope) in slopes.iter().enumerate() {
                    let unit = if layer == 0 {
                        at / LANES / INPUTS * LANES + at % LANES
                    } else {
                        at % HIDDEN
                    };
                    let is_of_interest = slope != 0.0 || at % 97 == 0;
                    if !is_of_interest || layer < 2 && has_kink(unit) {
                        continue;
                    }
                    let mut output_with = |change: f32| {
                        parameters.tensors_mut()[layer].1[at] += change;
                        let mut sums = sums.clone();
                        let output = forward(&parameters, &sample, &mut sums);
                        parameters.tensors_mut()[layer].1[at] -= change;
                        output
                    };
                    let found = (output_with(CHANGE) - output_with(-CHANGE)) / (2.0 * CHANGE);
                    assert!(
                        (found - slope).abs() < 2e-3,
                        "{name} {at}: slope {slope}, by differences {found}"
                    );
                    checked[layer] += usize::from(slope != 0.0);
                }
            }
        }
        assert!(checked.iter().all(|&checked| checked >= 6), "{checked:?}");
    }
}
