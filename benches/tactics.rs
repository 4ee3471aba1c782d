//! What one turn can bring, over the bench positions: both sides, each with a whole turn ahead.

#[path = "../tests/slow_captures/mod.rs"]
mod slow_captures;

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use loxodon::rules::notation::read_board;
use loxodon::rules::{Outcome, Position, Reason, Turn, outcome};
use loxodon::tactics::capture::captures;
use loxodon::tactics::{elimination, goal, immobilization};
use loxodon::types::Side;
use slow_captures::slow_captures;

/// The boards of `positions/bench.tsv`, with either side to move.
fn positions() -> Vec<Position> {
    include_str!("../positions/bench.tsv")
        .lines()
        .skip(1)
        .map(|line| read_board(line.split('\t').nth(2).unwrap()).unwrap())
        .flat_map(|board| Side::ALL.map(|side| Position::new(board, side)))
        .collect()
}

/// Asks all positions, and the brute force too.
fn compare<T, S>(
    criterion: &mut Criterion,
    name: &str,
    ours: impl Fn(&Position) -> T,
    brute_force: impl Fn(&Position) -> S,
) {
    let positions = positions();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(BenchmarkId::from_parameter("ours"), |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(ours(black_box(position)));
            }
        });
    });
    group.sample_size(10);
    group.bench_function(BenchmarkId::from_parameter("brute force"), |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(brute_force(black_box(position)));
            }
        });
    });
    group.finish();
}

/// The first of the distinct turns after which the game is won for that reason.
fn slow_win(position: &Position, reason: Reason) -> Option<Turn> {
    let won = Outcome {
        winner: position.side_to_move(),
        reason,
    };
    let found = position.visit_distinct_turns(|turn, _| {
        if outcome::at_start_of_turn(&position.after_turn(turn)) == Some(won) {
            ControlFlow::Break(turn.clone())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}

fn queries(criterion: &mut Criterion) {
    compare(criterion, "captures", captures, slow_captures);
    compare(criterion, "goal", goal::fewest_steps, |position| {
        slow_win(position, Reason::Goal)
    });
    compare(criterion, "elimination", elimination::line, |position| {
        slow_win(position, Reason::Elimination)
    });
    compare(
        criterion,
        "immobilization",
        immobilization::line,
        |position| slow_win(position, Reason::Immobilization),
    );
}

criterion_group!(benches, queries);
criterion_main!(benches);
