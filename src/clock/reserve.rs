use std::time::Duration;

use super::TimeControl;

/// What the match rules give each player for the setup, where the move time is shorter.
pub const SETUP_TIME: Duration = Duration::from_mins(1);

impl TimeControl {
    /// Returns the reserve after a turn that took `used`, or `None` if the turn lost on time.
    ///
    /// What goes beyond the move time comes out of the reserve. Of what stays unused the control's percentage goes
    /// into it, rounded to whole seconds (half a second up), up to the limit; a reserve that is above the limit stays
    /// as it is. Without any time control ([`TimeControl::is_unlimited`]) the reserve never changes.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use loxodon::clock::TimeControl;
    /// let seconds = Duration::from_secs;
    /// let control: TimeControl = "4/2/50/10".parse().unwrap();
    /// assert_eq!(control.after_turn(seconds(120), seconds(60)), Some(seconds(210)));
    /// assert_eq!(control.after_turn(seconds(120), seconds(361)), None);
    /// ```
    pub fn after_turn(&self, reserve: Duration, used: Duration) -> Option<Duration> {
        if self.turn_limit().is_some_and(|limit| used > limit) {
            return None;
        }
        if self.is_unlimited() {
            return Some(reserve);
        }
        match self.move_time.checked_sub(used) {
            None => reserve.checked_sub(used.saturating_sub(self.move_time)),
            Some(unused) => {
                let grown = reserve.saturating_add(percent_in_seconds(self.percent, unused));
                Some(
                    self.reserve_limit()
                        .map_or(grown, |limit| grown.min(limit.max(reserve))),
                )
            }
        }
    }

    /// Returns the reserve after the turn that set up the pieces, or `None` if it lost on time.
    ///
    /// With a move time below [`SETUP_TIME`] that minute comes before the reserve is touched, whatever the limit of a
    /// turn, and only what is left of the move time itself adds to the reserve.
    pub fn after_setup(&self, reserve: Duration, used: Duration) -> Option<Duration> {
        if used <= self.move_time || self.move_time >= SETUP_TIME || self.is_unlimited() {
            self.after_turn(reserve, used)
        } else if used <= SETUP_TIME {
            Some(reserve)
        } else {
            let mut setup = *self;
            setup.move_time = SETUP_TIME;
            setup.after_turn(reserve, used)
        }
    }
}

const HUNDRED_SECONDS: u128 = 100 * 1_000_000_000;

/// Returns `percent` of `time` to the nearest second, half a second up; saturates.
pub(super) fn percent_in_seconds(percent: u32, time: Duration) -> Duration {
    let hundredths = time.as_nanos() * u128::from(percent);
    let seconds = (hundredths + HUNDRED_SECONDS / 2) / HUNDRED_SECONDS;
    Duration::from_secs(seconds.try_into().unwrap_or(u64::MAX))
}

/// Returns the least time of which `percent` are so many whole seconds, to the nearest second; none if no time is
/// enough.
pub(super) fn least_time_for(percent: u32, seconds: Duration) -> Option<Duration> {
    let hundredths = u128::from(seconds.as_secs()) * HUNDRED_SECONDS;
    match (hundredths.saturating_sub(HUNDRED_SECONDS / 2), percent) {
        (0, _) => Some(Duration::ZERO),
        (_, 0) => None,
        (hundredths, percent) => {
            let nanoseconds = hundredths.div_ceil(percent.into());
            Some(Duration::from_nanos_u128(
                nanoseconds.min(Duration::MAX.as_nanos()),
            ))
        }
    }
}
