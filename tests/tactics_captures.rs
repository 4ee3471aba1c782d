//! The captures of one turn, against the search through all sequences of steps.

mod data;
mod slow_captures;

use data::{positions_table, side};
use loxodon::rules::notation::read_board;
use loxodon::rules::{Board, Pending, Position, Step, traps};
use loxodon::tactics::capture::{Capture, captures};
use loxodon::types::{Bitboard, Kind, Piece, Side, Square};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use slow_captures::{Price, slow_captures};

/// The boards of the tables, each with a side to move.
fn boards() -> Vec<Position> {
    let tables = [
        "bench.tsv",
        "openings.tsv",
        "conformance/positions_public.tsv",
        "conformance/legality_random_public.tsv",
        "conformance/rules_public.tsv",
    ];
    tables
        .into_iter()
        .flat_map(positions_table)
        .map(|row| Position::new(read_board(&row["board"]).unwrap(), side(&row["side"])))
        .collect()
}

/// A position at the start of a turn, from one of several sources in turn.
fn start_of_turn(boards: &[Position], rng: &mut StdRng) -> Position {
    match rng.random_range(0..6) {
        0 => play_out(*boards.choose(rng).unwrap(), 0, rng),
        1 => {
            let turns = rng.random_range(1..16);
            play_out(*boards.choose(rng).unwrap(), turns, rng)
        }
        2 | 3 => sparse(rng),
        _ => crowded(rng),
    }
}

/// Random turns of one to four steps.
fn play_out(mut position: Position, turns: usize, rng: &mut StdRng) -> Position {
    for _ in 0..turns {
        for _ in 0..rng.random_range(1..=4) {
            play_random_step(&mut position, rng);
        }
        while position.pending().is_push() {
            play_random_step(&mut position, rng);
        }
        position.end_turn();
    }
    position
}

/// A random step, if there is one; every second time it is one that leaves something open or moves an enemy piece.
fn play_random_step(position: &mut Position, rng: &mut StdRng) {
    let legal: Vec<Step> = position.legal_steps().iter().collect();
    let of_contact: Vec<Step> = legal
        .iter()
        .copied()
        .filter(|&step| {
            let mut after = *position;
            after.play(step);
            after.pending() != Pending::None
                || position
                    .board()
                    .side(!position.side_to_move())
                    .contains(step.from())
        })
        .collect();
    let step = if rng.random() && !of_contact.is_empty() {
        of_contact.choose(rng)
    } else {
        legal.choose(rng)
    };
    if let Some(&step) = step {
        position.play(step);
    }
}

/// An endgame: a few pieces of each side, anywhere or near the traps.
fn sparse(rng: &mut StdRng) -> Position {
    let mut board = Board::EMPTY;
    let near = Bitboard::TRAPS.neighbors();
    let near: Vec<Square> = (near | near.neighbors()).into_iter().collect();
    for side in Side::ALL {
        for _ in 0..rng.random_range(1..=6) {
            let anywhere = Square::new(rng.random_range(0..64));
            let square = if rng.random() {
                anywhere
            } else {
                *near.choose(rng).unwrap()
            };
            put_random(&mut board, side, square, rng);
        }
    }
    with_random_side(board, rng)
}

/// Pieces of both sides crowded around one or two traps, equally or one side more than the other.
fn crowded(rng: &mut StdRng) -> Position {
    let mut board = Board::EMPTY;
    let traps: Vec<Square> = Bitboard::TRAPS.into_iter().collect();
    let density = rng.random_range(0.2..0.95);
    let share = rng.random_range(0.15..0.85);
    for _ in 0..rng.random_range(1..=2) {
        let mut around = traps.choose(rng).unwrap().bit();
        for _ in 0..rng.random_range(2..=4) {
            around |= around.neighbors();
        }
        let mut squares: Vec<Square> = around.into_iter().collect();
        squares.shuffle(rng);
        for square in squares {
            if rng.random_bool(density) {
                let side = if rng.random_bool(share) {
                    Side::Gold
                } else {
                    Side::Silver
                };
                put_random(&mut board, side, square, rng);
            }
        }
    }
    with_random_side(board, rng)
}

/// Puts a piece of the side on the square if it is empty and the side has one left.
fn put_random(board: &mut Board, side: Side, square: Square, rng: &mut StdRng) {
    let left: Vec<Kind> = Kind::ALL
        .into_iter()
        .filter(|&kind| board.pieces(side, kind).len() < kind.full_count())
        .collect();
    if board.piece_at(square).is_none()
        && let Some(&kind) = left.choose(rng)
    {
        board.put(Piece::new(side, kind), square);
    }
}

fn with_random_side(mut board: Board, rng: &mut StdRng) -> Position {
    for side in Side::ALL {
        for square in traps::undefended(board.side(side)) {
            board.clear(square);
        }
    }
    board.validate().unwrap();
    let side = if rng.random() {
        Side::Gold
    } else {
        Side::Silver
    };
    Position::new(board, side)
}

/// What a check has seen, so that it can be seen to have seen enough.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    positions: usize,
    queries: usize,
    pending: usize,
    /// Captures by their steps, from none.
    captures: [usize; 5],
    with_losses: usize,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            queries: self.queries + other.queries,
            pending: self.pending + other.pending,
            captures: std::array::from_fn(|i| self.captures[i] + other.captures[i]),
            with_losses: self.with_losses + other.with_losses,
        }
    }
}

/// Checks a position with one to four steps left, and the positions along a random turn from it.
fn check_from(start: &Position, rng: &mut StdRng) -> Seen {
    let mut seen = Seen {
        positions: 1,
        ..Seen::default()
    };
    for steps in 1..=4 {
        check(&start.with_steps_left(steps), &mut seen);
    }
    let mut within = *start;
    for _ in 0..3 {
        play_random_step(&mut within, rng);
        check(&within, &mut seen);
    }
    seen
}

fn check(position: &Position, seen: &mut Seen) {
    let mut expected = slow_captures(position);
    seen.queries += 1;
    seen.pending += usize::from(position.pending() != Pending::None);
    for capture in &captures(position) {
        let shown = format!("{capture:?} in {position} with {:?}", position.pending());
        let price = Price {
            steps: usize::from(capture.steps()),
            losses: capture.losses.len(),
        };
        let square = capture.square;
        assert_eq!(expected.remove(&square), Some(price), "{shown}");
        assert_eq!(
            position.board().piece_at(square),
            Some(capture.piece),
            "{shown}"
        );
        check_line(position, capture, &shown);
        seen.captures[price.steps] += 1;
        seen.with_losses += usize::from(price.losses > 0);
    }
    assert!(
        expected.is_empty(),
        "missed {expected:?} in {position} with {} left and {:?}",
        position.steps_left(),
        position.pending()
    );
}

/// Plays the line and follows the pieces in it.
fn check_line(position: &Position, capture: &Capture, shown: &str) {
    let mut after = *position;
    // Who stands where, by the square of the beginning.
    let mut stands: Vec<(Square, Option<Square>)> = position
        .board()
        .iter()
        .map(|(square, _)| (square, Some(square)))
        .collect();
    for &step in &capture.line {
        assert!(after.legal_steps().contains(step), "{step}: {shown}");
        after.play(step);
        for (_, now) in &mut stands {
            if *now == Some(step.from()) {
                *now = Some(step.to());
            }
            *now = now.filter(|&square| after.board().piece_at(square).is_some());
        }
    }
    assert!(!after.pending().is_push(), "{shown}");
    let fallen: Vec<Square> = stands
        .iter()
        .filter(|(_, now)| now.is_none())
        .map(|&(square, _)| square)
        .collect();
    assert!(fallen.contains(&capture.square), "{shown}");
    let own = position.board().side(position.side_to_move());
    let mut lost: Vec<Square> = fallen
        .into_iter()
        .filter(|&square| own.contains(square))
        .collect();
    let mut named: Vec<Square> = capture.losses.iter().map(|&(_, square)| square).collect();
    lost.sort();
    named.sort();
    assert_eq!(named, lost, "{shown}");
    for &(piece, square) in &capture.losses {
        assert_eq!(position.board().piece_at(square), Some(piece), "{shown}");
    }
}

/// Checks random positions with the seeds of a range.
fn check_seeds(seeds: std::ops::Range<u64>) -> Seen {
    let boards = boards();
    seeds
        .into_par_iter()
        .map(|seed| {
            let mut rng = StdRng::seed_from_u64(seed);
            let start = start_of_turn(&boards, &mut rng);
            check_from(&start, &mut rng)
        })
        .reduce(Seen::default, Seen::and)
}

#[test]
fn captures_are_those_of_all_sequences_of_steps() {
    let seen = check_seeds(0..2000);
    assert!(
        seen.captures[1..].iter().all(|&count| count > 20),
        "{seen:?}"
    );
    assert!(seen.with_losses > 20, "{seen:?}");
    assert!(seen.pending > 500, "{seen:?}");
}

/// Takes minutes; `cargo test --release --test tactics_captures -- --ignored --nocapture` tells what it saw.
#[test]
#[ignore = "takes long"]
fn captures_are_those_of_all_sequences_of_steps_in_many_positions() {
    println!("{:?}", check_seeds(1_000_000..1_100_000));
}
