mod value;

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use crate::clock::{Budget, Clock, TimeControl};
use crate::engine::Options;
use crate::rules::Game;
use crate::rules::turn::STEPS_PER_TURN;
use crate::search::Limits;
#[cfg(feature = "tune")]
use crate::search::PARAMETERS;
use crate::types::Side;
use value::Setting;
pub use value::SettingError;

/// Depth in steps to which setups are compared: a turn, which takes some hundredths of a second for all of them.
const SETUP_DEPTH: u32 = STEPS_PER_TURN as u32;

/// What a controller has set with `setoption`.
///
/// ```
/// use loxodon::aei::Settings;
/// let mut settings = Settings::default();
/// settings.set("tcmove", Some("15"))?;
/// settings.set("threads", Some("2"))?;
/// assert_eq!(settings.control().move_time.as_secs(), 15);
/// assert_eq!(settings.engine().threads, 2);
/// assert!(settings.set("tcmove", Some("-1")).is_err());
/// # Ok::<(), loxodon::aei::SettingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    control: TimeControl,
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    multi_pv: Option<NonZeroUsize>,
    engine: Options,
    reserves: BySide,
    used: BySide,
    last_move_used: Duration,
    move_used: Duration,
    occasion: Occasion,
}

/// A time for each side, as far as the controller has told it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BySide {
    gold: Option<Duration>,
    silver: Option<Duration>,
}

/// Who plays whom, and where. It has no influence on the play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// The opponent's name (`opponent`).
    pub opponent: Option<String>,
    /// The opponent's rating (`opponent_rating`).
    pub opponent_rating: Option<i32>,
    /// The engine's own rating (`rating`).
    pub rating: Option<i32>,
    /// Whether the game counts for the ratings (`rated`).
    pub rated: Option<bool>,
    /// The event that the game belongs to (`event`).
    pub event: Option<String>,
}

/// What a session has seen of the time by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// How long messages seem to take beyond the usual, see [`Clock::lag`].
    pub lag: Duration,
    /// The time since the game began.
    pub since_start: Duration,
    /// How long this very position was pondered on, see [`Clock::pondered`].
    pub pondered: Duration,
}

impl Settings {
    /// Sets an option. Its name may be upper-case. Times on the clocks that are below 0, such as an overdrawn reserve,
    /// are 0.
    ///
    /// # Errors
    /// If there is no such option or the value can't be; nothing is changed then. The range of the engine's own options
    /// is left to [`Engine::set_options`](crate::engine::Engine::set_options).
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        let named = |name| Setting { name, value };
        match name.to_ascii_lowercase().as_str() {
            "tcmove" => self.control.move_time = named("tcmove").seconds()?,
            "tcreserve" => self.control.reserve = named("tcreserve").clock_seconds()?,
            "tcpercent" => self.control.percent = named("tcpercent").percent()?,
            "tcmax" => {
                let limit = named("tcmax").clock_seconds()?;
                self.control.set_reserve_limit(limit);
            }
            "tctotal" => {
                let limit = named("tctotal").clock_seconds()?;
                self.control.set_game_time(limit);
            }
            "tcturns" => self.control.set_game_turns(named("tcturns").turns()?),
            "tcturntime" => {
                let limit = named("tcturntime").clock_seconds()?;
                self.control.set_turn_limit(limit);
            }
            "greserve" => self.reserves.gold = Some(named("greserve").clock_seconds()?),
            "sreserve" => self.reserves.silver = Some(named("sreserve").clock_seconds()?),
            "gused" => self.used.gold = Some(named("gused").clock_seconds()?),
            "sused" => self.used.silver = Some(named("sused").clock_seconds()?),
            "lastmoveused" => self.last_move_used = named("lastmoveused").clock_seconds()?,
            "moveused" => self.move_used = named("moveused").clock_seconds()?,
            "opponent" => self.occasion.opponent = Some(named("opponent").text()?),
            "opponent_rating" => {
                self.occasion.opponent_rating =
                    Some(named("opponent_rating").whole("a whole number")?);
            }
            "rating" => self.occasion.rating = Some(named("rating").whole("a whole number")?),
            "rated" => self.occasion.rated = Some(named("rated").flag()?),
            "event" => self.occasion.event = Some(named("event").text()?),
            "depth" => self.depth = named("depth").depth()?,
            "nodes" => self.nodes = named("nodes").nodes()?,
            "multipv" => self.multi_pv = Some(named("multipv").variations()?),
            "hash" => {
                self.engine.hash_mib =
                    named("hash").whole("a whole number of MiB from 1 to 1048576")?;
            }
            "threads" => {
                self.engine.threads =
                    named("threads").whole("a whole number of threads from 1 to 256")?;
            }
            "seed" => {
                self.engine.seed = Some(named("seed").whole("a whole number from 0 to 2^64-1")?);
            }
            #[cfg(feature = "tune")]
            name if let Some(parameter) = PARAMETERS.iter().find(|known| known.name == name) => {
                parameter.set(named(parameter.name).within(parameter.least, parameter.greatest)?);
            }
            _ => {
                return Err(SettingError::Unknown {
                    name: name.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Begins a new game: the reserves are those of the time control again, and no time has been used. All else is kept.
    pub fn new_game(&mut self) {
        self.reserves = BySide::default();
        self.used = BySide::default();
        self.last_move_used = Duration::ZERO;
        self.new_turn();
    }

    /// Begins a new turn: none of its time has been used.
    pub fn new_turn(&mut self) {
        self.move_used = Duration::ZERO;
    }

    /// Returns the time control (`tc…`).
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns what a side has in reserve now (`greserve`, `sreserve`); before the controller has told it, what it
    /// begins with.
    pub fn reserve(&self, side: Side) -> Duration {
        self.reserves.of(side).unwrap_or(self.control.reserve)
    }

    /// Returns what a side has used (`gused`, `sused`).
    ///
    /// Controllers don't agree whether that means the game or the turn, so it only serves to be looked at.
    pub fn used(&self, side: Side) -> Option<Duration> {
        self.used.of(side)
    }

    /// Returns what the last turn took (`lastmoveused`).
    pub const fn last_move_used(&self) -> Duration {
        self.last_move_used
    }

    /// Returns what this turn had taken when the controller last said so (`moveused`).
    pub const fn move_used(&self) -> Duration {
        self.move_used
    }

    /// Returns the last depth to search, in steps (`depth`).
    pub const fn depth(&self) -> Option<NonZeroU32> {
        self.depth
    }

    /// Returns about how many nodes to visit (`nodes`).
    pub const fn nodes(&self) -> Option<NonZeroU64> {
        self.nodes
    }

    /// Returns how many of the best moves to find, each with its variation (`multipv`).
    pub fn multi_pv(&self) -> NonZeroUsize {
        self.multi_pv.unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the options that are the engine's own (`hash`, `threads`, `seed`).
    pub const fn engine(&self) -> &Options {
        &self.engine
    }

    /// Returns who plays whom, and where.
    pub const fn occasion(&self) -> &Occasion {
        &self.occasion
    }

    /// Returns the clock of the side to move.
    pub fn clock(&self, game: &Game, observed: Observed) -> Clock {
        Clock {
            control: self.control,
            reserve: self.reserve(game.side_to_move()),
            move_used: self.move_used,
            lag: observed.lag,
            game_used: observed.since_start,
            turns_played: game.label().number.saturating_sub(1),
            pondered: observed.pondered,
        }
    }

    /// Returns when the search for the next move ends: at the fixed depth or number of nodes, or by the clock,
    /// whichever comes first. Without any of them it goes on until it is stopped. No clock time is spent on the choice
    /// of the only legal turn.
    pub fn limits(&self, game: &Game, observed: Observed) -> Limits {
        let time = self.clock(game, observed).budget();
        let time = if game.is_setting_up() {
            time.map(Budget::for_setup)
        } else {
            time
        };
        let is_forced = time.is_some() && !game.is_setting_up() && game.has_only_one_turn();
        let to_its_end = is_forced.then_some(STEPS_PER_TURN.into());
        let depth = self.depth.map(NonZeroU32::get);
        let unlimited = self.unlimited(game, observed);
        let depths = [depth, to_its_end, unlimited.depth];
        Limits {
            depth: depths.into_iter().flatten().min(),
            nodes: self.nodes.map(NonZeroU64::get),
            time,
            multi_pv: self.multi_pv(),
            ..unlimited
        }
    }

    /// Returns the limits of a search that goes on until it is stopped: it only knows when the game will be halted. That
    /// for a setup always ends soon.
    pub fn unlimited(&self, game: &Game, observed: Observed) -> Limits {
        let moves_second = game.side_to_move() == Side::Silver;
        Limits {
            depth: game.is_setting_up().then_some(SETUP_DEPTH),
            halted_after: self.clock(game, observed).halted_after(moves_second),
            ..Limits::default()
        }
    }
}

impl BySide {
    const fn of(&self, side: Side) -> Option<Duration> {
        match side {
            Side::Gold => self.gold,
            Side::Silver => self.silver,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options that are times on a clock, which may be overdrawn.
    const CLOCKS: [&str; 10] = [
        "greserve",
        "sreserve",
        "gused",
        "sused",
        "lastmoveused",
        "moveused",
        "tcreserve",
        "tcmax",
        "tctotal",
        "tcturntime",
    ];

    fn settings(values: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in values {
            settings.set(name, Some(value)).unwrap();
        }
        settings
    }

    fn limits(settings: &Settings) -> Limits {
        let position = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let game = Game::from_position(position.parse().unwrap());
        settings.limits(&game, Observed::default())
    }

    #[cfg(feature = "tune")]
    #[test]
    fn a_parameter_of_the_search_is_set_within_its_range() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("Late_After", Some("4")), Ok(()));
        for refused in [Some("17"), Some("-1"), Some("4.5"), None] {
            let error = settings.set("late_after", refused).unwrap_err();
            assert!(
                error.to_string().contains("src/search/parameters.rs"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_setup_takes_little_time() {
        let settings = settings(&[("tcmove", "15"), ("depth", "20")]);
        let of_turn = limits(&settings);
        let of_setup = settings.limits(&Game::new(), Observed::default());
        assert_eq!((of_turn.depth, of_setup.depth), (Some(20), Some(4)));
        let hard = |limits: Limits| limits.time.unwrap().hard;
        assert_eq!(hard(of_setup), hard(of_turn) / 10);
        let ponder = settings.unlimited(&Game::new(), Observed::default());
        assert_eq!(ponder.depth, Some(4));
    }

    #[test]
    fn every_time_of_the_control_is_kept() {
        let settings = settings(&[
            ("tcmove", "15"),
            ("tcreserve", "90.5"),
            ("tcpercent", "50"),
            ("tcmax", "120"),
            ("tcturns", "80"),
            ("tcturntime", "60"),
        ]);
        assert_eq!(settings.control().percent, 50);
        assert_eq!(settings.control().to_string(), "15s/1m30.5s/50/2/80t/1");
    }

    #[test]
    fn the_initial_values_are_no_limits() {
        let settings = Settings::default();
        assert_eq!(settings.control(), &TimeControl::default());
        assert_eq!(settings.control().percent, 100);
        let limits = limits(&settings);
        assert_eq!(
            (limits.depth, limits.nodes, limits.time),
            (None, None, None)
        );
    }

    #[test]
    fn the_limits_of_a_game_may_come_in_any_order() {
        for values in [
            [("tctotal", "3600"), ("tcturns", "0")],
            [("tcturns", "0"), ("tctotal", "3600")],
        ] {
            assert_eq!(settings(&values).control().to_string(), "0/0/100/0/1");
        }
    }

    #[test]
    fn nodes_below_one_are_any_number() {
        for (value, nodes) in [("90000", Some(90_000)), ("0", None), ("-1", None)] {
            assert_eq!(limits(&settings(&[("nodes", value)])).nodes, nodes);
        }
    }

    #[test]
    fn depth_below_one_is_none() {
        for (value, depth) in [("9", Some(9)), ("0", None), ("-1", None), ("1", Some(1))] {
            assert_eq!(limits(&settings(&[("depth", value)])).depth, depth);
        }
    }

    #[test]
    fn variations_are_counted_from_one() {
        let of = |value| limits(&settings(&[("multipv", value)])).multi_pv.get();
        assert_eq!((of("1"), of("3"), of("1000")), (1, 3, 1000));
        assert_eq!(limits(&Settings::default()).multi_pv.get(), 1);
        for value in ["0", "-1", "1001"] {
            let error = Settings::default().set("multipv", Some(value));
            let error = error.unwrap_err().to_string();
            assert!(error.contains("from 1 to 1000"), "{error}");
        }
        // Pondering is for one reply.
        let settings = settings(&[("multipv", "3")]);
        let ponder = settings.unlimited(&Game::new(), Observed::default());
        assert_eq!(ponder.multi_pv.get(), 1);
    }

    #[test]
    fn a_new_game_keeps_the_control_and_resets_the_clocks() {
        let mut settings = settings(&[
            ("tcmove", "10"),
            ("tcreserve", "60"),
            ("greserve", "5"),
            ("sreserve", "7"),
            ("gused", "3"),
            ("moveused", "2"),
            ("lastmoveused", "4"),
            ("depth", "8"),
        ]);
        assert_eq!(settings.reserve(Side::Gold).as_secs(), 5);
        assert_eq!(settings.reserve(Side::Silver).as_secs(), 7);
        settings.new_game();
        for side in Side::ALL {
            assert_eq!(settings.reserve(side).as_secs(), 60);
            assert_eq!(settings.used(side), None);
        }
        assert_eq!(settings.move_used(), Duration::ZERO);
        assert_eq!(settings.last_move_used(), Duration::ZERO);
        assert_eq!(settings.control().move_time.as_secs(), 10);
        assert_eq!(settings.depth().map(NonZeroU32::get), Some(8));
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let settings = settings(&[
            ("tcmove", "10"),
            ("greserve", "50"),
            ("sreserve", "0"),
            ("moveused", "1.5"),
        ]);
        let mut game = Game::new();
        let clock = settings.clock(&game, Observed::default());
        assert_eq!(clock.reserve.as_secs(), 50);
        assert_eq!(clock.move_used, Duration::from_millis(1500));
        assert_eq!(clock.turns_played, 0);
        game.play_text("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2")
            .unwrap();
        assert_eq!(
            settings.clock(&game, Observed::default()).reserve.as_secs(),
            0
        );
    }

    #[test]
    fn less_time_is_left_after_time_was_lost() {
        let fresh = limits(&settings(&[("tcmove", "10")])).time.unwrap();
        let late = settings(&[("tcmove", "10"), ("moveused", "4")]);
        let late = limits(&late).time.unwrap();
        assert!(late.hard < fresh.hard && late.hard < Duration::from_secs(6));
        let lag = Observed {
            lag: Duration::from_secs(1),
            ..Observed::default()
        };
        let lagging = settings(&[("tcmove", "10")]).limits(&Game::new(), lag);
        assert!(lagging.time.unwrap().hard < fresh.hard);
    }

    #[test]
    fn who_plays_is_kept() {
        let settings = settings(&[
            ("opponent", "bot Sharp 2"),
            ("opponent_rating", "2500"),
            ("rating", "1999"),
            ("rated", "1"),
            ("event", ""),
        ]);
        assert_eq!(
            settings.occasion(),
            &Occasion {
                opponent: Some("bot Sharp 2".into()),
                opponent_rating: Some(2500),
                rating: Some(1999),
                rated: Some(true),
                event: Some(String::new()),
            }
        );
    }

    #[test]
    fn the_engine_has_its_own_options() {
        let settings = settings(&[("hash", "64"), ("threads", "3"), ("seed", "17")]);
        let engine = Options {
            hash_mib: 64,
            threads: 3,
            seed: Some(17),
        };
        assert_eq!(settings.engine(), &engine);
    }

    #[test]
    fn odd_values_are_refused_and_change_nothing() {
        let numbers = [
            "tcmove",
            "tcpercent",
            "tcturns",
            "hash",
            "threads",
            "seed",
            "depth",
            "nodes",
            "multipv",
            "rated",
            "rating",
            "opponent_rating",
        ];
        let mut settings = Settings::default();
        for name in CLOCKS.into_iter().chain(numbers) {
            for value in [
                "",
                "x",
                "NaN",
                "inf",
                "1e18",
                "1000000000000000000000",
                "5 s",
            ] {
                let error = settings.set(name, Some(value)).unwrap_err().to_string();
                assert!(error.contains(name) && error.contains(&format!("{value:?}")));
            }
            assert!(settings.set(name, None).is_err());
        }
        for name in ["tcmove", "tcpercent", "hash", "threads", "seed"] {
            assert!(settings.set(name, Some("-1")).is_err(), "{name}");
        }
        assert!(settings.set("tcpercent", Some("1001")).is_err());
        assert!(settings.set("tcturns", Some("4294967296")).is_err());
        assert!(settings.set("opponent", None).is_err());
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn overdrawn_clocks_are_empty() {
        for value in ["-2", "-0.5", "-1e12"] {
            for name in CLOCKS {
                let of = |value| settings(&[("tcmove", "30"), (name, "7"), (name, value)]);
                assert_eq!(of(value), of("0"), "{name} {value}");
            }
        }
        for value in ["-1", "-9000000000"] {
            let of = |value| settings(&[("tcturns", "7"), ("tcturns", value)]);
            assert_eq!(of(value), of("0"), "tcturns {value}");
        }
        let overdrawn = settings(&[("tcmove", "10"), ("tcreserve", "300"), ("greserve", "-2")]);
        assert_eq!(overdrawn.reserve(Side::Gold), Duration::ZERO);
        let hard = limits(&overdrawn).time.unwrap().hard;
        assert!(hard < Duration::from_secs(10), "{hard:?}");
    }

    #[test]
    fn an_error_says_what_is_accepted() {
        let error = Settings::default().set("tcmove", Some("-3")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "option tcmove is \"-3\"; a number of seconds from 0 to 1000000000 is needed"
        );
        let error = Settings::default().set("greserve", Some("x")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "option greserve is \"x\"; a number of seconds up to 1000000000, below 0 for 0, is needed"
        );
        let error = Settings::default().set("hash", None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "option hash is without a value; a whole number of MiB from 1 to 1048576 is needed"
        );
    }

    #[test]
    fn a_number_that_is_too_large_is_cut_and_told_the_range() {
        let digits = "9".repeat(1000);
        for (name, range) in [
            ("hash", Options::HASH_RANGE),
            ("threads", Options::THREADS_RANGE),
        ] {
            let error = Settings::default().set(name, Some(&digits)).unwrap_err();
            let error = error.to_string();
            let (start, end) = (range.start(), range.end());
            assert!(error.contains(&format!("from {start} to {end}")), "{error}");
            assert!(error.len() < 200 && error.contains("999..."), "{error}");
        }
    }

    #[test]
    fn names_are_whole_words_in_any_case() {
        assert_eq!(
            settings(&[("TCMOVE", "5"), ("tcReserve", "60")]),
            settings(&[("tcmove", "5"), ("tcreserve", "60")])
        );
        for name in ["tcmoveused", "colour", ""] {
            let error = Settings::default().set(name, Some("1")).unwrap_err();
            assert!(matches!(error, SettingError::Unknown { .. }), "{name}");
        }
    }
}
