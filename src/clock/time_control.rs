use std::time::Duration;

/// What limits the length of a whole game (the field G).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameLimit {
    /// Both players together may use this much time; never zero.
    Time(Duration),
    /// Each player makes at most this many turns; never zero.
    Turns(u32),
}

/// A time control of the match rules, written `M/R/P/L/G/T`.
///
/// The default is what an AEI engine starts from: every time 0, which is no limit, and 100 percent.
///
/// A limit of zero means that there is none, in the notation as in AEI options; the three optional limits are
/// therefore set by methods that hold this, in any order of messages.
///
/// ```
/// use loxodon::clock::{GameLimit, TimeControl};
/// let control: TimeControl = "0:30/5/100/3/90t".parse()?;
/// assert_eq!(control.move_time.as_secs(), 30);
/// assert_eq!(control.game_limit(), Some(GameLimit::Turns(90)));
/// assert_eq!(control.to_string(), "30s/5/100/3/90t");
/// # Ok::<(), loxodon::clock::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct TimeControl {
    /// M: the time for each turn (`tcmove`).
    pub move_time: Duration,
    /// R: the reserve at the start of the game (`tcreserve`).
    pub reserve: Duration,
    /// P: how much of the unused move time goes to the reserve, in percent (`tcpercent`);
    /// [`TimeControl::MAX_PERCENT`] at most, or the printed form can't be read back.
    pub percent: u32,
    reserve_limit: Option<Duration>,
    game_limit: Option<GameLimit>,
    turn_limit: Option<Duration>,
}

impl TimeControl {
    /// The most that the notation accepts for P: anything above is surely a slip of the pen.
    pub const MAX_PERCENT: u32 = 1000;

    /// Returns the control `M/R`: all of the unused move time goes to the reserve, and there are no limits.
    pub const fn new(move_time: Duration, reserve: Duration) -> Self {
        Self {
            move_time,
            reserve,
            percent: 100,
            reserve_limit: None,
            game_limit: None,
            turn_limit: None,
        }
    }

    /// Returns L: above this nothing is added to the reserve.
    pub const fn reserve_limit(&self) -> Option<Duration> {
        self.reserve_limit
    }

    /// Returns G: when the game is halted and scored.
    pub const fn game_limit(&self) -> Option<GameLimit> {
        self.game_limit
    }

    /// Returns T: the most time that one turn may take, even if there is more in the reserve.
    pub const fn turn_limit(&self) -> Option<Duration> {
        self.turn_limit
    }

    /// Sets L (`tcmax`); zero removes it.
    pub fn set_reserve_limit(&mut self, limit: Duration) {
        self.reserve_limit = Some(limit).filter(|limit| !limit.is_zero());
    }

    /// Sets T (`tcturntime`); zero removes it.
    pub fn set_turn_limit(&mut self, limit: Duration) {
        self.turn_limit = Some(limit).filter(|limit| !limit.is_zero());
    }

    /// Sets G as a time (`tctotal`); zero removes a limit of time and leaves one of turns alone.
    pub fn set_game_time(&mut self, limit: Duration) {
        if !limit.is_zero() {
            self.game_limit = Some(GameLimit::Time(limit));
        } else if let Some(GameLimit::Time(_)) = self.game_limit {
            self.game_limit = None;
        }
    }

    /// Sets G as a number of turns (`tcturns`); zero removes a limit of turns and leaves one of time alone.
    pub fn set_game_turns(&mut self, limit: u32) {
        if limit > 0 {
            self.game_limit = Some(GameLimit::Turns(limit));
        } else if let Some(GameLimit::Turns(_)) = self.game_limit {
            self.game_limit = None;
        }
    }

    /// Returns whether there is neither move time nor reserve: the clock doesn't run, though a turn may have a limit.
    pub const fn is_unlimited(&self) -> bool {
        self.move_time.is_zero() && self.reserve.is_zero()
    }
}

impl Default for TimeControl {
    fn default() -> Self {
        Self::new(Duration::ZERO, Duration::ZERO)
    }
}
