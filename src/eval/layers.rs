//! The layers in integers, and the plain arithmetic from hidden sums to a score.
//!
//! A hidden unit's sum has the scale 1,024. It is clipped to 0 … 1, squared, and shifted back to that scale; the output's
//! weights have the same scale, so the output has its square. Sums wrap around, whatever their order, so every form of
//! the arithmetic gives the same score.

use thiserror::Error;

use super::features::INPUTS;
use crate::rules::Position;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::Score;

/// The scale of hidden units and of the output's weights: an integer of 1,024 is 1.0.
pub const SCALE: i32 = 1 << SCALE_BITS;
const SCALE_BITS: u32 = 10;
/// The score in centi-rabbits that an output of 1.0 stands for, which is log odds of winning: it sets the unit of
/// scores (ff03b95, not tuned).
pub const CENTI_RABBITS: i32 = 320;

/// The outputs: which one counts depends on the pieces and on the steps left.
pub const BUCKETS: usize = PIECE_RANGES * STEPS;
/// The ranges of numbers of pieces that are told apart.
pub const PIECE_RANGES: usize = FEWEST_PIECES.len() + 1;
/// The fewest pieces of all ranges but the last (ff03b95, not tuned).
const FEWEST_PIECES: [usize; 3] = [30, 26, 21];
/// The numbers of steps left that are told apart.
const STEPS: usize = STEPS_PER_TURN as usize;

/// The number of hidden units in a group that is worked on at once: they fit the processor's registers (not tuned).
pub(super) const GROUP: usize = 64;
/// The most hidden units that are accepted: eight times those of the network that is built in.
pub const MAX_HIDDEN: usize = 1024;

/// The integers of a network, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The number of hidden units of each view, a multiple of 64 up to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// By input of a view: the weights of the hidden units.
    pub input_weights: Vec<i16>,
    /// By steps left less 1, and by view (the mover's, the other's): the biases of the hidden units.
    pub hidden_biases: Vec<i16>,
    /// By bucket: the weights of the hidden units of the mover's view and then of the other's.
    pub output_weights: Vec<i16>,
    /// By bucket: the bias of the output.
    pub output_biases: Vec<i32>,
}

/// Why layers are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayersError {
    /// The number of hidden units is not accepted.
    #[error(
        "the network has {found} hidden units, it must have a multiple of {GROUP} up to {MAX_HIDDEN}"
    )]
    Hidden {
        /// The number found.
        found: usize,
    },
    /// A layer has not as many numbers as it must have.
    #[error("{layer} has {found} numbers, it must have {expected}")]
    Size {
        /// The layer.
        layer: &'static str,
        /// The numbers found.
        found: usize,
        /// The numbers needed.
        expected: usize,
    },
}

/// Returns the numbers that each layer has, in the order of the fields.
const fn sizes(hidden: usize) -> [usize; 4] {
    [
        INPUTS * hidden,
        2 * STEPS * hidden,
        BUCKETS * 2 * hidden,
        BUCKETS,
    ]
}

/// Returns the bucket of a position: the range of its number of pieces, and within that the steps left less 1.
///
/// ```
/// use loxodon::eval::layers::bucket;
/// let opening = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]".parse()?;
/// assert_eq!(bucket(&opening), 3);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
#[inline]
pub fn bucket(position: &Position) -> usize {
    piece_range(position) * STEPS + steps_index(position.steps_left())
}

/// Returns the range of a position's number of pieces: 0 for the fullest boards, less than [`PIECE_RANGES`].
#[inline]
pub fn piece_range(position: &Position) -> usize {
    let pieces = position.board().occupied().len();
    FEWEST_PIECES
        .iter()
        .filter(|&&fewest| pieces < fewest)
        .count()
}

/// Returns the place of a number of steps left among all of them.
#[inline]
fn steps_index(steps_left: u8) -> usize {
    usize::from(steps_left.saturating_sub(1))
}

impl Layers {
    /// Returns layers of that many hidden units in which every number is 0: a network of them takes as long as any other, and
    /// its score is always 0. [`Network::new`](super::Network::new) checks the number of hidden units.
    pub fn zeros(hidden: usize) -> Self {
        let [input, biases, output, output_biases] = sizes(hidden);
        Self {
            hidden,
            input_weights: vec![0; input],
            hidden_biases: vec![0; biases],
            output_weights: vec![0; output],
            output_biases: vec![0; output_biases],
        }
    }

    /// Returns the number of hidden units, if it is accepted.
    pub(super) const fn check_hidden(hidden: usize) -> Result<usize, LayersError> {
        if hidden == 0 || !hidden.is_multiple_of(GROUP) || hidden > MAX_HIDDEN {
            return Err(LayersError::Hidden { found: hidden });
        }
        Ok(hidden)
    }

    /// Checks that every layer has the size that it must have.
    pub(super) fn validate(&self) -> Result<(), LayersError> {
        let hidden = Self::check_hidden(self.hidden)?;
        let found = [
            ("the input layer", self.input_weights.len()),
            ("the layer of hidden biases", self.hidden_biases.len()),
            ("the output layer", self.output_weights.len()),
            ("the layer of output biases", self.output_biases.len()),
        ];
        for ((layer, found), expected) in found.into_iter().zip(sizes(hidden)) {
            if found != expected {
                return Err(LayersError::Size {
                    layer,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// Returns the bytes that layers with that many hidden units take.
    pub(super) const fn bytes(hidden: usize) -> usize {
        let [input, biases, output, output_biases] = sizes(hidden);
        (input + biases + output) * size_of::<i16>() + output_biases * size_of::<i32>()
    }

    /// Reads [`bytes`](Self::bytes) bytes.
    pub(super) fn from_bytes(hidden: usize, bytes: &[u8]) -> Self {
        let (numbers, biases) = bytes.split_at(Self::bytes(hidden) - BUCKETS * size_of::<i32>());
        let (numbers, _) = numbers.as_chunks();
        let mut numbers = numbers.iter().map(|&bytes| i16::from_le_bytes(bytes));
        let [input, hidden_biases, output, _] = sizes(hidden);
        let mut layer = |size| numbers.by_ref().take(size).collect();
        Self {
            hidden,
            input_weights: layer(input),
            hidden_biases: layer(hidden_biases),
            output_weights: layer(output),
            output_biases: biases
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
        }
    }

    /// Writes what [`from_bytes`](Self::from_bytes) reads.
    pub(super) fn append_to(&self, bytes: &mut Vec<u8>) {
        for layer in [
            &self.input_weights,
            &self.hidden_biases,
            &self.output_weights,
        ] {
            bytes.extend(layer.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(
            self.output_biases
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
    }

    /// Returns the weights of the hidden units for an input.
    #[inline]
    pub(super) fn weights_of(&self, input: u16) -> &[i16] {
        let first = usize::from(input) * self.hidden;
        &self.input_weights[first..first + self.hidden]
    }

    /// Returns the biases of the hidden units of the mover's view and of the other's.
    #[inline]
    pub(super) fn biases(&self, steps_left: u8) -> [&[i16]; 2] {
        let both = steps_index(steps_left) * 2 * self.hidden;
        let (mover, other) = self.hidden_biases[both..both + 2 * self.hidden].split_at(self.hidden);
        [mover, other]
    }

    /// Returns the output's weights in a bucket for the mover's view and for the other's.
    #[inline]
    pub(super) fn outputs(&self, bucket: usize) -> [&[i16]; 2] {
        let both = bucket * 2 * self.hidden;
        let (mover, other) =
            self.output_weights[both..both + 2 * self.hidden].split_at(self.hidden);
        [mover, other]
    }

    /// Layers of random numbers as large as those of a trained network.
    #[cfg(test)]
    pub(super) fn random(hidden: usize, seed: u64) -> Self {
        use rand::rngs::StdRng;
        use rand::{RngExt, SeedableRng};
        let mut random = StdRng::seed_from_u64(seed);
        let [input, biases, output, output_biases] = sizes(hidden);
        let mut layer = |size| (0..size).map(|_| random.random_range(-300..=300)).collect();
        Self {
            hidden,
            input_weights: layer(input),
            hidden_biases: layer(biases),
            output_weights: layer(output),
            output_biases: (0..output_biases as i32).map(|bias| bias * 1000).collect(),
        }
    }
}

/// Returns the part of the output that comes from the hidden units of one view: the plain form of it.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "each form of it is compiled for other instructions"
)]
pub(super) fn output_of_view(sums: &[i16], biases: &[i16], weights: &[i16]) -> i32 {
    let units = sums.iter().zip(biases).zip(weights);
    units.fold(0, |output: i32, ((&sum, &bias), &weight)| {
        let unit = sum.wrapping_add(bias).clamp(0, SCALE as i16);
        // The square less ten bits, as the upper half of a product.
        let unit = i32::from(unit << 3);
        let square = ((unit * unit) >> 16) as i16;
        output.wrapping_add(i32::from(square) * i32::from(weight))
    })
}

/// Returns the score in centi-rabbits that an output stands for.
#[inline]
pub(super) fn score(output: i32) -> Score {
    let scaled = i64::from(output) * i64::from(CENTI_RABBITS) / (1 << (2 * SCALE_BITS));
    Score(scaled as i32).clamp_to_eval()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_units_are_clipped_and_squared() {
        let output = |sum: i16, weight: i16| output_of_view(&[sum], &[24], &[weight]);
        assert_eq!(output(-25, 1000), 0);
        assert_eq!(output(1000, 512), 1024 * 512);
        assert_eq!(output(9000, 512), 1024 * 512);
        assert_eq!(output(488, -4), 256 * -4);
        assert_eq!(score(1 << 20), Score(320));
        assert_eq!(score(-(1 << 19)), Score(-160));
    }

    #[test]
    fn layers_of_a_wrong_size_are_refused() {
        let mut layers = Layers::random(64, 3);
        assert_eq!(layers.validate(), Ok(()));
        layers.output_weights.pop();
        let error = layers.validate().unwrap_err().to_string();
        assert_eq!(
            error,
            "the output layer has 2047 numbers, it must have 2048"
        );
        for hidden in [0, 63, 96, MAX_HIDDEN + 64] {
            assert!(Layers::check_hidden(hidden).is_err());
        }
    }
}
