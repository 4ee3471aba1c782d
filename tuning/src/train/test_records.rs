//! Records for tests: positions with random pieces, labelled by what stands on the board.

use loxodon::rules::{Board, Reason, outcome};
use loxodon::types::{Kind, Piece, Score, Side, Square};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::sample::Block;
use crate::record::Record;

/// What a piece of each kind is worth in the labels.
const WORTH: [i32; 6] = [60, 90, 110, 150, 200, 250];
/// The records of a game.
const RECORDS_PER_GAME: u32 = 4;

/// Returns records whose labels, and static evaluations, are the balance of material.
pub(super) fn material(count: u32, seed: u64) -> Vec<Block> {
    let mut random = StdRng::seed_from_u64(seed);
    (0..count)
        .map(|number| record(number / RECORDS_PER_GAME, &mut random).pack())
        .collect()
}

/// Returns a record that can be from a game.
fn record(seed: u32, random: &mut StdRng) -> Record {
    loop {
        let board = board(random);
        let side = *Side::ALL.choose(random).unwrap();
        if board.validate().is_err() || outcome::on_board(&board, !side).is_some() {
            continue;
        }
        let worth = |side| -> i32 {
            let kinds = Kind::ALL.iter().zip(WORTH);
            kinds
                .map(|(&kind, worth)| worth * board.pieces(side, kind).len() as i32)
                .sum()
        };
        let score = Score(worth(side) - worth(!side));
        return Record {
            board,
            side,
            steps_left: random.random_range(1..=4),
            pull: None,
            evaluation: score,
            searched: Some(score),
            winner: side,
            reason: Reason::Goal,
            ply: random.random_range(0..100),
            seed,
        };
    }
}

/// Returns a board on which some of the pieces are left.
fn board(random: &mut StdRng) -> Board {
    let squares: Vec<_> = Square::all().collect();
    let left = random.random_range(0.4..1.0);
    let mut board = Board::EMPTY;
    for side in Side::ALL {
        for kind in Kind::ALL {
            for _ in 0..kind.full_count() {
                let square = *squares.choose(random).unwrap();
                if random.random_bool(left) && board.piece_at(square).is_none() {
                    board.put(Piece::new(side, kind), square);
                }
            }
        }
    }
    board
}
