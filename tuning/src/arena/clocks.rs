//! The clocks of a game, kept by the match rules.

use std::time::Duration;

use loxodon::clock::{GameLimit, SETUP_TIME, TimeControl};
use loxodon::types::Side;

/// Both players' clocks.
///
/// A turn's time is what passes between the writing of `go` and the reading of the move's line, both by the monotonic
/// clock of the match. The `grace` is for the machine and not for the engine: a turn that oversteps by no more than this
/// counts as one that took all the time there was.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    grace: Duration,
    reserves: [Duration; 2],
    last_used: [Option<Duration>; 2],
    game_used: Duration,
}

impl Clocks {
    /// Returns the clocks at the start of a game.
    pub(super) const fn new(control: TimeControl, grace: Duration) -> Self {
        Self {
            control,
            grace,
            reserves: [control.reserve; 2],
            last_used: [None; 2],
            game_used: Duration::ZERO,
        }
    }

    /// Returns the options that tell an engine the time control.
    pub(super) fn control_options(&self) -> [(&'static str, String); 7] {
        let control = &self.control;
        let (total, turns) = match control.game_limit() {
            None => (Duration::ZERO, 0),
            Some(GameLimit::Time(total)) => (total, 0),
            Some(GameLimit::Turns(turns)) => (Duration::ZERO, turns),
        };
        [
            ("tcmove", seconds(control.move_time)),
            ("tcreserve", seconds(control.reserve)),
            ("tcpercent", control.percent.to_string()),
            (
                "tcmax",
                seconds(control.reserve_limit().unwrap_or_default()),
            ),
            ("tcturns", turns.to_string()),
            ("tctotal", seconds(total)),
            (
                "tcturntime",
                seconds(control.turn_limit().unwrap_or_default()),
            ),
        ]
    }

    /// Returns the options that tell an engine what is on the clocks before `mover` is to go: the reserves rounded down
    /// to whole seconds, and what the last turns took to the nearest second.
    pub(super) fn reserve_options(&self, mover: Side) -> Vec<(&'static str, String)> {
        let mut options = Vec::with_capacity(6);
        for (side, name) in [(Side::Gold, "gused"), (Side::Silver, "sused")] {
            if let Some(used) = self.last_used[side.index()] {
                options.push((name, nearest_second(used)));
            }
        }
        if let Some(used) = self.last_used[(!mover).index()] {
            options.push(("lastmoveused", nearest_second(used)));
        }
        for (side, name) in [(Side::Gold, "greserve"), (Side::Silver, "sreserve")] {
            options.push((name, self.reserves[side.index()].as_secs().to_string()));
        }
        options.push(("moveused", "0".to_owned()));
        options
    }

    /// Returns how long that side may take on its move; `None` if nothing limits it.
    pub(super) fn allowed(&self, side: Side, is_setup: bool) -> Option<Duration> {
        let control = &self.control;
        let limited = |move_time: Duration| {
            let bank = move_time.saturating_add(self.reserves[side.index()]);
            let bank = (!control.is_unlimited()).then_some(bank);
            [bank, control.turn_limit()].into_iter().flatten().min()
        };
        if is_setup && control.move_time < SETUP_TIME && !control.is_unlimited() {
            limited(SETUP_TIME).map(|most| most.max(SETUP_TIME))
        } else {
            limited(control.move_time)
        }
    }

    /// Returns when a move that oversteps is lost, counted from `go`.
    pub(super) fn patience(&self, side: Side, is_setup: bool) -> Option<Duration> {
        self.allowed(side, is_setup)
            .map(|allowed| allowed.saturating_add(self.grace))
    }

    /// Charges a move to its side; `false` if it has lost on time.
    #[must_use]
    pub(super) fn charge(&mut self, side: Side, is_setup: bool, measured: Duration) -> bool {
        let used = match self.allowed(side, is_setup) {
            Some(allowed) if measured <= allowed.saturating_add(self.grace) => {
                measured.min(allowed)
            }
            _ => measured,
        };
        let reserve = self.reserves[side.index()];
        let after = if is_setup {
            self.control.after_setup(reserve, used)
        } else {
            self.control.after_turn(reserve, used)
        };
        self.last_used[side.index()] = Some(used);
        self.game_used = self.game_used.saturating_add(used);
        if let Some(after) = after {
            self.reserves[side.index()] = after;
        }
        after.is_some()
    }

    /// Returns whether the time for the whole game is over. The turn during which it runs out is finished and counts.
    pub(super) fn game_is_over(&self) -> bool {
        matches!(self.control.game_limit(), Some(GameLimit::Time(limit)) if self.game_used > limit)
    }
}

/// Seconds as AEI has them, with a fraction only if there is one.
fn seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

fn nearest_second(time: Duration) -> String {
    format!("{:.0}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(control: &str) -> Clocks {
        Clocks::new(control.parse().unwrap(), Duration::ZERO)
    }

    fn options(clocks: &Clocks, mover: Side) -> Vec<String> {
        let text = |(name, value)| format!("{name}={value}");
        clocks
            .reserve_options(mover)
            .into_iter()
            .map(text)
            .collect()
    }

    const S: fn(f64) -> Duration = Duration::from_secs_f64;

    #[test]
    fn the_control_is_told_in_seconds() {
        let told = clocks("0:30/5/50/3/90t/1m30s").control_options();
        let told: Vec<_> = told
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        assert_eq!(
            told.join(" "),
            "tcmove=30 tcreserve=300 tcpercent=50 tcmax=180 tcturns=90 tctotal=0 tcturntime=90"
        );
        assert_eq!(clocks("0.5s/1s/100/0/2").control_options()[0].1, "0.5");
        assert_eq!(clocks("0.5s/1s/100/0/2").control_options()[5].1, "7200");
    }

    #[test]
    fn reserves_are_kept_and_told_rounded_down() {
        let mut clocks = clocks("1s/5s/100/10s");
        assert!(clocks.charge(Side::Gold, false, S(2.4)));
        assert_eq!(clocks.reserves, [S(3.6), S(5.0)]);
        assert_eq!(
            options(&clocks, Side::Silver),
            [
                "gused=2",
                "lastmoveused=2",
                "greserve=3",
                "sreserve=5",
                "moveused=0"
            ]
        );
        assert!(clocks.charge(Side::Silver, false, S(0.5)));
        assert_eq!(clocks.reserves[1], S(6.0), "half a second rounds up");
        assert_eq!(clocks.allowed(Side::Gold, false), Some(S(4.6)));
        assert!(!clocks.charge(Side::Gold, false, S(4.7)));
    }

    #[test]
    fn the_limit_of_a_turn_holds_whatever_is_in_the_reserve() {
        let mut clocks = clocks("1s/1m/100/0/0/3s");
        assert_eq!(clocks.allowed(Side::Gold, false), Some(S(3.0)));
        assert!(!clocks.charge(Side::Gold, false, S(3.1)));
        assert_eq!(
            self::clocks("0/0/100/0/0/3s").allowed(Side::Gold, false),
            Some(S(3.0))
        );
        assert_eq!(self::clocks("0/0/100").allowed(Side::Gold, false), None);
    }

    #[test]
    fn a_setup_has_a_minute_and_gives_back_only_move_time() {
        let mut clocks = clocks("2s/5s/100/10s");
        assert_eq!(clocks.allowed(Side::Gold, true), Some(S(65.0)));
        assert!(clocks.charge(Side::Gold, true, S(30.0)));
        assert!(clocks.charge(Side::Silver, true, S(1.0)));
        assert_eq!(clocks.reserves, [S(5.0), S(6.0)]);
    }

    #[test]
    fn the_grace_only_counts_at_the_very_end() {
        let control = "1s/1s".parse().unwrap();
        let mut clocks = Clocks::new(control, S(0.1));
        assert_eq!(clocks.patience(Side::Gold, false), Some(S(2.1)));
        assert!(clocks.charge(Side::Gold, false, S(1.05)));
        assert_eq!(clocks.reserves[0], S(0.95));
        assert!(clocks.charge(Side::Gold, false, S(2.04)));
        assert_eq!(clocks.reserves[0], Duration::ZERO);
        assert!(!clocks.charge(Side::Gold, false, S(1.11)));
    }

    #[test]
    fn the_game_is_halted_after_its_time() {
        let mut clocks = clocks("1m/5m/100/0/2m");
        for (side, is_over) in [
            (Side::Gold, false),
            (Side::Silver, false),
            (Side::Gold, true),
        ] {
            assert!(clocks.charge(side, false, S(60.0)));
            assert_eq!(clocks.game_is_over(), is_over);
        }
    }

    /// The wait for a move and the verdict on it draw the line at the same place.
    #[test]
    fn what_is_allowed_is_what_the_rules_charge() {
        for control in [
            "1s/5s/100/10s",
            "1s/5s/100/10s/0/3s",
            "2/5/50/6",
            "0/5",
            "1s/2/100/0/0/2",
            "0/0/100/0/0/9s",
        ] {
            for is_setup in [false, true] {
                let clocks = clocks(control);
                let allowed = clocks.allowed(Side::Gold, is_setup).unwrap();
                assert!(
                    clocks.clone().charge(Side::Gold, is_setup, allowed),
                    "{control}"
                );
                let more = allowed + Duration::from_nanos(1);
                assert!(
                    !clocks.clone().charge(Side::Gold, is_setup, more),
                    "{control}"
                );
            }
        }
    }
}
