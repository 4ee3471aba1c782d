//! Candidates for a setup: sound arrangements, varied at random, silver's with an eye on gold's.
//!
//! All of them are of the customary kind: the elephant in the middle of the front row with the camel near it on one wing,
//! a horse on each wing, a cat or dog behind each home trap, the other cats and dogs anywhere but in the corners of the
//! back row, and rabbits on the rest. There are some thousands of them. Silver mirrors its arrangement so that its camel
//! is on the wing away from gold's elephant, and its elephant before gold's camel.

use rand::RngExt;
use rand::seq::{IteratorRandom, SliceRandom};

use crate::rules::setup::PIECES_PER_SIDE;
use crate::rules::{Position, Setup};
use crate::types::{Kind, Side, Square};

/// A row from the a to the h file.
type Row = [Kind; 8];

/// Draws a setup for the side to move.
pub(super) fn choose(position: &Position, random: &mut impl RngExt) -> Setup {
    let side = position.side_to_move();
    let (mut front, mut back) = arrange(random);
    let mirrored = match elephant_file(position, !side) {
        // Our camel belongs on the a to d files if the enemy elephant is on the others, and the other way round.
        Some(file) => file < 4,
        None => random.random(),
    };
    if mirrored {
        front.reverse();
        back.reverse();
    }
    // A setup lists its squares from the lowest: gold's back row comes first, silver's front row.
    let rows = match side {
        Side::Gold => [back, front],
        Side::Silver => [front, back],
    };
    let mut kinds = [Kind::Rabbit; PIECES_PER_SIDE];
    kinds.copy_from_slice(rows.as_flattened());
    Setup::new(side, kinds).expect("every arrangement has a side's full set of pieces")
}

/// Returns a front and a back row, as gold sees them with its camel on the left wing.
fn arrange(random: &mut impl RngExt) -> (Row, Row) {
    let (mut front, mut back) = ([Kind::Rabbit; 8], [Kind::Rabbit; 8]);
    let mut small = [Kind::Cat, Kind::Cat, Kind::Dog, Kind::Dog];
    small.shuffle(random);
    let mut rest = small.into_iter();

    front[4] = Kind::Elephant;
    let (camel, beside) = if random.random() { (3, 2) } else { (2, 3) };
    front[camel] = Kind::Camel;
    for (file, kind) in [beside, 5].into_iter().zip(&mut rest) {
        front[file] = kind;
    }
    for wing in [[0, 1], [7, 6]] {
        let [horse, other] = if random.random() {
            wing
        } else {
            [wing[1], wing[0]]
        };
        front[horse] = Kind::Horse;
        if random.random_ratio(1, 3)
            && let Some(kind) = rest.next()
        {
            front[other] = kind;
        }
    }
    for (file, kind) in (1..7).sample(random, 2).into_iter().zip(rest) {
        back[file] = kind;
    }
    (front, back)
}

fn elephant_file(position: &Position, side: Side) -> Option<usize> {
    position
        .board()
        .pieces(side, Kind::Elephant)
        .first()
        .map(Square::file)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::rules::{Game, Move};

    fn gold_setups(seed: u64, count: usize) -> Vec<Setup> {
        let mut random = StdRng::seed_from_u64(seed);
        (0..count)
            .map(|_| choose(Game::new().position(), &mut random))
            .collect()
    }

    #[test]
    fn the_same_seed_chooses_the_same_setups() {
        assert_eq!(gold_setups(1, 20), gold_setups(1, 20));
        assert_ne!(gold_setups(1, 20), gold_setups(2, 20));
    }

    #[test]
    fn setups_hardly_repeat() {
        let different: HashSet<Setup> = gold_setups(1, 100).into_iter().collect();
        assert!(different.len() > 90, "{}", different.len());
    }

    #[test]
    fn the_silver_camel_is_away_from_the_gold_elephant() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..50 {
            let mut game = Game::new();
            let gold = choose(game.position(), &mut random);
            game.play(Move::Setup(gold)).unwrap();
            let silver = choose(game.position(), &mut random);
            game.play(Move::Setup(silver)).unwrap();
            let file = |side, kind| {
                let board = game.position().board();
                board.pieces(side, kind).first().unwrap().file()
            };
            let elephant = file(Side::Gold, Kind::Elephant);
            let camel = file(Side::Silver, Kind::Camel);
            assert_ne!(elephant < 4, camel < 4);
        }
    }
}
