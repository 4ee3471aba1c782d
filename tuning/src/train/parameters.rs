//! The weights and biases of the network as floating-point numbers.

use std::array;

use loxodon::eval::features::INPUTS;
use loxodon::eval::layers::{self, BUCKETS, Layers};
use loxodon::rules::turn::STEPS_PER_TURN;
use rand::{Rng, RngExt};

/// Hidden units that are computed together. Their weights for all inputs lie together, so that each thread can update its
/// own hidden units. The number of a layer's hidden units is a multiple of it.
pub(super) const LANES: usize = 16;
/// One value for each hidden unit of a block.
pub(super) type Lanes = [f32; LANES];

/// The number of hidden units must be a multiple of it.
pub(super) const HIDDEN_MULTIPLE: usize = 64;
const _: () = assert!(HIDDEN_MULTIPLE.is_multiple_of(LANES));

pub(super) const STEPS: usize = STEPS_PER_TURN as usize;
pub(super) const VIEWS: usize = 2;

/// What an integer of 1 stands for is one part in so many.
const SCALE: f32 = layers::SCALE as f32;

/// The largest weight of an input, in either direction.
pub(super) const MAX_INPUT_WEIGHT: f32 = 1.98;
/// The largest weight of a hidden unit in the output, in either direction.
pub(super) const MAX_OUTPUT_WEIGHT: f32 = 8.0;
/// The largest bias of a hidden unit, in either direction.
pub(super) const MAX_HIDDEN_BIAS: f32 = 8.0;

/// The inputs of pieces on squares, which come first. Only their weights begin with random values.
const PIECE_INPUTS: usize = 768;
/// Initial weights are uniform up to these values in either direction: then the hidden units begin spread over the range
/// in which they have a slope, and the output near 0.
const INITIAL_INPUT_WEIGHT: f32 = 0.1;
const INITIAL_OUTPUT_WEIGHT: f32 = 0.1;
const INITIAL_HIDDEN_BIAS: f32 = 0.4;

/// The whole network, or one value for each of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    /// By block, then by input.
    pub(super) input_weights: Vec<Lanes>,
    pub(super) head: Head,
}

/// All parameters but the weights of the inputs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    /// By steps left, by view, then by block.
    pub(super) hidden_biases: Vec<Lanes>,
    /// By bucket, by view, then by block.
    pub(super) output_weights: Vec<Lanes>,
    /// By bucket.
    pub(super) output_biases: [f32; BUCKETS],
}

impl Head {
    pub(super) fn zeros(blocks: usize) -> Self {
        Self {
            hidden_biases: vec![[0.0; LANES]; STEPS * VIEWS * blocks],
            output_weights: vec![[0.0; LANES]; BUCKETS * VIEWS * blocks],
            output_biases: [0.0; BUCKETS],
        }
    }

    pub(super) fn set_zero(&mut self) {
        self.hidden_biases.as_flattened_mut().fill(0.0);
        self.output_weights.as_flattened_mut().fill(0.0);
        self.output_biases.fill(0.0);
    }

    /// Adds the values of another one.
    pub(super) fn add(&mut self, other: &Self) {
        for (own, other) in self.slices_mut().into_iter().zip(other.slices()) {
            for (own, &other) in own.iter_mut().zip(other) {
                *own += other;
            }
        }
    }

    /// Returns hidden biases, output weights and output biases.
    pub(super) fn slices(&self) -> [&[f32]; 3] {
        [
            self.hidden_biases.as_flattened(),
            self.output_weights.as_flattened(),
            &self.output_biases,
        ]
    }

    /// Returns hidden biases, output weights and output biases.
    pub(super) fn slices_mut(&mut self) -> [&mut [f32]; 3] {
        [
            self.hidden_biases.as_flattened_mut(),
            self.output_weights.as_flattened_mut(),
            &mut self.output_biases,
        ]
    }
}

impl Parameters {
    pub(super) fn zeros(hidden: usize) -> Self {
        let blocks = hidden / LANES;
        Self {
            input_weights: vec![[0.0; LANES]; blocks * INPUTS],
            head: Head::zeros(blocks),
        }
    }

    /// Returns what training from scratch begins with.
    pub(super) fn random(hidden: usize, random: &mut impl Rng) -> Self {
        let mut parameters = Self::zeros(hidden);
        let mut lanes = |most: f32| array::from_fn(|_| random.random_range(-most..most));
        for rows in parameters.input_weights.chunks_exact_mut(INPUTS) {
            for row in &mut rows[..PIECE_INPUTS] {
                *row = lanes(INITIAL_INPUT_WEIGHT);
            }
        }
        let head = &mut parameters.head;
        head.output_weights
            .fill_with(|| lanes(INITIAL_OUTPUT_WEIGHT));
        head.hidden_biases.fill([INITIAL_HIDDEN_BIAS; LANES]);
        parameters
    }

    /// Returns the number of hidden units.
    pub(super) const fn hidden(&self) -> usize {
        self.blocks() * LANES
    }

    /// Returns the number of blocks of hidden units.
    pub(super) const fn blocks(&self) -> usize {
        self.input_weights.len() / INPUTS
    }

    /// Returns the layers by name.
    pub(super) fn tensors(&self) -> [(&'static str, &[f32]); 4] {
        let [hidden_biases, output_weights, output_biases] = self.head.slices();
        [
            ("input_weights", self.input_weights.as_flattened()),
            ("hidden_biases", hidden_biases),
            ("output_weights", output_weights),
            ("output_biases", output_biases),
        ]
    }

    /// Returns the layers by name.
    pub(super) fn tensors_mut(&mut self) -> [(&'static str, &mut [f32]); 4] {
        let [hidden_biases, output_weights, output_biases] = self.head.slices_mut();
        [
            ("input_weights", self.input_weights.as_flattened_mut()),
            ("hidden_biases", hidden_biases),
            ("output_weights", output_weights),
            ("output_biases", output_biases),
        ]
    }

    /// Returns the network's integers.
    pub(super) fn to_layers(&self) -> Layers {
        let hidden = self.hidden();
        let input_weights = (0..INPUTS * hidden)
            .map(|at| {
                let (input, unit) = (at / hidden, at % hidden);
                quantize(self.input_weights[unit / LANES * INPUTS + input][unit % LANES])
            })
            .collect();
        let [hidden_biases, output_weights, output_biases] = self.head.slices();
        Layers {
            hidden,
            input_weights,
            hidden_biases: hidden_biases.iter().copied().map(quantize).collect(),
            output_weights: output_weights.iter().copied().map(quantize).collect(),
            output_biases: output_biases
                .iter()
                .map(|bias| (bias * SCALE * SCALE).round() as i32)
                .collect(),
        }
    }

    /// Returns the values of a network's integers.
    pub(super) fn from_layers(layers: &Layers) -> Self {
        let hidden = layers.hidden;
        let mut parameters = Self::zeros(hidden);
        for (at, &weight) in layers.input_weights.iter().enumerate() {
            let (input, unit) = (at / hidden, at % hidden);
            parameters.input_weights[unit / LANES * INPUTS + input][unit % LANES] =
                f32::from(weight) / SCALE;
        }
        let [hidden_biases, output_weights, output_biases] = parameters.head.slices_mut();
        for (values, integers) in [
            (hidden_biases, &layers.hidden_biases),
            (output_weights, &layers.output_weights),
        ] {
            for (value, &integer) in values.iter_mut().zip(integers) {
                *value = f32::from(integer) / SCALE;
            }
        }
        for (value, &integer) in output_biases.iter_mut().zip(&layers.output_biases) {
            *value = integer as f32 / (SCALE * SCALE);
        }
        parameters
    }
}

/// Returns the integer for a weight or bias; what an integer can't hold becomes the nearest that it can.
fn quantize(value: f32) -> i16 {
    (value * SCALE).round() as i16
}

#[cfg(test)]
mod tests {
    use super::super::training::random_parameters;
    use super::*;

    #[test]
    fn integers_come_back_as_they_were() {
        let mut parameters = random_parameters(128, 3);
        parameters.head.output_biases[..3].copy_from_slice(&[0.5, -0.25, 3.0]);
        let layers = parameters.to_layers();
        assert_eq!(Parameters::from_layers(&layers).to_layers(), layers);
        let unit = 77;
        assert_eq!(
            layers.input_weights[5 * 128 + unit],
            quantize(parameters.input_weights[unit / LANES * INPUTS + 5][unit % LANES])
        );
        assert_eq!(layers.output_biases[..4], [1 << 19, -1 << 18, 3 << 20, 0]);
    }

    #[test]
    fn the_largest_weights_fit_the_integers() {
        for most in [MAX_INPUT_WEIGHT, MAX_HIDDEN_BIAS, MAX_OUTPUT_WEIGHT] {
            assert_eq!(i32::from(quantize(-most)), -(most * SCALE).round() as i32);
        }
    }
}
