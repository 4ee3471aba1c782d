//! Whether the win probabilities are true: of the positions of held-out games to which the evaluation gives some chance,
//! how many were won.

use std::fmt::Write;

use super::samples::{Samples, sigmoid};

const BUCKETS: usize = 10;

#[derive(Clone, Copy, Default)]
struct Bucket {
    records: usize,
    said: f64,
    won: f64,
}

pub(super) fn table(weights: &[f64], scale: f64, held_out: &Samples) -> String {
    let mut buckets = [Bucket::default(); BUCKETS];
    for sample in held_out.iter() {
        let said = sigmoid(sample.evaluation(weights) / scale);
        let bucket = &mut buckets[((said * BUCKETS as f64) as usize).min(BUCKETS - 1)];
        bucket.records += 1;
        bucket.said += said;
        bucket.won += sample.result;
    }
    let mut text = "\nheld-out games: win probability   records   said     won\n".to_owned();
    for (index, bucket) in buckets.iter().enumerate() {
        let (from, to) = (100 * index / BUCKETS, 100 * (index + 1) / BUCKETS);
        let records = bucket.records;
        let share = |sum: f64| 100.0 * sum / records.max(1) as f64;
        // Writing to a string never fails.
        let _ = writeln!(
            text,
            "  {from:>3} to {to:>3} %                 {records:>9}  {:>4.1} %  {:>4.1} %",
            share(bucket.said),
            share(bucket.won)
        );
    }
    text
}
