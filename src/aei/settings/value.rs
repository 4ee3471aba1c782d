//! The values of options, read from their texts.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::aei::seconds::{
    ACCEPTED_CLOCK_SECONDS, ACCEPTED_SECONDS, parse_clock_seconds, parse_seconds,
};
use crate::clock::TimeControl;
use crate::search::Limits;
use crate::types::abridged;

/// Why an option can't be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// There is no such option.
    #[error(
        "there is no option {:?}; besides AEI's own options there are hash, depth, nodes, multipv, threads and seed",
        abridged(name)
    )]
    Unknown {
        /// The option's name.
        name: String,
    },
    /// The option has another type or range, or needs a value.
    #[error("option {name} is {}; {accepted} is needed", describe(value.as_deref()))]
    Unreadable {
        /// The option's name.
        name: &'static str,
        /// The value given, if any.
        value: Option<String>,
        /// What is accepted.
        accepted: &'static str,
    },
}

fn describe(value: Option<&str>) -> String {
    value.map_or("without a value".to_owned(), |value| {
        format!("{:?}", abridged(value))
    })
}

/// An option's name and value.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) name: &'static str,
    pub(super) value: Option<&'a str>,
}

impl Setting<'_> {
    pub(super) fn seconds(self) -> Result<Duration, SettingError> {
        self.read(parse_seconds, ACCEPTED_SECONDS)
    }

    /// Returns the same where less than nothing is nothing.
    pub(super) fn clock_seconds(self) -> Result<Duration, SettingError> {
        self.read(parse_clock_seconds, ACCEPTED_CLOCK_SECONDS)
    }

    pub(super) fn whole<N: FromStr>(self, accepted: &'static str) -> Result<N, SettingError> {
        self.read(|value| value.parse().ok(), accepted)
    }

    /// Returns a value of a parameter of the search.
    #[cfg(feature = "tune")]
    pub(super) fn within(self, least: i32, greatest: i32) -> Result<i32, SettingError> {
        const ACCEPTED: &str = "a whole number in the range that src/search/parameters.rs gives";
        let in_range = |value: &i32| (least..=greatest).contains(value);
        self.read(|value| value.parse().ok().filter(in_range), ACCEPTED)
    }

    pub(super) fn text(self) -> Result<String, SettingError> {
        self.read(|value| Some(value.to_owned()), "a text")
    }

    pub(super) fn percent(self) -> Result<u32, SettingError> {
        const ACCEPTED: &str = "a whole number of percent from 0 to 1000";
        let in_range = |percent: &u32| *percent <= TimeControl::MAX_PERCENT;
        self.read(|value| value.parse().ok().filter(in_range), ACCEPTED)
    }

    /// Returns a number of turns; anything below 1 means that it is not limited.
    pub(super) fn turns(self) -> Result<u32, SettingError> {
        const ACCEPTED: &str = "a whole number of turns, below 1 for no limit,";
        let turns: i64 = self.whole(ACCEPTED)?;
        u32::try_from(turns.max(0)).map_err(|_| self.unreadable(ACCEPTED))
    }

    /// Returns a depth; anything below 1 means that it is not fixed.
    pub(super) fn depth(self) -> Result<Option<NonZeroU32>, SettingError> {
        const ACCEPTED: &str = "a whole number of steps, below 1 for no fixed depth,";
        let steps: i32 = self.whole(ACCEPTED)?;
        Ok(u32::try_from(steps).ok().and_then(NonZeroU32::new))
    }

    /// Returns a number of nodes; anything below 1 means that any number may be visited.
    pub(super) fn nodes(self) -> Result<Option<NonZeroU64>, SettingError> {
        const ACCEPTED: &str = "a whole number of nodes, below 1 for no limit,";
        let nodes: i64 = self.whole(ACCEPTED)?;
        Ok(u64::try_from(nodes).ok().and_then(NonZeroU64::new))
    }

    pub(super) fn variations(self) -> Result<NonZeroUsize, SettingError> {
        const ACCEPTED: &str = "a whole number of variations from 1 to 1000";
        let in_range =
            |count: &NonZeroUsize| Limits::MULTI_PV_RANGE.contains(&(count.get() as u64));
        self.read(|value| value.parse().ok().filter(in_range), ACCEPTED)
    }

    pub(super) fn flag(self) -> Result<bool, SettingError> {
        self.read(read_flag, "0 or 1")
    }

    fn read<T>(
        self,
        read: impl Fn(&str) -> Option<T>,
        accepted: &'static str,
    ) -> Result<T, SettingError> {
        self.value
            .and_then(read)
            .ok_or_else(|| self.unreadable(accepted))
    }

    fn unreadable(self, accepted: &'static str) -> SettingError {
        SettingError::Unreadable {
            name: self.name,
            value: self.value.map(str::to_owned),
            accepted,
        }
    }
}

fn read_flag(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" => Some(false),
        "1" | "true" => Some(true),
        _ => None,
    }
}
