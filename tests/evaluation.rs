//! The evaluation: what any player would say of a position, and what must not make a difference.

mod data;

use loxodon::eval::{Evaluator, Network};
use loxodon::rules::notation::read_board;
use loxodon::rules::{Board, Position, traps};
use loxodon::types::{Kind, Piece, Score, Side, Square};
use proptest::prelude::*;

use data::{positions_table, side};

/// The evaluation of a position by the network that is built in.
fn evaluate(position: &Position) -> Score {
    Evaluator::new(Network::built_in()).evaluate(position)
}

/// The evaluation of a board for gold.
fn for_gold(squares: &str, side: Side) -> i32 {
    let board = read_board(squares).unwrap();
    board.validate().unwrap();
    let score = evaluate(&Position::new(board, side)).0;
    match side {
        Side::Gold => score,
        Side::Silver => -score,
    }
}

/// Every row is a board that gold likes more than another one, or than nothing, by about so much.
#[test]
fn what_any_player_sees_is_seen() {
    let rows = positions_table("evaluation.tsv");
    assert!(rows.len() >= 20, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let side = side(&row["side"]);
        let other = match row["other"].as_str() {
            "-" => 0,
            other => for_gold(other, side),
        };
        let difference = for_gold(&row["board"], side) - other;
        let (least, most) = (row["least"].parse().unwrap(), row["most"].parse().unwrap());
        if !(least..=most).contains(&difference) {
            wrong.push(format!(
                "{}: {difference}, not {least} to {most}: {}",
                row["id"], row["why"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A board as a game could reach it: no more pieces than are set up, none undefended on a trap.
fn any_board() -> impl Strategy<Value = Board> {
    let set = || {
        Side::ALL.into_iter().flat_map(|side| {
            Kind::ALL
                .into_iter()
                .flat_map(move |kind| vec![Piece::new(side, kind); kind.full_count()])
        })
    };
    let squares = Just(Square::all().collect::<Vec<_>>()).prop_shuffle();
    let pieces = Just(set().collect::<Vec<_>>()).prop_shuffle();
    (squares, pieces, 4..=32usize).prop_map(|(squares, pieces, count)| {
        let mut board = Board::EMPTY;
        for (square, piece) in squares.into_iter().zip(pieces).take(count) {
            board.put(piece, square);
        }
        for side in Side::ALL {
            for lost in traps::undefended(board.side(side)) {
                board.clear(lost);
            }
        }
        board
    })
}

fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn neither_sides_nor_wings_make_a_difference(board in any_board(), side in any_side(), steps in 1..=4u8) {
        let of = |board: Board, side| evaluate(&Position::new(board, side).with_steps_left(steps));
        let score = of(board, side);
        prop_assert_eq!(of(board.mirror_files(), side), score);
        prop_assert_eq!(of(board.flip_sides(), !side), score);
        prop_assert_eq!(of(board.flip_sides().mirror_files(), !side), score);
    }
}
