use std::sync::Arc;

use super::analysis::Subject;
use super::limits::SearchArguments;
use crate::engine::{Engine, OptionError, Options, Search};
use crate::eval::Network;
use crate::rules::Game;
use crate::search::StopFlag;

/// How positions are analysed.
pub(super) struct Settings {
    pub(super) options: Options,
    pub(super) network: Arc<Network>,
    pub(super) limits: SearchArguments,
}

impl Settings {
    /// Returns an engine with these settings.
    pub(super) fn engine(&self) -> Result<Engine, OptionError> {
        Engine::with_network(self.options, Arc::clone(&self.network))
    }

    /// Makes the search of a game ready, the same one whatever the engine has searched before.
    pub(super) fn search(&self, engine: &mut Engine, game: &Game, stop: StopFlag) -> Search {
        engine.set_game(game.clone());
        engine.reseed();
        engine.prepare(self.limits.of(game)).stopped_by(stop)
    }

    /// Returns what is needed to write about a game.
    pub(super) fn subject<'a>(&'a self, label: &'a str, game: &'a Game) -> Subject<'a> {
        Subject {
            label,
            game,
            network: &self.network,
            is_multi: self.limits.is_multi(),
        }
    }
}
