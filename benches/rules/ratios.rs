//! How many times faster than the peer each count is, position by position.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::cases::Case;
use crate::peer;
use crate::tasks::{TASKS, Task};

/// Each side's time on a position is its best of this many runs, which take turns.
const ROUNDS: usize = 5;

/// Our fast runs are repeated until they take this long, so that the clock measures them well.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// Measures and prints the ratios of every task over all positions.
pub(crate) fn print_ratios(cases: &[Case]) {
    println!(
        "times faster than arimaa_engine_step 1.0.1, one thread, {} positions",
        cases.len()
    );
    println!("{:<28} {:>8} {:>8} {:>8}", "", "geomean", "least", "most");
    for task in &TASKS {
        let ratios: Vec<f64> = cases.iter().map(|case| ratio(task, case)).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        println!("{:<28} {mean:>8.2} {least:>8.2} {most:>8.2}", task.name);
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
fn time_of(run: impl FnMut() -> u64) -> Duration {
    let mut run = run;
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed() < LEAST_TIME {
        black_box(run());
        runs += 1;
    }
    start.elapsed() / runs
}
