use std::time::Duration;

use super::reserve::{least_time_for, percent_in_seconds};
use super::{GameLimit, TimeControl};

/// The least time that is kept back of what is there: the pipe, the process switch on a loaded machine, and the
/// controller's own delay all count on the controller's clock (this, the next two, the target's share, thrift and the hard
/// limit are those of 7af3206, not tuned: no game was lost on time with them).
const SAFETY_FLOOR: Duration = Duration::from_millis(200);
/// The part of the time that is kept back in long turns: one in this many.
const SAFETY_DIVISOR: u32 = 20;
/// The most time that is kept back.
const SAFETY_CEILING: Duration = Duration::from_secs(3);
/// What an ordinary turn loses outside the search, generously: under a controller on the same machine it is a millisecond
/// (7859839). A turn that loses more takes it out of the reserve.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The same loss where the rounding to whole seconds decides: a turn that loses more would cost a whole second of the
/// reserve (7859839).
const ROUNDING_MARGIN: Duration = Duration::from_millis(50);
/// The shortest limit: enough to find a legal turn when hardly any time is there.
const SHORTEST: Duration = Duration::from_millis(10);
/// Outside times are cut to a year, far from where arithmetic on them could overflow.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// The reserve worth holding is this many turns' move time, if what is saved counts in full (3561a4b).
const TARGET_TURNS: u32 = 2;
/// The greatest reserve worth holding, as a share of its limit: near the limit, time saved is time lost.
const TARGET_OF_LIMIT: f64 = 0.75;
/// With an empty reserve, this share of the move time is saved to fill it.
const THRIFT: f64 = 0.3;
/// A surplus in a reserve that refills is spread over the turns to this one, by which most games are decided: between strong
/// engines they last 44 turns of a side in the mean, and the last of them are soon found (3561a4b).
const DECISIVE_TURNS: u32 = 30;
/// The fewest turns over which such a surplus is spread (7af3206, not tuned).
const REFILLING_TURNS: u32 = 12;
/// The turns over which a reserve that only shrinks is spread: about what a game still lasts (7af3206).
const SHRINKING_TURNS: u32 = 30;
/// The hard limit is at most this many times the soft one.
const HARD_OF_SOFT: u32 = 4;
/// One turn takes at most one part in this many of the reserve (7af3206, not tuned).
const RESERVE_PARTS: u32 = 2;
/// A position that was pondered on long enough still takes one part in this many of its time (73dd6ab).
const PONDERED_PARTS: u32 = 4;
/// The number of turns before the game's time limit from which on the search plays for the score (f3f79f1).
const FORESEEN_TURNS: f64 = 4.0;

/// A setup takes at most the time of a turn divided by this (9a51d34, not tuned): it is hardly worth time which of several
/// sound setups is chosen.
const SETUP_PARTS: u32 = 10;

/// What is known about the clocks at the moment of `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time control of the game.
    pub control: TimeControl,
    /// The mover's reserve now. Controllers round it down to whole seconds, which only errs on the safe side.
    pub reserve: Duration,
    /// What this turn had already used at the moment of `go`.
    pub move_used: Duration,
    /// How much longer than usual a message takes to or from the controller, as far as it was seen: the controller's
    /// `moveused` beyond the engine's own measure of the same turn.
    pub lag: Duration,
    /// What both players have used in the whole game, as far as it is known.
    pub game_used: Duration,
    /// Turns that the mover has finished in this game; 0 if unknown.
    pub turns_played: u32,
    /// For how long this very position was thought about while the opponent's clock ran.
    pub pondered: Duration,
}

/// How long to think on a turn, measured from the moment of `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When to stop unless there is a reason to go on; never beyond `hard`.
    pub soft: Duration,
    /// When to stop whatever happens.
    pub hard: Duration,
}

impl Budget {
    /// Returns a budget of neither less nor more than that time.
    pub const fn exactly(time: Duration) -> Self {
        Self {
            soft: time,
            hard: time,
        }
    }

    /// Returns the rest of the soft limit after that time, as a budget of neither less nor more.
    #[must_use]
    pub fn left_after(self, elapsed: Duration) -> Self {
        Self::exactly(self.soft.saturating_sub(elapsed))
    }

    /// Returns how long to think on a setup where a turn would have this time.
    #[must_use]
    pub fn for_setup(self) -> Self {
        Self {
            soft: self.soft / SETUP_PARTS,
            hard: self.hard / SETUP_PARTS,
        }
    }
}

/// What goes to the reserve of the move time that a turn leaves unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Savings {
    /// The rest of the move time.
    move_left: Duration,
    /// How much of what is left of it goes to the reserve, in percent; 0 if the reserve is full.
    percent: u32,
    /// How much longer than usual messages take.
    lag: Duration,
}

impl Savings {
    /// Returns what the turn is expected to lose outside the search.
    const fn overhead(&self) -> Duration {
        OVERHEAD.saturating_add(self.lag)
    }

    /// Returns the time to stop nearest to the wanted one after which the reserve would be a second less.
    ///
    /// The match rules round what goes to the reserve to the nearest second: with a second a turn half a second saved
    /// is a whole one earned, and saving less is for nothing.
    fn without_loss(&self, wanted: Duration) -> Duration {
        let unused = self
            .move_left
            .saturating_sub(wanted.saturating_add(self.overhead()));
        if unused.is_zero() {
            return wanted;
        }
        let earned = percent_in_seconds(self.percent, unused);
        let later = self.latest_that_earns(earned).unwrap_or(wanted);
        if later < wanted {
            // So near to the rounding that the margin decides.
            return later;
        }
        match self.latest_that_earns(earned.saturating_add(Duration::from_secs(1))) {
            Some(earlier) if wanted.abs_diff(earlier) < later.abs_diff(wanted) => earlier,
            _ => later,
        }
    }

    /// Returns the latest time to stop that still earns so many whole seconds, if there is one.
    fn latest_that_earns(&self, seconds: Duration) -> Option<Duration> {
        let unused = least_time_for(self.percent, seconds)?;
        let margin = if seconds.is_zero() {
            self.overhead()
        } else {
            ROUNDING_MARGIN.saturating_add(self.lag)
        };
        let latest = self.move_left.checked_sub(unused.saturating_add(margin))?;
        (latest >= SHORTEST).then_some(latest)
    }
}

impl Clock {
    /// Returns the clock of a player who has not yet moved.
    pub fn at_start(control: TimeControl) -> Self {
        Self {
            control,
            reserve: control.reserve,
            ..Self::default()
        }
    }

    /// Returns how long to think on this turn; `None` if nothing limits it.
    ///
    /// The soft limit is about the move time. While the reserve is below what is worth holding, some of the move time
    /// is saved; a surplus is spent in equal parts over the turns to come. The nearer the end of a game with
    /// limited turns, the less is worth holding. Where saved time counts for nothing (percentage 0) nothing is saved,
    /// and without move time the whole reserve is surplus.
    ///
    /// Time that the position was pondered on counts as spent: what it saves is there for other turns.
    ///
    /// The hard limit lets a hard decision take a multiple of that, but keeps a margin below the time that is there
    /// and leaves half of the reserve: a late answer then costs reserve and not the game.
    ///
    /// The setup's extra minute ([`SETUP_TIME`](super::SETUP_TIME)) is not counted on, since common controllers
    /// (pyrimaa 1.4.1) don't grant it.
    pub fn budget(&self) -> Option<Budget> {
        let (move_time, reserve) = self.sources()?;
        let move_left = move_time.saturating_sub(self.move_used).min(LONGEST);
        let overdrawn = self.move_used.saturating_sub(move_time);
        let reserve = reserve.saturating_sub(overdrawn).min(LONGEST);
        let turn_left = self.turn_left().unwrap_or(LONGEST);
        let game_left = self.game_left().unwrap_or(LONGEST);

        let there = (move_left + reserve).min(turn_left).min(game_left);
        let margin = (there / SAFETY_DIVISOR).clamp(SAFETY_FLOOR, SAFETY_CEILING);

        let savings = Savings {
            move_left,
            percent: self.percent_saved(),
            lag: self.lag,
        };
        let time_to_stop = |share: Duration| {
            savings
                .without_loss(share.saturating_sub(savings.overhead()))
                .max(SHORTEST)
        };
        let share = self.share(move_time.min(LONGEST), move_left, reserve);
        let share_left = share
            .saturating_sub(self.pondered)
            .max(share / PONDERED_PARTS);
        let hard = there
            .saturating_sub(margin.saturating_add(self.lag))
            .min(move_left + reserve / RESERVE_PARTS)
            .min(time_to_stop(share) * HARD_OF_SOFT)
            .max(SHORTEST);
        let soft = time_to_stop(share_left);
        Some(Budget {
            soft: soft.min(hard),
            hard,
        })
    }

    /// Returns how much of the unused move time goes to the reserve, in percent.
    fn percent_saved(&self) -> u32 {
        let is_full = self
            .control
            .reserve_limit()
            .is_some_and(|limit| self.reserve >= limit);
        if is_full { 0 } else { self.control.percent }
    }

    /// Returns after how many turns of both sides, the next one included, the game is halted and scored, as far as that is
    /// known.
    ///
    /// A number of turns is of each player, the setups being the first; `moves_second` is said of silver. Where the time of the
    /// whole game is limited, the turns to come are taken to be as long as those before, and only a near end is told.
    pub fn halted_after(&self, moves_second: bool) -> Option<u32> {
        if let Some(own) = self.turns_left() {
            return Some(own.saturating_mul(2).saturating_sub(moves_second.into()));
        }
        let turns_made = self
            .turns_played
            .saturating_mul(2)
            .saturating_add(moves_second.into());
        let usual = self.game_used.checked_div(turns_made)?;
        let left = self.game_left()?.div_duration_f64(usual.max(SHORTEST));
        // The turn during which the time runs out is finished, and counts.
        (left < FORESEEN_TURNS).then(|| left as u32 + 1)
    }

    /// Returns the move time and the reserve that this turn draws on.
    ///
    /// If the control has neither, its other limits stand in for them: each turn has its own limit, or else half of
    /// the game's time is the mover's.
    fn sources(&self) -> Option<(Duration, Duration)> {
        if !self.control.is_unlimited() || !self.reserve.is_zero() {
            Some((self.control.move_time, self.reserve))
        } else if let Some(limit) = self.control.turn_limit() {
            Some((limit, Duration::ZERO))
        } else {
            Some((Duration::ZERO, self.game_left()? / 2))
        }
    }

    /// Returns the time until this turn is lost, whatever is in the reserve.
    fn turn_left(&self) -> Option<Duration> {
        let limit = self.control.turn_limit()?;
        Some(limit.saturating_sub(self.move_used))
    }

    /// Returns the time until the game is halted and scored.
    fn game_left(&self) -> Option<Duration> {
        match self.control.game_limit()? {
            GameLimit::Time(limit) => Some(limit.saturating_sub(self.game_used)),
            GameLimit::Turns(_) => None,
        }
    }

    /// Returns the mover's turns until the game is halted and scored, this one included.
    fn turns_left(&self) -> Option<u32> {
        match self.control.game_limit()? {
            GameLimit::Turns(limit) => Some(limit.saturating_sub(self.turns_played).max(1)),
            GameLimit::Time(_) => None,
        }
    }

    /// This turn's fair share of the move time and the reserve, before any margin.
    fn share(&self, move_time: Duration, move_left: Duration, reserve: Duration) -> Duration {
        let turns_left = self.turns_left().unwrap_or(u32::MAX);
        let counting = f64::from(self.control.percent.min(100)) / 100.0;
        let limit = self.control.reserve_limit().unwrap_or(LONGEST).min(LONGEST);
        let target = (move_time * TARGET_TURNS.min(turns_left - 1))
            .min(limit.mul_f64(TARGET_OF_LIMIT))
            .mul_f64(counting);

        let shrinking = reserve / SHRINKING_TURNS.min(turns_left);
        let share = if target.is_zero() {
            move_left + shrinking
        } else if reserve < target {
            let missing = 1.0 - reserve.div_duration_f64(target);
            move_left.saturating_sub(move_left.mul_f64(THRIFT * counting * missing))
        } else {
            let turns_to_come = DECISIVE_TURNS
                .saturating_sub(self.turns_played)
                .max(REFILLING_TURNS)
                .min(turns_left);
            move_left + reserve.saturating_sub(target) / turns_to_come
        };
        share.max(shrinking)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(control: &str, reserve_s: u64) -> Clock {
        let control = control.parse().unwrap();
        Clock {
            reserve: Duration::from_secs(reserve_s),
            ..Clock::at_start(control)
        }
    }

    fn soft_ms(clock: Clock) -> u128 {
        clock.budget().unwrap().soft.as_millis()
    }

    #[test]
    fn a_control_without_limits_gives_no_budget() {
        assert_eq!(Clock::default().budget(), None);
        assert_eq!(clock("0/0/100/0/90t", 0).budget(), None);
        assert!(clock("0/0/100/0/0/30s", 0).budget().unwrap().hard < Duration::from_secs(30));
        assert!(clock("0/0/100/0/2h", 0).budget().unwrap().soft < Duration::from_mins(2));
    }

    #[test]
    fn a_low_reserve_is_filled_and_a_full_one_spent() {
        let control = "1s/5s/100/10s";
        assert_eq!(soft_ms(clock(control, 0)), 450, "a whole second is earned");
        assert_eq!(
            soft_ms(clock(control, 2)),
            990,
            "what would earn nothing is used"
        );
        assert!(soft_ms(clock(control, 5)) > 1000);
    }

    #[test]
    fn move_time_that_cannot_be_saved_is_used() {
        assert_eq!(
            soft_ms(clock("30s/0/0", 0)),
            28_500,
            "the margin of the hard limit"
        );
        assert!(soft_ms(clock("30s/5/0", 300)) > 30_000);
    }

    #[test]
    fn sudden_death_takes_a_thirtieth() {
        assert_eq!(soft_ms(clock("0/5", 300)), 9_990);
    }

    #[test]
    fn the_reserve_is_spent_towards_the_last_turn() {
        let at_turn = |turns_played| {
            soft_ms(Clock {
                turns_played,
                ..clock("1s/5s/100/10s/80t", 10)
            })
        };
        assert!(at_turn(0) < at_turn(10) && at_turn(10) < at_turn(20));
        assert!(at_turn(20) == at_turn(60), "a game may always go on");
        assert!(at_turn(60) < at_turn(76) && at_turn(76) < at_turn(79));
    }

    #[test]
    fn the_turns_before_a_halt_are_counted_by_side() {
        let at_turn = |control: &str, turns_played, game_used| {
            let clock = Clock {
                turns_played,
                game_used: Duration::from_secs(game_used),
                ..clock(control, 10)
            };
            [false, true].map(|moves_second| clock.halted_after(moves_second))
        };
        assert_eq!(at_turn("1s/5s/100/10s/80t", 78, 0), [Some(4), Some(3)]);
        assert_eq!(at_turn("1s/5s/100/10s/80t", 79, 0), [Some(2), Some(1)]);
        // Somebody plays on.
        assert_eq!(at_turn("1s/5s/100/10s/80t", 80, 0), [Some(2), Some(1)]);
        assert_eq!(at_turn("1s/5s/100/10s", 78, 0), [None, None]);
        // Ten seconds a turn so far, and 25 or 3 seconds to go.
        assert_eq!(at_turn("10s/5s/0/0/125s", 5, 100)[0], Some(3));
        assert_eq!(at_turn("10s/5s/0/0/103s", 5, 100)[0], Some(1));
        assert_eq!(at_turn("10s/5s/0/0/1", 5, 100)[0], None);
        assert_eq!(at_turn("10s/5s/0/0/103s", 0, 0)[0], None);
    }

    #[test]
    fn what_would_not_count_as_saved_is_used() {
        let without_loss = |control: &str, wanted_ms| {
            let control: TimeControl = control.parse().unwrap();
            let savings = Savings {
                move_left: control.move_time,
                percent: control.percent,
                lag: Duration::ZERO,
            };
            savings
                .without_loss(Duration::from_millis(wanted_ms))
                .as_millis()
        };
        let second = "1s/5s/100/10s";
        assert_eq!(
            without_loss(second, 300),
            450,
            "half a second earns a whole one"
        );
        assert_eq!(
            without_loss(second, 600),
            450,
            "that is nearer to what earns a second"
        );
        assert_eq!(
            without_loss(second, 460),
            450,
            "so near to the rounding the margin decides"
        );
        assert_eq!(
            without_loss(second, 800),
            990,
            "less than half a second earns nothing"
        );
        assert_eq!(
            without_loss(second, 1_200),
            1_200,
            "what the reserve pays is not rounded"
        );
        assert_eq!(
            without_loss("1s/5s/0/10s", 100),
            990,
            "nothing goes to the reserve"
        );
        assert_eq!(
            without_loss("4s/5s/50/10s", 800),
            950,
            "three seconds earn two, as four would"
        );
    }

    #[test]
    fn move_time_is_not_saved_for_a_full_reserve() {
        let late_in_game = |reserve_s| {
            soft_ms(Clock {
                turns_played: 79,
                ..clock("10s/20s/100/20s/80t", reserve_s)
            })
        };
        assert!(late_in_game(20) > 10_000);
        assert_eq!(clock("1s/5s/100/10s", 10).percent_saved(), 0);
        assert_eq!(clock("1s/5s/100/10s", 9).percent_saved(), 100);
    }

    #[test]
    fn lag_and_time_used_shorten_the_turn() {
        let plain = clock("15s/1/100/2", 30);
        let late = Clock {
            lag: Duration::from_secs(1),
            ..plain
        };
        let used = Clock {
            move_used: Duration::from_secs(10),
            ..plain
        };
        assert_eq!(soft_ms(plain) - soft_ms(late), 1000);
        assert!(soft_ms(used) < 5_000);
    }

    #[test]
    fn time_pondered_is_saved() {
        let soft_after = |control, pondered_ms| {
            soft_ms(Clock {
                pondered: Duration::from_millis(pondered_ms),
                ..clock(control, 30)
            })
        };
        let control = "15s/1/100/2";
        assert_eq!(soft_after(control, 0), 14_990);
        assert_eq!(soft_after(control, 5_000), 10_450);
        assert_eq!(soft_after(control, 1_000_000), 3_450);
        // Move time that can't be saved is used.
        assert_eq!(soft_after("15s/1/0/2", 5_000), 14_990);
    }

    fn any_time() -> impl Strategy<Value = Duration> {
        let any = (any::<u64>(), 0..1_000_000_000u32).prop_map(|(s, ns)| Duration::new(s, ns));
        prop_oneof![
            Just(Duration::ZERO),
            (0..20_000u64).prop_map(Duration::from_millis),
            any
        ]
    }

    fn any_clock() -> impl Strategy<Value = Clock> {
        let times = (any_time(), any_time(), any_time(), any_time(), any_time());
        let state = (
            any_time(),
            any_time(),
            any_time(),
            any_time(),
            any::<u32>(),
            any_time(),
        );
        let numbers = (
            prop_oneof![0..200u32, any::<u32>()],
            prop_oneof![0..100u32, any::<u32>()],
        );
        (times, state, numbers).prop_map(
            |((move_time, start, max, total, turn), state, (percent, turns))| {
                let mut control = TimeControl::new(move_time, start);
                control.percent = percent;
                control.set_reserve_limit(max);
                control.set_game_time(total);
                control.set_game_turns(turns);
                control.set_turn_limit(turn);
                let (reserve, move_used, lag, game_used, turns_played, pondered) = state;
                Clock {
                    control,
                    reserve,
                    move_used,
                    lag,
                    game_used,
                    turns_played,
                    pondered,
                }
            },
        )
    }

    fn savings(clock: &Clock) -> Savings {
        Savings {
            move_left: clock.control.move_time.saturating_sub(clock.move_used),
            percent: clock.percent_saved(),
            lag: Duration::ZERO,
        }
    }

    proptest! {
        #[test]
        fn limits_stay_inside_the_time_that_is_there(clock in any_clock()) {
            let Some(Budget { soft, hard }) = clock.budget() else { return Ok(()) };
            let Clock { control, reserve, move_used, .. } = clock;
            let in_bank = control.move_time.saturating_add(reserve);
            let on_turn = control.turn_limit().unwrap_or(Duration::MAX);
            let in_all = if in_bank.is_zero() { Duration::MAX } else { in_bank };
            let there = in_all.min(on_turn).saturating_sub(move_used);
            prop_assert!(SHORTEST <= soft && soft <= hard);
            prop_assert!(hard <= there.saturating_sub(SAFETY_FLOOR).saturating_sub(clock.lag).max(SHORTEST));
        }

        #[test]
        fn more_reserve_never_means_less_time(mut clock in any_clock(), more in any_time()) {
            if clock.control.is_unlimited() {
                clock.control.reserve = SHORTEST;
            }
            let richer = Clock { reserve: clock.reserve.saturating_add(more), ..clock };
            let (less, more) = (clock.budget().unwrap(), richer.budget().unwrap());
            prop_assert!(less.soft <= more.soft && less.hard <= more.hard);
        }

        #[test]
        fn who_wants_more_gets_no_less(
            mut clock in any_clock(), wanted in any_time(), more in prop_oneof![0..100u64, any::<u64>()]
        ) {
            clock.control.move_time = clock.control.move_time.min(LONGEST);
            let savings = savings(&clock);
            let wanted = wanted.min(LONGEST);
            let more = wanted.saturating_add(Duration::from_millis(more)).min(LONGEST);
            prop_assert!(savings.without_loss(wanted) <= savings.without_loss(more));
        }

        #[test]
        fn another_time_than_wanted_leaves_no_less(mut clock in any_clock(), wanted in any_time()) {
            clock.control.move_time = clock.control.move_time.min(LONGEST);
            // It bounds the hard limit.
            clock.control.set_turn_limit(Duration::ZERO);
            let savings = savings(&clock);
            let wanted = wanted.min(LONGEST);
            let taken = savings.without_loss(wanted);
            let after = |time: Duration| {
                let used = clock.move_used.saturating_add(time).saturating_add(OVERHEAD);
                clock.control.after_turn(clock.reserve, used)
            };
            prop_assert!(after(taken) >= after(wanted) || taken == wanted || clock.control.is_unlimited());
        }
    }
}
