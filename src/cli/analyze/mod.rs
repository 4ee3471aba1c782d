mod analysis;
mod append_file;
mod batch;
mod json;
mod limits;
mod observer;
mod report;
mod settings;
mod single;
mod table;
mod task;
mod text;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::failure::bad_input;
use super::form::Form;
use super::interrupt::Interrupt;
use super::network::NetworkArguments;
use super::output::Output;
use super::output_file::refuse_inputs;
use super::picture_file::PictureFile;
use super::position_arg::{CUSTOMARY_ARRAY, Moment};
use super::text_source::TextSource;
use super::values::{self, JobsArgument, ThreadsArgument};
use crate::engine::Options;
use crate::types::counted;
use append_file::Done;
use batch::{Batch, Counts};
use limits::SearchArguments;
use report::Report;
use settings::Settings;
use table::Columns;
use task::tasks;

/// The table's size in MiB for each of several short searches. It is cleared before each, which takes 7 ms of processor time
/// for 128 MiB, and 1 ms for this; a search of 20,000 nodes takes 11 ms.
const SHORT_SEARCH_HASH: u64 = 16;
/// The most nodes of a search that is short: such a table has so many entries.
const SHORT_SEARCH_NODES: u64 = 1_000_000;

/// Searches for the best turn or setup, and says after every depth what it has found
///
/// A line says the depth in steps, the score for the side to move in centi-rabbits, the probability that it wins, nodes,
/// nodes a second, the time, and the variation turn by turn. Then come the best turn and the board after it. Ctrl-C ends
/// the analysis early.
///
/// Several positions are analysed side by side, each as if it were alone, and printed in their order, in text a line each. A
/// position that can't be read, or has the label of an earlier one, is reported on standard error; the others go on, and the
/// exit status is 1 in the end. Ctrl-C keeps those that are done. With --nodes or --depth and one thread each, the outcome
/// doesn't depend on --jobs.
///
/// Before both sides have set up, setups are drawn at random and ranked by searches of what follows, to a depth of 8 steps
/// if there is no limit. The same --seed draws the same ones.
///
/// With --json, an object a depth has `label` (the argument, or the row's id), `position`, `depth`, `score` (beyond ±30000 the
/// game is decided, 32000 less the steps until then), `win` (0 to 1), `nodes`, `nps`, `time` (seconds) and `pv` (the turns);
/// `multipv` numbers several variations from 1 on, and `setup` is true where `pv` begins with a setup. One more object, the
/// last one of a position, says what the search has come to in the end and has `bestmove` as well.
#[derive(Args)]
pub(super) struct AnalyzeArguments {
    /// Boards such as `g [<64 squares>]`, or files (- for standard input) with such a board, a diagram, or a game record,
    /// whose last position is meant [default: the customary array]
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
    #[command(flatten)]
    moment: Moment,
    /// A file of further positions: a header and tab-separated columns id, side (g or s), board (64 squares) (- for standard
    /// input)
    #[arg(long, value_name = "FILE")]
    table: Option<String>,
    /// Append the JSON objects to this file instead of printing them. Positions whose labels it has already are passed over,
    /// so that the same command goes on where an earlier run has ended
    #[arg(long, value_name = "FILE")]
    append: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgument,
    #[command(flatten)]
    limits: SearchArguments,
    /// Fixes which setups are drawn before both sides have set up
    #[arg(long, value_name = "N", value_parser = values::whole_number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadsArgument,
    /// The size of the transposition table of each job in MiB [default: 128, or 16 for several positions of at most a million
    /// --nodes each]
    #[arg(
        long,
        value_name = "MIB",
        value_parser = values::whole_number::<u64>(Options::HASH_RANGE),
        allow_negative_numbers = true
    )]
    hash: Option<u64>,
    #[command(flatten)]
    network: NetworkArguments,
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
    /// Write a picture of the board with the last turn and the best one as well; with - to standard output, in place of all
    /// else
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

impl AnalyzeArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let picture_file = PictureFile::new(self.svg.as_deref(), self.json, self.inputs())?;
        let settings = self.settings()?;
        if self.is_batch() {
            if picture_file.is_some() {
                return Err(bad_input(anyhow!(
                    "--svg draws one position, there may be several here"
                )));
            }
            return self.run_batch(&settings, &interrupt, out);
        }
        let argument = self
            .positions
            .first()
            .map_or(CUSTOMARY_ARRAY, |argument| argument);
        single::run(
            &settings,
            argument,
            &self.moment,
            &interrupt,
            Form::new(self.json, picture_file.as_ref()),
            picture_file.as_ref(),
            out,
        )
    }

    /// Returns whether there are several positions, or there may be.
    fn is_batch(&self) -> bool {
        self.positions.len() > 1 || self.table.is_some() || self.append.is_some()
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let is_short = self.is_batch() && self.limits.is_within(SHORT_SEARCH_NODES);
        let customary = Options::default();
        let hash = if is_short {
            SHORT_SEARCH_HASH
        } else {
            customary.hash_mib
        };
        Ok(Settings {
            options: Options {
                hash_mib: self.hash.unwrap_or(hash),
                threads: self.threads.threads,
                seed: self.seed,
            },
            network: self.network.load()?,
            limits: self.limits,
        })
    }

    fn run_batch(
        &self,
        settings: &Settings,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        self.check_inputs().map_err(bad_input)?;
        let table = self.table.as_deref().map(TextSource::read).transpose()?;
        let customary = [CUSTOMARY_ARRAY.to_owned()];
        let positions = if self.positions.is_empty() && table.is_none() {
            &customary[..]
        } else {
            &self.positions
        };
        let tasks = tasks(positions, table.as_ref())?;
        let (done, appender) = match &self.append {
            Some(path) => {
                refuse_inputs(path, self.inputs()).map_err(bad_input)?;
                let (done, appender) = append_file::open(path)?;
                (done, Some(appender))
            }
            None => (Done::default(), None),
        };
        let mut report = match appender {
            Some(appender) => Report::File(appender),
            None if self.json => Report::Json(out),
            None => {
                let labels = tasks.iter().map(|task| task.label);
                let columns = Columns::new(labels, self.limits.is_multi());
                Report::table(out, columns)
            }
        };
        let batch = Batch {
            settings,
            tasks,
            moment: &self.moment,
            done,
            jobs: self.jobs.count(self.threads.threads),
        };
        let counts = batch.run(interrupt, &mut report)?;
        if self.append.is_some() && !self.json {
            let Counts {
                analysed,
                done_before,
                ..
            } = counts;
            let analysed = counted(analysed, "position");
            writeln!(out, "{analysed} analysed, {done_before} done before")?;
        }
        counts.check()
    }

    /// Returns the files that are read.
    fn inputs(&self) -> impl Iterator<Item = &str> {
        let others = [self.table.as_deref(), self.network.file()];
        let positions = self.positions.iter().map(String::as_str);
        positions.chain(others.into_iter().flatten())
    }

    fn check_inputs(&self) -> anyhow::Result<()> {
        if let (Some(label), Some(table)) = (self.moment.at, &self.table) {
            return Err(anyhow!(
                "--at {label} needs game records, --table {table} holds single positions"
            ));
        }
        if self.inputs().filter(|&input| input == "-").count() > 1 {
            return Err(anyhow!("standard input (-) can be read only once"));
        }
        Ok(())
    }
}
