use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::failure::bad_input;
use super::interrupt::Interrupt;
use super::output::Output;
use super::position_arg::PositionArguments;
use super::{progress, values};
use crate::rules::counting::{count_step_sequences, count_turns};
use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Position, outcome};

/// Counts step sequences and turns, for developers of rules
///
/// `steps` counts the lists of exactly 1, 2, … steps that complete every push; `turns` the distinct boards that a turn can
/// lead to, repetition aside; `turnhash` is the sum of those boards' FNV-1a hashes; `turns2` adds the turns up after
/// every turn that doesn't end the game.
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
#[derive(Default, Serialize)]
struct Counts {
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
        let game = self.position.game()?;
        if game.is_setting_up() {
            return Err(bad_input(anyhow!(
                "turns are counted after both setups only, and here {} still sets up",
                game.side_to_move()
            )));
        }
        let interrupt = Interrupt::listen()?;
        let counts = self.count(game.position(), &interrupt)?;
        if self.json {
            return out.json(&counts);
        }
        for (steps, count) in (1..).zip(&counts.steps) {
            writeln!(out, "steps {steps}   {count:>12}")?;
        }
        for (name, count) in [("turns", counts.turns), ("turns 2", counts.turns2)] {
            if let Some(count) = count {
                writeln!(out, "{name:<7}   {count:>12}")?;
            }
        }
        if let Some(hash) = &counts.turnhash {
            writeln!(out, "hash  {hash}")?;
        }
        if counts.interrupted {
            writeln!(out, "interrupted")?;
        }
        Ok(())
    }

    /// Counts one thing after the other, until the user asks to end.
    fn count(&self, position: &Position, interrupt: &Interrupt) -> anyhow::Result<Counts> {
        let mut counts = Counts::default();
        for steps in 1..=self.steps {
            counts.interrupted = interrupt.is_asked();
            if counts.interrupted {
                return Ok(counts);
            }
            let count = count_step_sequences(&position.with_steps_left(steps));
            counts.steps.push(count);
        }
        if self.turns || self.depth2 {
            let counted = count_turns(position);
            counts.turns = Some(counted.turns);
            counts.turnhash = Some(format!("{:016x}", counted.hash));
        }
        if self.depth2 {
            counts.turns2 = count_turns_of_two(position, interrupt)?;
            counts.interrupted = counts.turns2.is_none();
        }
        Ok(counts)
    }
}

/// The turns after every turn that doesn't end the game, on all processors; none if the user asks to end before.
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
