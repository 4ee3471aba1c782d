//! The engine as programs use it: a game, options, and searches that can run on any thread.

mod arrangement;
mod options;
mod setup_search;

pub use options::{OptionError, Options};

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::eval::Network;
use crate::rules::{Game, GameError, Move, Position, Setup};
use crate::search::{
    self, Found, Iteration, Limits, Observer, Statistics, StopFlag, Table, ThreadPool,
};

/// The package's version and, built from its git repository, the commit and its date: `0.1.0 (abc1234 2026-11-28)`.
pub const VERSION: &str = env!("LOXODON_VERSION");

/// The moves of a game that set up.
const SETUPS: usize = 2;
/// The number of turns after the setups whose evaluations get noise (8b0ed56).
const VARIED_TURNS: usize = 4;

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
    network: Arc<Network>,
    table: Arc<Table>,
    pool: Arc<ThreadPool>,
    choice: StdRng,
    /// The noise of the first turns of this game, once it is drawn. One noise for all of them lets each turn's search rely
    /// on what those before it have found.
    eval_noise: Option<u64>,
}

impl Engine {
    /// Returns an engine with a new game, which evaluates by the network that is built in.
    ///
    /// # Errors
    /// If an option is out of its range, or there is no memory for the table or no room for the threads.
    pub fn new(options: Options) -> Result<Self, OptionError> {
        Self::with_network(options, Network::built_in())
    }

    /// Returns an engine with a new game, which evaluates by another network.
    ///
    /// # Errors
    /// If an option is out of its range, or there is no memory for the table or no room for the threads.
    pub fn with_network(options: Options, network: Arc<Network>) -> Result<Self, OptionError> {
        options.validate()?;
        Ok(Self {
            game: Game::new(),
            options,
            table: Arc::new(new_table(options.hash_mib)?),
            pool: Arc::new(new_pool(options.threads, &network)?),
            network,
            choice: random_source(options.seed),
            eval_noise: None,
        })
    }

    /// Returns the game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the network that positions are evaluated by.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Returns the options in force.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Puts other options in force; those of a search that is running stay.
    ///
    /// # Errors
    /// If an option is out of its range, or there is no memory for the table or no room for the threads; the old ones stay
    /// in force.
    pub fn set_options(&mut self, options: Options) -> Result<(), OptionError> {
        options.validate()?;
        let pool = (options.threads != self.options.threads)
            .then(|| new_pool(options.threads, &self.network))
            .transpose()?;
        if options.hash_mib != self.options.hash_mib {
            self.table = Arc::new(new_table(options.hash_mib)?);
        }
        if let Some(pool) = pool {
            self.pool = Arc::new(pool);
        }
        if options.seed != self.options.seed {
            self.choice = random_source(options.seed);
            self.eval_noise = None;
        }
        self.options = options;
        Ok(())
    }

    /// Begins a new game and forgets the last one.
    pub fn new_game(&mut self) {
        self.set_game(Game::new());
    }

    /// Goes on from a position that counts as its own first occurrence, with the setups if they are still to come, see
    /// [`Game::from_position`].
    pub fn set_position(&mut self, position: Position) {
        self.set_game(Game::from_position(position));
    }

    /// Goes on from another game, and forgets what was found out in the last one.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.eval_noise = None;
        self.table.clear();
        self.pool.forget();
    }

    /// Plays a setup or a turn.
    ///
    /// # Errors
    /// Why it can't be played; the game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        self.game.play_text(text)
    }

    /// Takes the last setup or turn back, if anything has been played.
    pub fn take_back(&mut self) -> Option<Move> {
        self.game.take_back()
    }

    /// Adds noise to the evaluations of a search for a setup or for one of the first turns after the setups, so that games
    /// don't repeat; what begins with a position is searched as it stands.
    pub fn vary(&mut self, limits: Limits) -> Limits {
        let moves = self.game.moves();
        let is_begun = matches!(moves.first(), Some(Move::Setup(_)));
        if self.game.is_setting_up() || is_begun && moves.len() < SETUPS + VARIED_TURNS {
            Limits {
                eval_noise: Some(*self.eval_noise.get_or_insert_with(|| self.choice.random())),
                ..limits
            }
        } else {
            limits
        }
    }

    /// Draws one of the setups that a search would compare, without any search; `None` if it is not time for a setup.
    pub fn draw_setup(&mut self) -> Option<Setup> {
        let mut random = StdRng::from_rng(&mut self.choice);
        self.game
            .is_setting_up()
            .then(|| arrangement::choose(self.game.position(), &mut random))
    }

    /// Draws setups and noise from the seed's beginning again, as a new engine with these options does.
    pub fn reseed(&mut self) {
        self.choice = random_source(self.options.seed);
        self.eval_noise = None;
    }

    /// Makes a search of the game as it stands ready, to be run on this or any other thread.
    pub fn prepare(&mut self, limits: Limits) -> Search {
        Search {
            game: self.game.clone(),
            table: Arc::clone(&self.table),
            pool: Arc::clone(&self.pool),
            limits,
            stop: StopFlag::default(),
            choice: StdRng::from_rng(&mut self.choice),
        }
    }
}

fn new_table(mib: u64) -> Result<Table, OptionError> {
    Table::new(mib).ok_or(OptionError::NoMemory { mib })
}

fn new_pool(threads: u64, network: &Arc<Network>) -> Result<ThreadPool, OptionError> {
    usize::try_from(threads)
        .ok()
        .and_then(|threads| ThreadPool::new(threads, network).ok())
        .ok_or(OptionError::NoThreads { threads })
}

fn random_source(seed: Option<u64>) -> StdRng {
    match seed {
        Some(seed) => StdRng::seed_from_u64(seed),
        None => StdRng::from_rng(&mut rand::rng()),
    }
}

/// A search that is ready to run.
#[derive(Debug)]
pub struct Search {
    game: Game,
    table: Arc<Table>,
    pool: Arc<ThreadPool>,
    limits: Limits,
    stop: StopFlag,
    choice: StdRng,
}

/// What came out of a search.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The setup or turn to play; none if the game is over.
    pub best: Option<Move>,
    /// The last finished depth; its `lines` are empty for a game that is over, and for a search that was stopped before it
    /// had finished any depth.
    pub last: Iteration,
    /// What the search has counted.
    pub statistics: Statistics,
    /// The sample of evaluated positions that [`Limits::sampling`] asks for.
    pub samples: Vec<Position>,
}

impl Search {
    /// Returns the flag that ends this search early.
    pub fn stop_flag(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Makes another flag end this search early, so that one flag can end several.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Searches until a limit is reached or the flag is set, and always has a legal move in the end if there is one.
    pub fn run(self, observer: &mut dyn Observer) -> Report {
        if self.game.is_setting_up() {
            return self.run_setup(observer);
        }
        if self.game.outcome().is_some() {
            return Report::default();
        }
        let Found {
            last,
            statistics,
            samples,
        } = search::search(
            &self.game,
            &self.table,
            &self.pool,
            &self.limits,
            &self.stop,
            observer,
        );
        let best = last
            .lines
            .first()
            .map(|line| line.turns[0].clone())
            .or_else(|| self.game.any_legal_turn());
        Report {
            best: best.map(Move::Turn),
            last,
            statistics,
            samples,
        }
    }
}

#[cfg(test)]
mod tests;
