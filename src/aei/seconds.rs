//! Times as AEI writes them: seconds, possibly with a fraction.

use std::time::Duration;

/// What [`parse_seconds`] reads, to name in an error.
pub(super) const ACCEPTED_SECONDS: &str = "a number of seconds from 0 to 1000000000";

/// More than thirty years; far from where arithmetic on times could overflow.
const MOST_SECONDS: f64 = 1e9;

/// Reads a number of seconds; `None` if it is none or out of range.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if (0.0..=MOST_SECONDS).contains(&seconds) {
        Duration::try_from_secs_f64(seconds).ok()
    } else {
        None
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
    fn milliseconds_are_written() {
        assert_eq!(write_seconds(Duration::from_micros(61_007_999)), "61.007");
    }
}
