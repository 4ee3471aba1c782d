//! The evaluation of positions one after the other by one thread.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::layers::{bucket, score};
use super::{Network, simd};
use crate::rules::Position;
use crate::types::Score;

/// Evaluates positions, the faster the less one differs from the one before.
///
/// ```
/// use loxodon::eval::{Evaluator, Network};
/// let mut evaluator = Evaluator::new(Network::built_in());
/// let position = "g [rrrrrrrrhdcemcdh................................HDCM.CDHRRRRRRRR]".parse()?;
/// let score = evaluator.evaluate(&position);
/// assert!(score.0 < -200, "gold has lost its elephant: {score}");
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    accumulator: Accumulator,
}

impl Evaluator {
    /// Returns an evaluator by that network.
    pub fn new(network: Arc<Network>) -> Self {
        Self {
            accumulator: Accumulator::new(network.layers.hidden),
            network,
        }
    }

    /// Returns the network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Returns the score for the side to move, which may have made some of its steps already. A push or pull that is
    /// open makes no difference.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let layers = &self.network.layers;
        let (board, mover) = (position.board(), position.side_to_move());
        let views = self.accumulator.update(board, mover, layers);
        let bucket = bucket(position);
        let (biases, weights) = (layers.biases(position.steps_left()), layers.outputs(bucket));
        let output_of = |view: usize| simd::output(views[view], biases[view], weights[view]);
        let outputs = [0, 1].map(output_of);
        score(
            outputs
                .into_iter()
                .fold(layers.output_biases[bucket], i32::wrapping_add),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::eval::features::active;
    use crate::eval::layers::{Layers, output_of_view};

    fn random_network() -> Arc<Network> {
        let network = Network::new(Layers::random(128, 7), 320.0, String::new());
        Arc::new(network.unwrap())
    }

    /// Returns the evaluation by plain sums over the active inputs.
    fn evaluate_plainly(network: &Network, position: &Position) -> Score {
        let layers = &network.layers;
        let bucket = bucket(position);
        let mut output = layers.output_biases[bucket];
        for (view, inputs) in active(position).iter().enumerate() {
            let mut sums = vec![0i16; layers.hidden];
            for &input in inputs {
                for (sum, weight) in sums.iter_mut().zip(layers.weights_of(input)) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            let biases = layers.biases(position.steps_left())[view];
            output =
                output.wrapping_add(output_of_view(&sums, biases, layers.outputs(bucket)[view]));
        }
        score(output)
    }

    /// Returns the positions of a game of random steps, turns given up at random.
    fn random_walk(seed: u64, steps: usize) -> Vec<Position> {
        let mut random = StdRng::seed_from_u64(seed);
        let mut position: Position =
            "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
                .parse()
                .unwrap();
        let mut positions = vec![position];
        for _ in 0..steps {
            let Some(step) = position.legal_steps().iter().choose(&mut random) else {
                break;
            };
            position.play(step);
            let may_end = position.can_end_turn();
            if position.steps_left() == 0 || may_end && random.random_bool(0.1) {
                if !may_end {
                    break;
                }
                position.end_turn();
            }
            positions.push(position);
        }
        positions
    }

    #[test]
    fn sums_that_are_kept_give_the_same_as_sums_from_scratch() {
        let network = random_network();
        let mut evaluator = Evaluator::new(Arc::clone(&network));
        let mut random = StdRng::seed_from_u64(5);
        let mut evaluated = 0;
        for seed in 0..20 {
            let walk = random_walk(seed, 400);
            for index in 0..walk.len() {
                // Now and then a leap, as from one part of a search tree to another.
                let index = if random.random_bool(0.2) {
                    random.random_range(0..walk.len())
                } else {
                    index
                };
                let expected = evaluate_plainly(&network, &walk[index]);
                assert_eq!(evaluator.evaluate(&walk[index]), expected);
                evaluated += 1;
            }
        }
        assert!(evaluated > 2000);
    }

    proptest! {
        #[test]
        fn both_sides_and_both_wings_are_alike(seed in any::<u64>(), steps in 1..300usize) {
            let network = random_network();
            let position = *random_walk(seed, steps).last().unwrap();
            let (board, side) = (*position.board(), position.side_to_move());
            let left = position.steps_left();
            let evaluate = |board, side| {
                let position = Position::new(board, side).with_steps_left(left);
                Evaluator::new(Arc::clone(&network)).evaluate(&position)
            };
            let score = evaluate(board, side);
            prop_assert_eq!(evaluate(board.mirror_files(), side), score);
            prop_assert_eq!(evaluate(board.flip_sides(), !side), score);
        }
    }
}
