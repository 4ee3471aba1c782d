//! The standings while a match goes on, on standard error: a bar on a terminal, plain lines elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use loxodon::types::counted;

use super::game_record::GameRecord;
use super::report::{Title, line};
use super::tally::Tally;

/// Shows how a match stands.
pub(super) struct Standings {
    bar: ProgressBar,
    title: Title,
    /// Elsewhere than on a terminal, a line after so many games.
    every: u64,
}

impl Standings {
    /// Begins with what is counted already.
    pub(super) fn new(title: Title, games: u64, every: u64, tally: &Tally) -> anyhow::Result<Self> {
        let style =
            ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} {elapsed} (left {eta})")?;
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr())
            .with_style(style);
        bar.set_position(tally.games());
        bar.reset_eta();
        let standings = Self { bar, title, every };
        standings.bar.set_message(line(&standings.title, tally));
        if tally.games() > 0 {
            standings.say(&format!(
                "finished already: {}",
                counted(tally.games(), "game")
            ));
        }
        Ok(standings)
    }

    /// Shows what a game has changed.
    pub(super) fn update(&self, game: &GameRecord, tally: &Tally) {
        if let Some(fault) = &game.fault {
            self.say(&format!(
                "game {}: {} has lost by {fault}",
                game.game,
                game.loser()
            ));
        }
        self.bar.set_position(tally.games());
        self.bar.set_message(line(&self.title, tally));
        if self.bar.is_hidden() && tally.games().is_multiple_of(self.every) {
            let games = counted(tally.games(), "game");
            eprintln!("{games}: {}", line(&self.title, tally));
        }
    }

    /// Says something that stays, above the bar.
    pub(super) fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
