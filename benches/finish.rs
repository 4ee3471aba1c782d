//! Wins within a turn, asked of the bench positions: elimination and immobilisation, and the brute force beside them.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use loxodon::rules::notation::read_board;
use loxodon::rules::{Position, Turn, outcome};
use loxodon::tactics::{elimination, immobilization};
use loxodon::types::Side;

/// A question for a winning line.
type Question = fn(&Position) -> Option<Turn>;

/// The positions of `positions/bench.tsv`, with either side to move.
fn positions() -> Vec<Position> {
    include_str!("../positions/bench.tsv")
        .lines()
        .skip(1)
        .flat_map(|line| {
            let board = read_board(line.split('\t').nth(2).unwrap()).unwrap();
            Side::ALL.map(|side| Position::new(board, side))
        })
        .collect()
}

/// The first of the distinct turns that wins.
fn brute_force(position: &Position) -> Option<Turn> {
    let found = position.visit_distinct_turns(|turn, _| {
        let won = outcome::at_start_of_turn(&position.after_turn(turn))
            .is_some_and(|outcome| outcome.winner == position.side_to_move());
        if won {
            ControlFlow::Break(turn.clone())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}

fn queries(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("finish");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let questions: [(&str, Question); 3] = [
        ("elimination", elimination::line),
        ("immobilization", immobilization::line),
        ("brute force", brute_force),
    ];
    for (name, question) in questions {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(question(black_box(position)));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = queries
}
criterion_main!(benches);
