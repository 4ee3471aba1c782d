//! Values that several commands take, each with its range.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::side_by_side::customary_jobs;
use crate::clock::Budget;
use crate::engine::Options;
use crate::search::{Limits, MAX_DEPTH};

/// The times to think that are accepted, in seconds.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// How many threads an engine uses.
#[derive(Args)]
pub(super) struct ThreadsArgument {
    /// How many threads search
    #[arg(
        long,
        value_name = "N",
        default_value_t = Options::default().threads,
        value_parser = whole_number::<u64>(Options::THREADS_RANGE),
        allow_negative_numbers = true
    )]
    pub(super) threads: u64,
}

/// How many searches run at once.
#[derive(Args)]
pub(super) struct JobsArgument {
    /// How many positions are analysed side by side [default: one for each processor, divided by --threads]
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number::<NonZeroUsize>(Options::THREADS_RANGE),
        allow_negative_numbers = true
    )]
    jobs: Option<NonZeroUsize>,
}

impl JobsArgument {
    /// Returns how many searches of so many threads each are wanted.
    pub(super) fn count(&self, threads: u64) -> NonZeroUsize {
        self.jobs.unwrap_or_else(|| customary_jobs(threads))
    }
}

/// When the search of a position ends.
#[derive(Clone, Copy, Args)]
pub(super) struct LimitArguments {
    /// The last depth to search, in steps
    #[arg(long, value_name = "STEPS", value_parser = depth(), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// How long to think, in seconds or with a unit, such as 500ms or 2m [default: 5 if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// About how many nodes to visit
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(super) nodes: Option<u64>,
}

impl LimitArguments {
    /// Returns whether nothing ends the search.
    pub(super) const fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }

    /// Returns the limits that are asked for.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(Budget::exactly),
            ..Limits::default()
        }
    }
}

/// How much of the machine the engine may use.
#[derive(Args)]
pub(super) struct MachineArguments {
    #[command(flatten)]
    threads: ThreadsArgument,
    /// The size of the transposition table in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = Options::default().hash_mib,
        value_parser = whole_number::<u64>(Options::HASH_RANGE),
        allow_negative_numbers = true
    )]
    hash: u64,
}

impl MachineArguments {
    pub(super) fn options(&self) -> Options {
        Options {
            hash_mib: self.hash,
            threads: self.threads.threads,
            ..Options::default()
        }
    }
}

/// Returns a whole number in a range.
pub(super) fn whole_number<T: FromStr>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number: Option<u64> = text.parse().ok();
        number
            .filter(|number| range.contains(number))
            .and_then(|_| text.parse().ok())
            .ok_or_else(|| {
                format!(
                    "a whole number from {} to {} is needed",
                    range.start(),
                    range.end()
                )
            })
    }
}

/// Returns a depth in steps that the search can reach.
pub(super) fn depth() -> impl Fn(&str) -> Result<u32, String> + Clone {
    whole_number(1..=u64::from(MAX_DEPTH))
}

/// Returns a time in seconds, possibly fractional, or with units such as `500ms` or `1m 30s`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let time = match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.filter(|time| SECONDS.contains(&time.as_secs_f64()))
        .ok_or_else(|| {
            format!(
                "a time from {} to {} seconds is needed, such as 2.5, 500ms or 2m",
                SECONDS.start(),
                SECONDS.end()
            )
        })
}
