//! The evaluation, the one-turn tactics, and searches to a fixed depth, over the bench positions.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use loxodon::engine::{Engine, Options};
use loxodon::eval::layers::{CENTI_RABBITS, Layers};
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::Position;
use loxodon::rules::notation::read_board;
use loxodon::search::Limits;
use loxodon::tactics::capture_hints::capture_steps;
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

/// A network of that many hidden units. What its weights are makes no difference to the speed.
fn network(hidden: usize) -> Arc<Network> {
    let network = Network::new(Layers::zeros(hidden), CENTI_RABBITS as f32, String::new());
    Arc::new(network.unwrap())
}

/// Evaluations of what each step of each position leads to, one after the other, as in a search.
fn evaluations(criterion: &mut Criterion) {
    let after_steps = |position: Position| {
        let steps = position.legal_steps();
        let after = steps.iter().map(|step| {
            let mut after = position;
            after.play(step);
            after
        });
        after.collect::<Vec<_>>()
    };
    let positions: Vec<Position> = positions().into_iter().flat_map(after_steps).collect();
    let mut group = criterion.benchmark_group("evaluations");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for hidden in [64, 128, 256] {
        group.bench_function(format!("{hidden} hidden units"), |bencher| {
            let mut evaluator = Evaluator::new(network(hidden));
            bencher.iter(|| {
                for position in &positions {
                    black_box(evaluator.evaluate(black_box(position)));
                }
            });
        });
    }
    group.finish();
}

fn static_knowledge(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("bench positions");
    group.throughput(Throughput::Elements(positions.len() as u64));
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

criterion_group!(benches, evaluations, static_knowledge, searches);
criterion_main!(benches);
