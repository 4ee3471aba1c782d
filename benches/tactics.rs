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

/// Positions after a turn from these: so many that most answers are forgotten before they are asked for again.
fn positions_after_a_turn() -> Vec<Position> {
    let after_some = |position: Position| {
        let turns = position.distinct_turns().into_iter().step_by(2);
        turns.map(move |turn| position.after_turn(&turn))
    };
    positions()
        .into_iter()
        .flat_map(after_some)
        .filter(|after| outcome::at_start_of_turn(after).is_none())
        .collect()
}

/// Asks all of some positions, and the brute force those of the bench.
fn compare<T, S>(
    criterion: &mut Criterion,
    name: &str,
    asked: &[Position],
    ours: impl Fn(&Position) -> T,
    brute_force: impl Fn(&Position) -> S,
) {
    let mut group = criterion.benchmark_group(name);
    let mut measure = |who: &str, positions: &[Position], ask: &dyn Fn(&Position)| {
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.sample_size(10);
        group.bench_function(BenchmarkId::from_parameter(who), |bencher| {
            bencher.iter(|| positions.iter().for_each(ask));
        });
    };
    measure("ours", asked, &|position| {
        black_box(ours(black_box(position)));
    });
    measure("brute force", &positions(), &|position| {
        black_box(brute_force(black_box(position)));
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
    let (few, many) = (positions(), positions_after_a_turn());
    compare(criterion, "captures", &few, captures, slow_captures);
    // What is known of a goal is remembered.
    compare(criterion, "goal", &many, goal::fewest_steps, |position| {
        slow_win(position, Reason::Goal)
    });
    compare(
        criterion,
        "elimination",
        &few,
        elimination::line,
        |position| slow_win(position, Reason::Elimination),
    );
    compare(
        criterion,
        "immobilization",
        &few,
        immobilization::line,
        |position| slow_win(position, Reason::Immobilization),
    );
}

criterion_group!(benches, queries);
criterion_main!(benches);
