//! The command line: a file for each subcommand, and what they share.
//!
//! Whatever ends a command early is reported in one line on standard error. The exit status is 2 for bad usage or input,
//! 1 for a run that failed, 130 for one that Ctrl-C cut short before it had its answer, and 0 otherwise.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

mod aei;
mod analyze;
mod archive;
mod arrows;
mod at_hand;
mod bench;
mod completions;
mod failure;
mod form;
mod interrupt;
mod json;
mod log;
mod man;
mod network;
mod output;
pub mod output_file;
mod perft;
mod picture;
mod picture_file;
#[cfg(feature = "png")]
mod png;
mod position_arg;
mod position_table;
mod progress;
mod replay;
mod review;
mod score_text;
mod show;
mod side_by_side;
mod style;
pub mod text_source;
mod usage;
mod values;
mod variation;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use output::Output;

/// How wide help is at most: longer lines are hard to read on a wide terminal.
const HELP_WIDTH: usize = 100;

/// Loxodon, an Arimaa engine. Without a command it speaks the Arimaa Engine Interface (AEI).
#[derive(Parser)]
#[command(
    name = "loxodon",
    version = crate::engine::VERSION,
    max_term_width = HELP_WIDTH,
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: aei::AeiArguments,
}

#[derive(Subcommand)]
enum Command {
    Aei(aei::AeiArguments),
    Analyze(analyze::AnalyzeArguments),
    Review(review::ReviewArguments),
    Show(show::ShowArguments),
    Replay(replay::ReplayArguments),
    Perft(perft::PerftArguments),
    Bench(bench::BenchArguments),
    Completions(completions::CompletionsArguments),
    Man(man::ManArguments),
}

impl Command {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Aei(arguments) => arguments.run(),
            Self::Analyze(arguments) => arguments.run(&mut Output::new()),
            Self::Review(arguments) => arguments.run(&mut Output::new()),
            Self::Show(arguments) => arguments.run(&mut Output::new()),
            Self::Replay(arguments) => arguments.run(&mut Output::new()),
            Self::Perft(arguments) => arguments.run(&mut Output::new()),
            Self::Bench(arguments) => arguments.run(&mut Output::new()),
            Self::Completions(arguments) => arguments.run(Arguments::command(), &mut Output::new()),
            Self::Man(arguments) => arguments.run(Arguments::command(), &mut Output::new()),
        }
    }
}

/// Runs the command that the arguments ask for, the program's name first, and returns its exit status.
pub fn run<Words>(arguments: Words) -> ExitCode
where
    Words: IntoIterator,
    Words::Item: Into<OsString> + Clone,
{
    log::begin();
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let done = match Arguments::try_parse_from(&arguments) {
        Ok(Arguments { command, session }) => command.unwrap_or(Command::Aei(session)).run(),
        Err(error) => usage::answer(error, Arguments::command(), &arguments, &mut Output::new()),
    };
    failure::exit_code(done)
}
