//! What a session knows in its main phase.

use std::collections::VecDeque;
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender};

use super::event::Event;
use super::output::Output;
use super::running::{Pondered, Running, SearchFn};
use crate::aei::settings::{Observed, Settings};
use crate::engine::Engine;

/// The main phase.
pub(super) struct Session<W: Write> {
    pub(super) output: Output<W>,
    pub(super) events: Receiver<Event>,
    /// For the searches to come.
    pub(super) sender: Sender<Event>,
    /// What came while the end of a search was waited for, oldest first.
    pub(super) deferred: VecDeque<Event>,
    pub(super) engine: Engine,
    pub(super) settings: Settings,
    /// Whether there was a `newgame` or a `setposition`.
    pub(super) in_game: bool,
    pub(super) game_began: Instant,
    pub(super) turn_began: Instant,
    pub(super) lag: Duration,
    pub(super) search: SearchFn,
    pub(super) running: Option<Running>,
    /// What the last search of the opponent's turn was for, until the next search of an own one or the next game.
    pub(super) pondered: Option<Pondered>,
}

impl<W: Write> Session<W> {
    /// Returns what the session has observed of the clocks.
    pub(super) fn observed(&self) -> Observed {
        Observed {
            lag: self.lag,
            since_start: self.game_began.elapsed(),
            pondered: self.pondered.map_or(Duration::ZERO, |pondered| {
                pondered.time_on(self.engine.game().position())
            }),
        }
    }
}

/// A message needs a game, and there is none.
pub(super) struct NoGame(pub(super) &'static str);

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: there is no game yet; newgame or setposition comes first",
            self.0
        )
    }
}
