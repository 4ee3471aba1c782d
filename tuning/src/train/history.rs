//! Errors measured in the course of a training.

use serde::{Deserialize, Serialize};

/// Errors after some of the training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Point {
    /// Samples seen before, those of earlier epochs included.
    pub(super) samples: u64,
    /// The mean squared error of the samples seen since the point before, each before it was learnt.
    pub(super) training: f64,
    /// The mean squared error on the held-out positions.
    pub(super) held_out: f64,
}

/// How far a training has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct History {
    pub(super) points: Vec<Point>,
    /// The squared errors since the last point, and how many they are.
    squared_errors: f64,
    samples: u64,
}

impl History {
    /// Adds the sum of the squared errors of some samples.
    pub(super) fn add(&mut self, squared_errors: f64, samples: usize) {
        self.squared_errors += squared_errors;
        self.samples += samples as u64;
    }

    /// Returns the mean error since the last point.
    pub(super) fn recent_error(&self) -> f64 {
        self.squared_errors / self.samples.max(1) as f64
    }

    /// Ends a stretch: `samples` were seen in all.
    pub(super) fn end_stretch(&mut self, samples: u64, held_out: f64) {
        self.points.push(Point {
            samples,
            training: self.recent_error(),
            held_out,
        });
        self.squared_errors = 0.0;
        self.samples = 0;
    }
}
