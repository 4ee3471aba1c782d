//! A random sample of the positions that a search evaluates: what an evaluation is trained on.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::rules::Position;

/// How many of the evaluated positions a search returns, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The number of positions; fewer are returned if fewer are evaluated.
    pub positions: usize,
    /// The seed of the random choice.
    pub seed: u64,
}

/// Chooses positions at random from a stream, each as likely as another (reservoir sampling).
#[derive(Debug)]
pub(super) struct Sampler {
    wanted: usize,
    seen: usize,
    random: StdRng,
    chosen: Vec<Position>,
}

impl Sampler {
    pub(super) fn new(sampling: Sampling) -> Self {
        Self {
            wanted: sampling.positions,
            seen: 0,
            random: StdRng::seed_from_u64(sampling.seed),
            chosen: Vec::with_capacity(sampling.positions),
        }
    }

    /// Takes the next position of the stream into account.
    pub(super) fn offer(&mut self, position: &Position) {
        self.seen += 1;
        if self.chosen.len() < self.wanted {
            self.chosen.push(*position);
        } else if let Some(place) = self.chosen.get_mut(self.random.random_range(0..self.seen)) {
            *place = *position;
        }
    }

    /// Returns the positions chosen.
    pub(super) fn into_positions(self) -> Vec<Position> {
        self.chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that are told apart by the steps left.
    fn sample(seed: u64, wanted: usize) -> Vec<u8> {
        let opening: Position =
            "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
                .parse()
                .unwrap();
        let mut sampler = Sampler::new(Sampling {
            positions: wanted,
            seed,
        });
        for steps_left in 1..=4 {
            sampler.offer(&opening.with_steps_left(steps_left));
        }
        let positions = sampler.into_positions();
        positions.iter().map(Position::steps_left).collect()
    }

    #[test]
    fn every_position_is_as_likely_as_another() {
        let mut times = [0; 5];
        for seed in 0..4000 {
            for steps_left in sample(seed, 2) {
                times[usize::from(steps_left)] += 1;
            }
        }
        assert_eq!(times[0], 0);
        assert!(
            times[1..].iter().all(|times| (1900..2100).contains(times)),
            "{times:?}"
        );
    }

    #[test]
    fn a_short_stream_is_returned_whole() {
        assert_eq!(sample(1, 9), [1, 2, 3, 4]);
    }
}
