//! A pair of games between two engines, for what judges engines by pairs: from one opening, each engine once as gold.

use std::time::Duration;

use anyhow::{anyhow, bail};

use super::engine_process::{EngineProcess, StartError, Treatment};
use super::engine_spec::EngineSpec;
use super::fault::Failure;
use super::game_play::Conditions;
use super::game_record::GameRecord;
use super::runner::{Setting, play_fixtures};
use super::schedule::Fixture;
use super::side_by_side::side_by_side;
use crate::opening_file::Opening;
use crate::stop::Stop;

/// How many games a pair has.
pub(crate) const GAMES: u8 = 2;

/// What pairs are played on: without a clock, by engines that keep to AEI.
pub(crate) struct PairTable {
    openings: Vec<Opening>,
    conditions: Conditions,
    treatment: Treatment,
}

impl PairTable {
    /// Returns a table with these openings. The official score decides after `max_turns` turns of both players, an engine
    /// may take `patience` for each answer, and a pair that is being played when `stop` is set is given up.
    pub(crate) fn new(
        openings: Vec<Opening>,
        max_turns: u32,
        patience: Duration,
        stop: Stop,
    ) -> Self {
        Self {
            openings,
            conditions: Conditions {
                clocks: None,
                turns: max_turns,
                patience,
            },
            treatment: Treatment {
                patience,
                lenient: false,
                stop,
            },
        }
    }

    /// Plays a pair from one of the openings, or from none, with processes of its own, and returns how many games the first
    /// engine has won; none if the pair was given up.
    ///
    /// # Errors
    /// If an engine can't be started or is at fault.
    pub(crate) fn play(
        &self,
        engines: &[EngineSpec; 2],
        opening: Option<usize>,
    ) -> anyhow::Result<Option<u8>> {
        let setting = Setting {
            engines,
            openings: &self.openings,
            conditions: self.conditions.clone(),
            treatment: self.treatment.clone(),
            stderr: None,
        };
        let games: Vec<GameRecord> = side_by_side(
            Fixture::pair_from(1, opening),
            1,
            |fixtures: &_, finished: &_| play_fixtures(&setting, fixtures, finished),
            |results| results.into_iter().collect::<Result<_, _>>(),
        )?;
        if let Some((loser, fault)) = games
            .iter()
            .find_map(|game| Some((game.loser(), game.fault.as_ref()?)))
        {
            bail!("{loser} is at fault: {fault}");
        }
        let won = games.iter().filter(|game| game.winner == engines[0].name);
        Ok((games.len() == usize::from(GAMES)).then_some(won.count() as u8))
    }

    /// Checks that an engine takes its options without a word.
    ///
    /// # Errors
    /// If it can't be started, is at fault, or logs anything about them.
    pub(crate) fn check_options(&self, spec: &EngineSpec) -> anyhow::Result<()> {
        let bare = EngineSpec {
            options: Vec::new(),
            ..spec.clone()
        };
        let failed = |failure| match failure {
            Failure::Fault(fault) => anyhow!("{spec} is at fault: {fault}"),
            Failure::Interrupted => anyhow!("interrupted"),
        };
        let mut engine = EngineProcess::start(&bare, None, self.treatment.clone()).map_err(
            |error| match error {
                StartError::NoProcess(error) => error,
                StartError::Failure(failure) => failed(failure),
            },
        )?;
        let mut set = || {
            for (name, value) in &spec.options {
                engine.set_option(name, value)?;
            }
            engine.wait_until_ready()
        };
        let logged = set().map_err(failed)?;
        engine.quit();
        match logged {
            Some(log) => bail!("{spec} says of its options: {log}"),
            None => Ok(()),
        }
    }
}
