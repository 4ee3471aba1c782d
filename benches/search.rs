//! The evaluation, the one-turn tactics, and searches to a fixed depth, over the bench positions.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use loxodon::engine::{Engine, Options};
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::Position;
use loxodon::rules::notation::read_board;
use loxodon::search::Limits;
use loxodon::tactics::hunt::capture_steps;
use loxodon::tactics::walk;
use loxodon::types::Side;

/// The positions of `positions/bench.tsv`.
fn positions() -> Vec<Position> {
    include_str!("../positions/bench.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let side = columns[1].chars().next().and_then(Side::from_letter);
            Position::new(read_board(columns[2]).unwrap(), side.unwrap())
        })
        .collect()
}

fn static_knowledge(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("bench positions");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("evaluation, one position after another", |bencher| {
        let mut evaluator = Evaluator::new(Network::built_in());
        bencher.iter(|| {
            for position in &positions {
                black_box(evaluator.evaluate(black_box(position)));
            }
        });
    });
    group.bench_function("goal on foot in one turn", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                let board = black_box(position).board();
                black_box(walk::fewest_steps(board, position.side_to_move(), 4));
            }
        });
    });
    group.bench_function("capture steps", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(capture_steps(black_box(position)));
            }
        });
    });
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("search");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(10));
    group.bench_function("all bench positions to depth 6", |bencher| {
        let mut engine = Engine::new(Options {
            hash_mib: 16,
            ..Options::default()
        })
        .unwrap();
        bencher.iter(|| {
            for &position in &positions {
                engine.set_position(position);
                let limits = Limits {
                    depth: Some(6),
                    ..Limits::default()
                };
                black_box(engine.prepare(limits).run(&mut ()));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, static_knowledge, searches);
criterion_main!(benches);
