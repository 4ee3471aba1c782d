//! The choice of a setup: sound arrangements, varied at random, silver's with an eye on gold's.
//!
//! All of them are of the customary kind: strong pieces before rabbits, the elephant in the middle, horses on both wings,
//! a cat or a dog behind each home trap, rabbits on the edges. The camel stands beside the elephant on one wing. Silver
//! mirrors its arrangement so that its camel is on the wing away from gold's elephant, and its elephant before gold's
//! camel.

use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::rules::setup::PIECES_PER_SIDE;
use crate::rules::{Position, Setup};
use crate::types::{Kind, Side, Square};

/// The front row and the back row from the a to the h file, as gold sees them with its camel on the left wing.
const ARRANGEMENTS: [[&str; 2]; 10] = [
    ["rhdmedhr", "rrrccrrr"],
    ["rhcmechr", "rrrddrrr"],
    ["rhdmechr", "rrrcdrrr"],
    ["rhcmedhr", "rrrdcrrr"],
    ["hrdmedrh", "rrrccrrr"],
    ["rhmdedhr", "rrrccrrr"],
    ["hdcmecdh", "rrrrrrrr"],
    ["rhdmedhr", "rrcrrcrr"],
    ["rhcmechr", "rrdrrdrr"],
    ["dhcmechd", "rrrrrrrr"],
];

/// Chooses a setup for the side to move.
pub(super) fn choose(position: &Position, random: &mut impl RngExt) -> Setup {
    let side = position.side_to_move();
    let rows = ARRANGEMENTS.choose(random).unwrap_or(&ARRANGEMENTS[0]);
    let mirrored = match elephant_file(position, !side) {
        // Our camel belongs on the a to d files if the enemy elephant is on the others, and the other way round.
        Some(file) => file < 4,
        None => random.random(),
    };
    arrange(side, rows, mirrored)
}

fn elephant_file(position: &Position, side: Side) -> Option<usize> {
    position
        .board()
        .pieces(side, Kind::Elephant)
        .first()
        .map(Square::file)
}

fn arrange(side: Side, [front, back]: &[&str; 2], mirrored: bool) -> Setup {
    let row = |letters: &str| -> Vec<Kind> {
        let kinds = letters
            .chars()
            .filter_map(|letter| Kind::ALL.into_iter().find(|kind| kind.letter() == letter));
        if mirrored {
            kinds.rev().collect()
        } else {
            kinds.collect()
        }
    };
    // A setup lists its squares from the lowest: gold's back row comes first, silver's front row.
    let (first, second) = match side {
        Side::Gold => (back, front),
        Side::Silver => (front, back),
    };
    let mut kinds = [Kind::Rabbit; PIECES_PER_SIDE];
    for (place, kind) in kinds
        .iter_mut()
        .zip(row(first).into_iter().chain(row(second)))
    {
        *place = kind;
    }
    Setup::new(side, kinds).expect("every arrangement has a side's full set of pieces")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::rules::{Game, Move};

    #[test]
    fn every_arrangement_is_a_legal_setup() {
        for rows in &ARRANGEMENTS {
            for side in Side::ALL {
                for mirrored in [false, true] {
                    let setup = arrange(side, rows, mirrored);
                    assert_eq!(Setup::read(side, &setup.to_string()), Ok(setup));
                }
            }
        }
    }

    #[test]
    fn the_same_seed_chooses_the_same_setups() {
        let choices = |seed| -> Vec<Setup> {
            let mut random = StdRng::seed_from_u64(seed);
            (0..20)
                .map(|_| choose(Game::new().position(), &mut random))
                .collect()
        };
        assert_eq!(choices(1), choices(1));
        let different: HashSet<Setup> = choices(1).into_iter().collect();
        assert!(different.len() > 5);
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
