//! Pairs of games that are played with the same values, several at once.

use std::collections::BTreeMap;

use anyhow::Context;
use crossbeam::channel::{Receiver, Sender};
use indicatif::ProgressBar;
use loxodon::search::Parameter;
use serde::{Deserialize, Serialize};

use super::spsa::{Perturbation, Spsa};
use crate::arena::{EngineSpec, Log, PairTable, side_by_side};

/// The engines of a pair.
const NAMES: [&str; 2] = ["first", "second"];

/// A pair that was played: a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    /// Its number, from 1.
    pub(super) pair: u64,
    /// How many of its two games the first engine has won.
    pub(super) won: u8,
}

/// A pair to be played.
pub(super) struct Plan<'a> {
    /// Its number, from 1.
    pub(super) pair: u64,
    /// Which of the openings both games begin with, if there are any.
    pub(super) opening: Option<usize>,
    /// How the engines' values differ.
    pub(super) perturbation: &'a Perturbation,
}

/// Pairs that are played with the same values.
pub(super) struct Batch<'a> {
    /// Where they are played.
    pub(super) games: &'a PairTable,
    /// The engine, without the values.
    pub(super) engine: &'a EngineSpec,
    /// What is tuned.
    pub(super) parameters: &'a [Parameter],
    /// The values so far.
    pub(super) spsa: &'a Spsa<'a>,
    /// Where each pair that was played shows.
    pub(super) bar: &'a ProgressBar,
}

impl Batch<'_> {
    /// Plays the pairs that have no result yet, several at once, and keeps what comes of them.
    pub(super) fn play(
        &self,
        plans: &[Plan<'_>],
        concurrency: u16,
        log: &mut Log,
        results: &mut BTreeMap<u64, u8>,
    ) -> anyhow::Result<()> {
        let is_left = |plan: &&Plan<'_>| !results.contains_key(&plan.pair);
        let left: Vec<&Plan<'_>> = plans.iter().filter(is_left).collect();
        let work = |plans: &_, played: &_| self.play_pairs(plans, played);
        side_by_side(left, concurrency, work, |pairs| {
            for pair in pairs {
                let pair: Pair = pair?;
                log.append(&pair)?;
                results.insert(pair.pair, pair.won);
                self.bar.inc(1);
            }
            Ok(())
        })
    }

    /// Plays pairs as long as there are any and somebody wants the results.
    fn play_pairs(&self, plans: &Receiver<&Plan<'_>>, played: &Sender<anyhow::Result<Pair>>) {
        for plan in plans {
            let Some(pair) = self.play_pair(plan).transpose() else {
                return;
            };
            let is_fatal = pair.is_err();
            if played.send(pair).is_err() || is_fatal {
                return;
            }
        }
    }

    /// Plays a pair; none if it was given up.
    fn play_pair(&self, plan: &Plan<'_>) -> anyhow::Result<Option<Pair>> {
        let settings = self.spsa.settings(plan.pair, plan.perturbation);
        let [first, second] = &settings;
        let engines = [(NAMES[0], first), (NAMES[1], second)]
            .map(|(name, values)| with_values(self.engine, name, self.parameters, values));
        let won = self
            .games
            .play(&engines, plan.opening)
            .with_context(|| format!("pair {} with the values {settings:?}", plan.pair))?;
        Ok(won.map(|won| Pair {
            pair: plan.pair,
            won,
        }))
    }
}

/// Returns the engine with these values.
pub(super) fn with_values(
    engine: &EngineSpec,
    name: &str,
    parameters: &[Parameter],
    values: &[i32],
) -> EngineSpec {
    let mut engine = engine.clone();
    name.clone_into(&mut engine.name);
    let options = parameters.iter().zip(values);
    engine
        .options
        .extend(options.map(|(known, value)| (known.name.to_owned(), value.to_string())));
    engine
}
