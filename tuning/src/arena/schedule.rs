//! Which games are played: the same for the same seed, wherever a match is taken up again.

use loxodon::types::Side;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    /// The game's number, from 1.
    pub(super) game: u64,
    /// Which of the openings it begins with, if there are any.
    pub(super) opening: Option<usize>,
    /// The side of the first engine.
    pub(super) first_plays: Side,
}

impl Fixture {
    /// Returns the two games of a pair, the first of which has that number: from one opening, first with the first engine as
    /// gold.
    pub(super) fn pair_from(game: u64, opening: Option<usize>) -> [Self; 2] {
        [(game, Side::Gold), (game + 1, Side::Silver)].map(|(game, first_plays)| Self {
            game,
            opening,
            first_plays,
        })
    }

    /// Returns the number of the game's pair, from 1.
    pub(super) const fn pair(&self) -> u64 {
        pair_of(self.game)
    }
}

/// Returns the pair that a game belongs to, both from 1: games 1 and 2 are pair 1.
pub(super) const fn pair_of(game: u64) -> u64 {
    game.div_ceil(2)
}

/// The openings one after the other: each once before any comes again, in a new random order each time round.
struct Rounds {
    openings: usize,
    left: Vec<usize>,
}

impl Rounds {
    /// Returns the rounds of so many openings.
    const fn of(openings: usize) -> Self {
        Self {
            openings,
            left: Vec::new(),
        }
    }

    /// Returns the next one's index; none if there are no openings.
    fn next(&mut self, random: &mut StdRng) -> Option<usize> {
        if self.left.is_empty() {
            self.left.extend(0..self.openings);
            self.left.shuffle(random);
        }
        self.left.pop()
    }
}

/// Returns the opening of each of so many pairs.
pub(crate) fn opening_order(openings: usize, pairs: u64, seed: u64) -> Vec<Option<usize>> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut rounds = Rounds::of(openings);
    (0..pairs).map(|_| rounds.next(&mut random)).collect()
}

/// Returns all the games of a match, an even number.
pub(super) fn schedule(games: u64, openings: usize, seed: u64) -> Vec<Fixture> {
    (1..)
        .step_by(2)
        .zip(opening_order(openings, games / 2, seed))
        .flat_map(|(game, opening)| Fixture::pair_from(game, opening))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_share_an_opening_and_swap_sides() {
        for pair in schedule(60, 7, 1).chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!([pair[0].first_plays, pair[1].first_plays], Side::ALL);
            assert_eq!(pair[0].pair(), pair[1].pair());
        }
    }

    #[test]
    fn the_seed_decides_and_a_longer_match_begins_like_a_shorter_one() {
        assert_eq!(schedule(40, 50, 3), schedule(40, 50, 3));
        assert_eq!(schedule(40, 50, 3), schedule(90, 50, 3)[..40]);
        assert_ne!(schedule(40, 50, 3), schedule(40, 50, 4));
    }

    #[test]
    fn each_opening_is_played_before_any_is_played_again() {
        let fixtures = schedule(2 * 12, 6, 9);
        for round in fixtures.chunks(12) {
            let mut openings: Vec<_> = round.iter().filter_map(|fixture| fixture.opening).collect();
            openings.sort_unstable();
            assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        }
        assert!(
            schedule(4, 0, 1)
                .iter()
                .all(|fixture| fixture.opening.is_none())
        );
    }
}
