//! Values that several commands take, each with its range.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use crate::engine::Options;
use crate::rules::game::Label;
use crate::rules::notation::read_label;
use crate::search::MAX_DEPTH;

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

/// Returns the number of a move with its side, such as `12s`.
pub(super) fn label(text: &str) -> Result<Label, String> {
    read_label(text).ok_or_else(|| "a move number with its side is needed, such as 12s".to_owned())
}
