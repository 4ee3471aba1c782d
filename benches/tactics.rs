//! What one turn can bring, over the bench positions: both sides, each with a whole turn ahead.

#[path = "../tests/slow_captures/mod.rs"]
mod slow_captures;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use loxodon::rules::Position;
use loxodon::rules::notation::read_board;
use loxodon::tactics::capture::captures;
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

fn capture(criterion: &mut Criterion) {
    compare(criterion, "captures", captures, slow_captures);
}

criterion_group!(benches, capture);
criterion_main!(benches);
