use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::failure::{Interrupted, bad_input};
use super::interrupt::Interrupt;
use super::output::{Output, OutputError};
use super::position_arg::PositionArguments;
use super::{progress, values};
use crate::rules::perft::{TurnCount, count_step_sequences, count_turns};
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Position, outcome};

/// Counts step sequences and turns, for developers of rules
///
/// `steps` counts the lists of exactly 1, 2, … steps that complete every push; `turns` the distinct boards that a turn can
/// lead to, repetition aside; `hash`, in JSON `turnhash`, is the sum of those boards' FNV-1a hashes;
/// `turns 2`, in JSON `turns2`, adds the turns up after every turn that doesn't end the game.
#[derive(Args)]
pub(super) struct PerftArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Count lists of up to so many steps
    #[arg(
        long,
        value_name = "D",
        default_value_t = STEPS_PER_TURN,
        value_parser = values::whole_number::<u8>(1..=u64::from(STEPS_PER_TURN)),
        allow_negative_numbers = true
    )]
    steps: u8,
    /// Count distinct turns too
    #[arg(long)]
    turns: bool,
    /// Count the turns after every turn too
    #[arg(long)]
    depth2: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What has been counted.
#[derive(Serialize)]
struct Counts {
    position: String,
    steps: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turnhash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns2: Option<u64>,
    /// Ctrl-C came before all was counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

impl PerftArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let game = self.position.game()?;
        if game.is_setting_up() {
            return Err(bad_input(anyhow!(
                "turns are counted after both setups only, and here {} still sets up",
                game.side_to_move()
            )));
        }
        interrupt.begin();
        let mut counts = Counts::new(game.position());
        let missing = self.count(game.position(), &mut counts, &interrupt, out)?;
        counts.interrupted = missing.is_some();
        if self.json {
            out.json(&counts)?;
        }
        missing.map_or(Ok(()), |first| {
            let done = format!("those from `{first}` on are missing");
            Err(Interrupted::Partial { done }.into())
        })
    }

    /// Counts one thing after the other and writes each as soon as it is counted. Returns the first that isn't counted
    /// because the user asked to end.
    fn count(
        &self,
        position: &Position,
        counts: &mut Counts,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Option<String>> {
        for steps in 1..=self.steps.min(position.steps_left()) {
            let name = format!("steps {steps}");
            if interrupt.is_asked() {
                return Ok(Some(name));
            }
            let count = count_step_sequences(&position.limited_to(steps));
            counts.steps.push(count);
            self.write(out, &name, count)?;
        }
        if self.turns || self.depth2 {
            if interrupt.is_asked() {
                return Ok(Some("turns".to_owned()));
            }
            let TurnCount { turns, hash } = count_turns(position);
            let hash = format!("{hash:016x}");
            self.write(out, "turns", turns)?;
            self.write(out, "hash", &hash)?;
            counts.turns = Some(turns);
            counts.turnhash = Some(hash);
        }
        if self.depth2 {
            let name = "turns 2";
            let Some(turns) = count_turns_of_two(position, interrupt)? else {
                return Ok(Some(name.to_owned()));
            };
            self.write(out, name, turns)?;
            counts.turns2 = Some(turns);
        }
        Ok(None)
    }

    /// Writes what is counted, as text.
    fn write(&self, out: &mut Output, name: &str, count: impl Display) -> Result<(), OutputError> {
        if self.json {
            return Ok(());
        }
        writeln!(out, "{name:<7}   {count:>12}")
    }
}

impl Counts {
    fn new(position: &Position) -> Self {
        Self {
            position: position.to_string(),
            steps: Vec::new(),
            turns: None,
            turnhash: None,
            turns2: None,
            interrupted: false,
        }
    }
}

/// Returns the turns after every turn that doesn't end the game, on all processors; none if the user asks to end
/// before.
fn count_turns_of_two(position: &Position, interrupt: &Interrupt) -> anyhow::Result<Option<u64>> {
    let turns = position.distinct_turns();
    let bar = progress::bar(turns.len() as u64)?;
    let left_out = AtomicBool::new(false);
    let count = turns
        .par_iter()
        .map(|turn| {
            if interrupt.is_asked() {
                left_out.store(true, Ordering::Relaxed);
                return 0;
            }
            let after = position.after_turn(turn);
            bar.inc(1);
            match outcome::at_start_of_turn(&after) {
                Some(_) => 0,
                None => after.count_distinct_turns() as u64,
            }
        })
        .sum();
    bar.finish_and_clear();
    Ok((!left_out.into_inner()).then_some(count))
}
