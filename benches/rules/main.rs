//! The rules core beside the crate `arimaa_engine_step` 1.0.1, on one thread and in one run.
//!
//! `cargo bench --bench rules` first asserts that both reach the counts of the data file on every position, then
//! lets criterion time one position of each kind, then prints how many times faster we are over all positions.

mod cases;
mod peer;
mod ratios;
mod tasks;

use std::time::Duration;

use criterion::Criterion;

use cases::{Case, cases};
use tasks::TASKS;

fn main() {
    let cases = cases();
    let mut criterion = Criterion::default()
        .sample_size(10)
        .nresamples(1000)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args();
    check_counts(&cases);
    time_one_of_each_kind(&mut criterion, &cases);
    criterion.final_summary();
    ratios::print_ratios(&cases);
}

/// Both sides must count right before their times mean anything.
fn check_counts(cases: &[Case]) {
    for case in cases {
        let mut position = case.position;
        let state = peer::state(&case.position);
        for task in &TASKS {
            let expected = (task.expected)(case);
            let name = task.name;
            assert_eq!(
                (task.ours)(&mut position),
                expected,
                "our {name}, {}",
                case.id
            );
            assert_eq!(
                (task.peers)(&state),
                expected,
                "the peer's {name}, {}",
                case.id
            );
        }
    }
}

fn time_one_of_each_kind(criterion: &mut Criterion, cases: &[Case]) {
    let mut kinds_met = Vec::new();
    for case in cases {
        if kinds_met.contains(&&case.kind) {
            continue;
        }
        kinds_met.push(&case.kind);
        let mut position = case.position;
        let state = peer::state(&case.position);
        let mut group = criterion.benchmark_group(format!("{} {}", case.kind, case.id));
        for task in &TASKS {
            group.bench_function(format!("{}, ours", task.name), |bencher| {
                bencher.iter(|| (task.ours)(&mut position));
            });
            group.bench_function(format!("{}, the peer", task.name), |bencher| {
                bencher.iter(|| (task.peers)(&state));
            });
        }
        group.finish();
    }
}
