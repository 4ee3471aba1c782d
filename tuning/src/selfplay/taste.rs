//! Tastes: networks that like pieces to stand elsewhere than the best network does.
//!
//! When one network plays both sides, they always stand alike, and a network that learns from such games is three times
//! as wrong about other ways to play. With tastes of their own the sides come to positions that the network itself would
//! avoid; these are still labelled by the network as it is.

use std::sync::Arc;

use loxodon::eval::layers::{BUCKETS, Layers, SCALE};
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::Position;
use loxodon::types::{Kind, Square};
use rand::{Rng, RngExt};

/// The ranks of a board, and the squares of each.
const RANK: usize = 8;
/// On so many neighbouring squares of a rank a piece is liked as much.
const HALF: usize = RANK / 2;
/// How far the biases of the hidden units are moved to see what that is worth.
const TRIAL: f64 = 0.05;

/// A network that tastes can be given to.
pub(super) struct Tastes<'a> {
    network: &'a Network,
    /// What makes a view better off, among the sums of its hidden units.
    direction: Vec<f64>,
    /// How far along it a centi-rabbit is.
    per_centi_rabbit: f64,
}

impl<'a> Tastes<'a> {
    /// Measures in the given position what a step in that direction is worth; in others it is about the same.
    pub(super) fn new(network: &'a Network, position: &Position) -> anyhow::Result<Self> {
        let direction = direction(network.layers());
        let per_centi_rabbit = 1.0 / centi_rabbits(network, position, &direction)?;
        Ok(Self {
            network,
            direction,
            per_centi_rabbit,
        })
    }

    /// Returns the network with a taste that is drawn at random: for each kind of piece some value wherever it stands,
    /// some more for each rank from home, and some for each half of a rank, all of the size of `strength`
    /// centi-rabbits.
    pub(super) fn draw(
        &self,
        strength: f64,
        random: &mut impl Rng,
    ) -> anyhow::Result<Arc<Network>> {
        let strength = strength * random.random_range(0.0..2.0);
        let mut layers = self.network.layers().clone();
        let mut drawn = || strength * random.random_range(-1.7..1.7);
        for kind in Kind::ALL {
            let (anywhere, forward) = (drawn(), drawn());
            for rank in 0..RANK {
                for half in 0..RANK / HALF {
                    let liking = anywhere + forward * rank as f64 / HALF as f64 + drawn();
                    for file in 0..HALF {
                        let square = rank * RANK + half * HALF + file;
                        // The viewer's own pieces come first among the inputs.
                        let input = kind.index() * Square::COUNT + square;
                        let first = input * layers.hidden;
                        let weights = &mut layers.input_weights[first..first + layers.hidden];
                        add(weights, &self.direction, liking * self.per_centi_rabbit);
                    }
                }
            }
        }
        let provenance = self.network.provenance().to_owned();
        let network = Network::new(layers, self.network.win_scale(), provenance)?;
        Ok(Arc::new(network))
    }
}

/// Returns the direction in which the sums of a view's hidden units make that view better off: by what the output makes
/// of a unit where the viewer is to move, and where the other side is.
fn direction(layers: &Layers) -> Vec<f64> {
    let hidden = layers.hidden;
    let of_unit = |unit: usize| -> f64 {
        let in_bucket = |bucket: usize| {
            let weights = &layers.output_weights[bucket * 2 * hidden..][..2 * hidden];
            f64::from(weights[unit]) - f64::from(weights[hidden + unit])
        };
        (0..BUCKETS).map(in_bucket).sum()
    };
    let direction: Vec<_> = (0..hidden).map(of_unit).collect();
    let longest = direction
        .iter()
        .fold(1.0, |most: f64, one| most.max(one.abs()));
    direction.into_iter().map(|one| one / longest).collect()
}

/// Returns what it is worth to the side to move, in centi-rabbits, if its view's hidden units are moved by 1 in that
/// direction.
fn centi_rabbits(network: &Network, position: &Position, direction: &[f64]) -> anyhow::Result<f64> {
    let mut layers = network.layers().clone();
    for biases in layers
        .hidden_biases
        .chunks_exact_mut(direction.len())
        .step_by(2)
    {
        add(biases, direction, TRIAL);
    }
    let moved = Network::new(layers, network.win_scale(), String::new())?;
    let [before, after] = [network.clone(), moved]
        .map(|network| Evaluator::new(Arc::new(network)).evaluate(position));
    Ok(f64::from((after - before).0.max(1)) / TRIAL)
}

/// Adds to weights what is that far in a direction.
fn add(weights: &mut [i16], direction: &[f64], distance: f64) {
    for (weight, along) in weights.iter_mut().zip(direction) {
        let change = (distance * along * f64::from(SCALE)).round();
        *weight = weight.saturating_add(change as i16);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn score(network: Arc<Network>, position: &str) -> f64 {
        let score = Evaluator::new(network).evaluate(&position.parse().unwrap());
        f64::from(score.0)
    }

    #[test]
    fn a_taste_changes_what_a_piece_is_worth_by_about_its_strength() {
        let network = Network::built_in();
        let opening = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let advanced = "g [rrrrrrrrhdcemcdh....................H...........HDCMECD.RRRRRRRR]";
        let worth = |network: &Arc<Network>| {
            score(Arc::clone(network), advanced) - score(Arc::clone(network), opening)
        };
        let mut random = StdRng::seed_from_u64(1);
        let position = opening.parse().unwrap();
        let tastes = Tastes::new(&network, &position).unwrap();
        let changes: Vec<f64> = (0..40)
            .map(|_| {
                let other = tastes.draw(20.0, &mut random).unwrap();
                worth(&other) - worth(&network)
            })
            .collect();
        let spread = (changes.iter().map(|change| change * change).sum::<f64>() / 40.0).sqrt();
        assert!((10.0..60.0).contains(&spread), "{spread}");
        let plain = tastes.draw(0.0, &mut random).unwrap();
        assert_eq!(*plain, *network);
    }
}
