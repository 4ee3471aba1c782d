//! Plays the games of a match, several at once, each with two processes of its own.

use std::fs::File;

use crossbeam::channel::{Receiver, Sender};
use loxodon::types::Side;

use super::engine_process::{EngineProcess, StartError, Treatment};
use super::engine_spec::EngineSpec;
use super::fault::{Failure, Fault};
use super::game_play::{Conditions, FinishedGame, Interrupted, play_game};
use super::game_record::GameRecord;
use super::schedule::Fixture;
use crate::opening_file::Opening;

/// All that the games of a match have in common.
pub(super) struct Setting<'a> {
    /// The engines, the first one first.
    pub(super) engines: &'a [EngineSpec; 2],
    /// What the fixtures' openings are.
    pub(super) openings: &'a [Opening],
    /// Each game's conditions at its start.
    pub(super) conditions: Conditions,
    /// How the engines are treated.
    pub(super) treatment: Treatment,
    /// Where the engines' standard error goes.
    pub(super) stderr: Option<File>,
}

/// Plays fixtures as long as there are any and somebody wants the results.
///
/// The two processes live from game to game. One that has failed is killed, and the next game starts it again.
pub(super) fn play_fixtures(
    setting: &Setting<'_>,
    fixtures: &Receiver<Fixture>,
    results: &Sender<anyhow::Result<GameRecord>>,
) {
    let mut seats = Seats {
        setting,
        processes: [None, None],
    };
    for fixture in fixtures {
        let result = match seats.play(&fixture) {
            Ok(record) => Ok(record),
            Err(Ended::Interrupted) => break,
            Err(Ended::Fatal(error)) => Err(error),
        };
        let is_fatal = result.is_err();
        if results.send(result).is_err() || is_fatal {
            break;
        }
    }
    for process in seats.processes.into_iter().flatten() {
        process.quit();
    }
}

/// Where the engines of one game at a time sit, the first engine first.
struct Seats<'a> {
    setting: &'a Setting<'a>,
    processes: [Option<EngineProcess>; 2],
}

/// Why no further games are played.
enum Ended {
    Interrupted,
    Fatal(anyhow::Error),
}

impl Seats<'_> {
    fn play(&mut self, fixture: &Fixture) -> Result<GameRecord, Ended> {
        let opening = fixture
            .opening
            .and_then(|index| self.setting.openings.get(index));
        let finished = self.finish_game(fixture, opening)?;
        if let Some(fault) = &finished.fault
            && !fault.leaves_engine_usable()
        {
            self.processes[seat(fixture, !finished.winner)] = None;
        }
        let [first, second] = self.setting.engines;
        let names = [first.name.as_str(), second.name.as_str()];
        let opening = opening.map(|opening| opening.id.clone());
        Ok(GameRecord::new(fixture, opening, names, &finished))
    }

    fn finish_game(
        &mut self,
        fixture: &Fixture,
        opening: Option<&Opening>,
    ) -> Result<FinishedGame, Ended> {
        for side in Side::ALL {
            match self.fill(seat(fixture, side)) {
                Ok(()) => {}
                Err(StartError::NoProcess(error)) => return Err(Ended::Fatal(error)),
                Err(StartError::Failure(Failure::Interrupted)) => return Err(Ended::Interrupted),
                Err(StartError::Failure(Failure::Fault(fault))) => {
                    return Ok(FinishedGame::lost_before_it_began(side, fault));
                }
            }
        }
        let [Some(first), Some(second)] = &mut self.processes else {
            return Err(Ended::Fatal(anyhow::anyhow!(
                "an engine has not been started"
            )));
        };
        let by_side = match fixture.first_plays {
            Side::Gold => [first, second],
            Side::Silver => [second, first],
        };
        let moves = opening.map_or(&[][..], |opening| &opening.moves);
        play_game(by_side, moves, self.setting.conditions.clone())
            .map_err(|Interrupted| Ended::Interrupted)
    }

    /// Makes sure that a process sits there. One that has exited after its last game is replaced.
    fn fill(&mut self, seat: usize) -> Result<(), StartError> {
        let process = &mut self.processes[seat];
        if process.as_mut().is_none_or(EngineProcess::has_exited) {
            *process = None;
            let Setting {
                engines,
                stderr,
                treatment,
                ..
            } = self.setting;
            *process = Some(EngineProcess::start(
                &engines[seat],
                stderr.as_ref(),
                treatment.clone(),
            )?);
        }
        Ok(())
    }
}

/// Returns which engine plays that side.
fn seat(fixture: &Fixture, side: Side) -> usize {
    usize::from(side != fixture.first_plays)
}

impl FinishedGame {
    /// Returns a game that an engine has lost because it didn't come to the board.
    fn lost_before_it_began(side: Side, fault: Fault) -> Self {
        Self {
            winner: !side,
            reason: fault.kind.into(),
            fault: Some(fault),
            game: loxodon::rules::Game::new(),
            times: Vec::new(),
            stats: Default::default(),
        }
    }
}
