//! A random sample of the positions that a search evaluates: what an evaluation is trained on.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How many of the evaluated positions a search returns, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The number of positions; fewer are returned if fewer are evaluated.
    pub positions: usize,
    /// The seed of the random choice.
    pub seed: u64,
}

/// Chooses items at random from a stream whose length isn't known, each as likely as another (reservoir sampling).
#[derive(Debug)]
pub struct Reservoir<T> {
    wanted: usize,
    seen: usize,
    random: StdRng,
    chosen: Vec<T>,
}

impl<T: Clone> Reservoir<T> {
    /// Returns a choice of at most so many items, of none so far.
    pub fn new(wanted: usize, seed: u64) -> Self {
        Self {
            wanted,
            seen: 0,
            random: StdRng::seed_from_u64(seed),
            chosen: Vec::new(),
        }
    }

    /// Takes the next item of the stream into account.
    pub fn offer(&mut self, item: &T) {
        self.seen += 1;
        if self.chosen.len() < self.wanted {
            self.chosen.push(item.clone());
        } else if let Some(place) = self.chosen.get_mut(self.random.random_range(0..self.seen)) {
            place.clone_from(item);
        }
    }

    /// Returns the items chosen from those offered.
    pub fn into_chosen(self) -> Vec<T> {
        self.chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chooses from the numbers 1 to 4.
    fn sample(seed: u64, wanted: usize) -> Vec<usize> {
        let mut reservoir = Reservoir::new(wanted, seed);
        for number in 1..=4 {
            reservoir.offer(&number);
        }
        reservoir.into_chosen()
    }

    #[test]
    fn every_item_is_as_likely_as_another() {
        let mut times = [0; 5];
        for seed in 0..4000 {
            for number in sample(seed, 2) {
                times[number] += 1;
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
