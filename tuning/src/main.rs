//! Tools that make Loxodon stronger, on the library's public API.

mod arena;
mod bench_positions;
mod beside;
mod calibrate;
mod inspect;
mod label_scale;
mod network_file;
mod opening_file;
mod openings;
mod output;
mod progress;
mod puzzles;
mod random_turn;
mod record;
mod selfplay;
mod stop;
mod train;
mod tune;
mod values;

use std::process::ExitCode;

use clap::Parser;

use stop::{INTERRUPTED, Interrupted};

/// Tools that make Loxodon stronger.
#[derive(Parser)]
#[command(version = loxodon::VERSION)]
enum Command {
    /// Makes a set of positions for `loxodon bench` from games of Loxodon against itself.
    BenchPositions(bench_positions::Arguments),
    /// Fits the win probability of a network to the results of games.
    Calibrate(calibrate::Arguments),
    /// Says what is in files of records, and checks every record.
    Inspect(inspect::Arguments),
    /// Two AEI engines play pairs of games, until the last one or until a test is decided.
    Match(Box<arena::Arguments>),
    /// Makes a set of openings for matches or self-play.
    Openings(openings::Arguments),
    /// Makes puzzles with exact answers from games of Loxodon against itself.
    Puzzles(puzzles::Arguments),
    /// Plays Loxodon against itself and writes the positions as records.
    Selfplay(selfplay::Arguments),
    /// Sums up each log of a match in a line of JSON, to be kept.
    Summary(arena::summary::Arguments),
    /// Trains an evaluation network on records.
    Train(Box<train::Arguments>),
    /// Moves the search's parameters to where play is strongest (SPSA).
    Tune(tune::Arguments),
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::BenchPositions(arguments) => bench_positions::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Match(arguments) => arena::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Summary(arguments) => arena::summary::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Interrupted>() {
                ExitCode::from(INTERRUPTED)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Command;

    #[test]
    fn no_two_arguments_of_a_command_have_the_same_name() {
        Command::command().debug_assert();
    }
}
