//! Several positions, analysed side by side and reported in their order.

use std::num::NonZeroUsize;

use anyhow::{Context, anyhow};

use super::analysis::{Analysis, Depths, End};
use super::append_file::Done;
use super::report::Report;
use super::settings::Settings;
use super::task::Task;
use crate::cli::failure::{self, Interrupted};
use crate::cli::interrupt::Interrupt;
use crate::cli::position_arg::Moment;
use crate::cli::{progress, side_by_side};
use crate::engine::Engine;
use crate::search::StopFlag;
use crate::types::counted;

/// Positions, and how they are analysed.
pub(super) struct Batch<'a> {
    pub(super) settings: &'a Settings,
    pub(super) tasks: Vec<Task<'a>>,
    pub(super) moment: &'a Moment,
    /// Those of earlier runs.
    pub(super) done: Done,
    pub(super) jobs: NonZeroUsize,
}

/// What has become of a position.
enum State {
    Analysed(Box<Analysis>),
    /// An earlier run has done it.
    DoneBefore,
    /// Ctrl-C came first.
    Interrupted,
    Failed(anyhow::Error),
}

/// How many positions have come to what.
#[derive(Default)]
pub(super) struct Counts {
    /// By this run.
    pub(super) analysed: usize,
    /// By earlier runs.
    pub(super) done_before: usize,
    interrupted: usize,
    failed: usize,
}

impl Batch<'_> {
    /// Analyses the positions and returns how many of them have come to what. Those that fail are reported on standard
    /// error, and the others go on.
    ///
    /// # Errors
    /// If there is no memory for the engines, or nothing more can be written.
    pub(super) fn run(
        &self,
        interrupt: &Interrupt,
        report: &mut Report<'_>,
    ) -> anyhow::Result<Counts> {
        let to_do = |task: &&Task<'_>| !self.done.has_label(task.label);
        let bar = progress::bar(self.tasks.iter().filter(to_do).count() as u64)?;
        let stop = interrupt.begin_searching();
        let mut counts = Counts::default();
        let take = |(task, state)| {
            let taken = bar.suspend(|| self.take(task, state, report, &mut counts));
            if !self.done.has_label(task.label) {
                bar.inc(1);
            }
            if taken.is_err() {
                stop.stop();
            }
            taken
        };
        side_by_side::in_order(
            &self.tasks,
            self.jobs,
            || Ok(self.settings.engine()?),
            |engine, task| (task, self.analyse(engine, task, &stop)),
            take,
        )?;
        bar.finish_and_clear();
        Ok(counts)
    }

    fn analyse(&self, engine: &mut Engine, task: &Task<'_>, stop: &StopFlag) -> State {
        if stop.is_set() {
            return State::Interrupted;
        }
        self.try_to_analyse(engine, task, stop)
            .unwrap_or_else(State::Failed)
    }

    fn try_to_analyse(
        &self,
        engine: &mut Engine,
        task: &Task<'_>,
        stop: &StopFlag,
    ) -> anyhow::Result<State> {
        let game = task.game(self.moment)?;
        let position = game.position().to_string();
        let is_done = self.done.has(task.label, &position);
        if is_done.with_context(|| task.place())? {
            return Ok(State::DoneBefore);
        }
        let mut depths = Depths::default();
        let end = if let Some(outcome) = game.outcome() {
            End::Decided(outcome)
        } else {
            let search = self.settings.search(engine, &game, stop.clone());
            let report = search.run(&mut depths);
            // Less than was asked for is not worth keeping.
            if stop.is_set() {
                return Ok(State::Interrupted);
            }
            End::of(report).with_context(|| task.place())?
        };
        let Depths(depths) = depths;
        let analysis = Analysis { game, depths, end };
        Ok(State::Analysed(Box::new(analysis)))
    }

    fn take(
        &self,
        task: &Task<'_>,
        state: State,
        report: &mut Report<'_>,
        counts: &mut Counts,
    ) -> anyhow::Result<()> {
        match state {
            State::Analysed(analysis) => {
                let subject = self.settings.subject(task.label, &analysis.game);
                report.write(&subject, &analysis)?;
                counts.analysed += 1;
            }
            State::DoneBefore => counts.done_before += 1,
            State::Interrupted => counts.interrupted += 1,
            State::Failed(error) => {
                failure::report(&error);
                counts.failed += 1;
            }
        }
        Ok(())
    }
}

impl Counts {
    fn total(&self) -> usize {
        self.analysed + self.done_before + self.interrupted + self.failed
    }

    /// Returns an error if Ctrl-C came before the end, or if positions have failed.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let positions = counted(self.total(), "position");
        if self.interrupted > 0 {
            let done = self.analysed + self.done_before;
            let done = format!("{done} of {positions} analysed");
            return Err(Interrupted::Partial { done }.into());
        }
        if self.failed > 0 {
            return Err(anyhow!("{} of {positions} not analysed", self.failed));
        }
        Ok(())
    }
}
