use std::ops::RangeInclusive;

use thiserror::Error;

use crate::types::counted;

/// What a user may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the transposition table in MiB.
    pub hash_mib: u64,
    /// How many threads search.
    pub threads: u64,
    /// Where the random choice of setups and first turns begins; `None` is another place every time.
    pub seed: Option<u64>,
}

/// An option's value that can't be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The value is out of its range.
    #[error("{name} is {value}, it must be from {} to {}", range.start(), range.end())]
    OutOfRange {
        /// The option's name.
        name: &'static str,
        /// The value given.
        value: u64,
        /// The values that are accepted.
        range: RangeInclusive<u64>,
    },
    /// There is not enough memory for the table.
    #[error("there is no memory for a table of {mib} MiB")]
    NoMemory {
        /// The size asked for.
        mib: u64,
    },
    /// The system gives no more threads.
    #[error("the system has no room for {}", counted(*threads, "thread"))]
    NoThreads {
        /// The number asked for.
        threads: u64,
    },
}

impl Options {
    /// The sizes of table that are accepted, in MiB.
    pub const HASH_RANGE: RangeInclusive<u64> = 1..=1 << 20;
    /// The numbers of threads that are accepted.
    pub const THREADS_RANGE: RangeInclusive<u64> = 1..=256;

    pub(super) fn validate(&self) -> Result<(), OptionError> {
        check("hash", self.hash_mib, Self::HASH_RANGE)?;
        check("threads", self.threads, Self::THREADS_RANGE)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 128,
            threads: 1,
            seed: None,
        }
    }
}

fn check(name: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), OptionError> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(OptionError::OutOfRange { name, value, range })
    }
}
