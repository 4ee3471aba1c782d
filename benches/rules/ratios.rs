//! How many times faster than the peer each count is, position by position.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::cases::Case;
use crate::peer;
use crate::tasks::{TASKS, Task};

/// Each side's time on a position is its best of this many runs, which take turns.
const ROUNDS: usize = 4;

/// Our fast runs are repeated until they take this long, so that the clock measures them well.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// Measures and prints the ratios of every task over all positions.
pub(crate) fn print_ratios(cases: &[Case]) {
    println!("Times faster than arimaa_engine_step 1.0.1 on one thread:");
    println!();
    println!(
        "| {} positions | geometric mean | least | most |",
        cases.len()
    );
    println!("| --- | ---: | ---: | ---: |");
    for task in &TASKS {
        let ratios: Vec<f64> = cases.iter().map(|case| ratio(task, case)).collect();
        let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        let mean = (logarithms / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        println!("| {} | {mean:.1} | {least:.1} | {most:.1} |", task.name);
    }
}

/// The peer's time through ours, measured in turn.
fn ratio(task: &Task, case: &Case) -> f64 {
    let mut position = case.position;
    let state = peer::state(&case.position);
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        best[0] = best[0].min(time_of(|| (task.ours)(black_box(&mut position))));
        best[1] = best[1].min(time_of(|| (task.peers)(black_box(&state))));
    }
    best[1].as_secs_f64() / best[0].as_secs_f64()
}

/// The time of one run, averaged over as many as take [`LEAST_TIME`].
fn time_of(mut run: impl FnMut() -> u64) -> Duration {
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed() < LEAST_TIME {
        black_box(run());
        runs += 1;
    }
    start.elapsed() / runs
}
