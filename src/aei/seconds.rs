//! Times as AEI writes them: seconds, possibly with a fraction.

use std::time::Duration;

/// What [`parse_seconds`] reads, to name in an error.
pub(super) const ACCEPTED_SECONDS: &str = "a number of seconds from 0 to 1000000000";

/// More than thirty years; far from where arithmetic on times could overflow.
const MOST_SECONDS: f64 = 1e9;

/// What [`parse_clock_seconds`] reads, to name in an error.
pub(super) const ACCEPTED_CLOCK_SECONDS: &str =
    "a number of seconds up to 1000000000, below 0 for 0,";

/// Reads a number of seconds; `None` if it is none or out of range.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if (0.0..=MOST_SECONDS).contains(&seconds) {
        Duration::try_from_secs_f64(seconds).ok()
    } else {
        None
    }
}

/// Reads a number of seconds of which controllers send what is left of it or beyond it: below 0, as where a side has
/// overdrawn its reserve, there is none.
pub(super) fn parse_clock_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if seconds.is_finite() && seconds < 0.0 {
        Some(Duration::ZERO)
    } else {
        parse_seconds(text)
    }
}

/// Writes seconds with three decimals, rounded down.
pub(super) fn write_seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_and_fractional_seconds_are_read() {
        for (text, milliseconds) in [("0", 0), ("15", 15_000), ("2.5", 2_500), ("1e3", 1_000_000)] {
            assert_eq!(
                parse_seconds(text),
                Some(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "-1",
            "-0.001",
            "NaN",
            "inf",
            "-inf",
            "1e18",
            "1000000001",
            "5s",
            "1 2",
        ] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn below_zero_there_is_no_time_left_on_a_clock() {
        for text in ["-2", "-0.001", "-0", "0", "-1e300"] {
            assert_eq!(parse_clock_seconds(text), Some(Duration::ZERO), "{text}");
        }
        assert_eq!(parse_clock_seconds("2"), Some(Duration::from_secs(2)));
        for text in ["", "-", "--1", "NaN", "inf", "-inf", "1e18", "-5s"] {
            assert_eq!(parse_clock_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn milliseconds_are_written() {
        assert_eq!(write_seconds(Duration::from_micros(61_007_999)), "61.007");
    }
}
