//! A pair of games outside a match.

use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail};
use crossbeam::channel::bounded;
use loxodon::types::Side;

use super::DEFAULT_TURNS;
use super::engine_process::Treatment;
use super::engine_spec::EngineSpec;
use super::game_play::Conditions;
use super::game_record::GameRecord;
use super::interrupt::Interrupt;
use super::runner::{Setting, play_fixtures};
use super::schedule::Fixture;
use crate::opening_file::{self, Opening, read_openings};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where pairs of games are played, until Ctrl-C.
pub(crate) struct Rig {
    openings: Vec<Opening>,
    interrupt: Interrupt,
}

impl Rig {
    /// With the openings of that file, if any. To be called once.
    pub(crate) fn new(openings: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self {
            openings: openings.map_or(Ok(Vec::new()), read_openings)?,
            interrupt: Interrupt::listen()?,
        })
    }

    /// How many openings there are.
    pub(crate) const fn openings(&self) -> usize {
        self.openings.len()
    }

    /// What tells the openings from others.
    pub(crate) fn openings_hash(&self) -> String {
        opening_file::hash(&self.openings)
    }

    /// Has the games that are under way given up.
    pub(crate) fn interrupt(&self) {
        self.interrupt.set();
    }

    /// Whether the games are given up.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_set()
    }

    /// Plays an opening twice, sides swapped, and says how many of the two games the first engine has won; none if the games
    /// were given up. A game that is lost by a fault is an error: it says nothing about how the engines play. `lenient`
    /// passes over lines that AEI doesn't have.
    pub(crate) fn play_pair(
        &self,
        engines: &[EngineSpec; 2],
        opening: Option<usize>,
        lenient: bool,
    ) -> anyhow::Result<Option<u8>> {
        let setting = Setting {
            engines,
            openings: &self.openings,
            conditions: Conditions {
                clocks: None,
                turns: DEFAULT_TURNS,
                patience: PATIENCE,
            },
            treatment: Treatment {
                patience: PATIENCE,
                lenient,
                interrupt: self.interrupt.clone(),
            },
            stderr: None,
        };
        let (to_play, fixtures) = bounded(2);
        for (game, first_plays) in (1..).zip(Side::ALL) {
            to_play.send(Fixture {
                game,
                opening,
                first_plays,
            })?;
        }
        drop(to_play);
        let (played, results) = bounded(2);
        play_fixtures(&setting, &fixtures, &played);
        drop(played);
        let games: Vec<GameRecord> = results.iter().collect::<anyhow::Result<_>>()?;
        for game in &games {
            if let Some(fault) = &game.fault {
                bail!("{} won by a fault of the other: {fault}", game.winner);
            }
        }
        let won = games.iter().filter(|game| game.winner == engines[0].name);
        match games.len() {
            2 => Ok(Some(won.count() as u8)),
            _ if self.is_interrupted() => Ok(None),
            played => Err(anyhow!("{played} games of a pair were played")),
        }
    }
}
