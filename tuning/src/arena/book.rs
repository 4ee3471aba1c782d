//! Results as they come in: logged, counted, shown, and enough of them when the test is decided.

use crossbeam::channel::Receiver;

use super::game_record::GameRecord;
use super::log::Log;
use super::runner::{Setting, play_fixtures};
use super::schedule::Fixture;
use super::side_by_side::side_by_side;
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use super::tally::Tally;

/// Where results are entered.
pub(super) struct Book {
    /// Where they are kept, if anywhere.
    pub(super) log: Option<Log>,
    /// What they add up to, with those that the log had.
    pub(super) tally: Tally,
    /// The test that may end the match.
    pub(super) sprt: Option<Sprt>,
    /// Where they are shown.
    pub(super) standings: Standings,
}

impl Book {
    fn enter(&mut self, game: &GameRecord) -> anyhow::Result<()> {
        if let Some(log) = &mut self.log {
            log.append(game)?;
        }
        self.tally.add(game);
        self.standings.update(game, &self.tally);
        Ok(())
    }

    /// Returns whether the test has its answer.
    pub(super) fn sprt_is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| {
            sprt.verdict(sprt.log_likelihood_ratio(&self.tally.pairs)) != Verdict::Undecided
        })
    }
}

/// Plays the fixtures until the last one is over, the test is decided, or the user has enough.
pub(super) fn play_all(
    setting: &Setting<'_>,
    fixtures: Vec<Fixture>,
    concurrency: u16,
    book: &mut Book,
) -> anyhow::Result<()> {
    let work = |fixtures: &_, finished: &_| play_fixtures(setting, fixtures, finished);
    side_by_side(fixtures, concurrency, work, |results| {
        let entered = enter_all(results, book);
        setting.treatment.stop.set();
        entered
    })
}

/// Enters results as long as games are played, or until the test is decided; then nobody waits for further ones.
fn enter_all(results: Receiver<anyhow::Result<GameRecord>>, book: &mut Book) -> anyhow::Result<()> {
    for result in results {
        book.enter(&result?)?;
        if book.sprt_is_decided() {
            break;
        }
    }
    Ok(())
}
