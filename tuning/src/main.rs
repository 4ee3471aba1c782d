//! Tools that make Loxodon stronger, on the library's public API.

mod bench_positions;
mod inspect;
mod openings;
mod random_turn;
mod record;
mod selfplay;

use clap::Parser;

/// Tools that make Loxodon stronger.
#[derive(Parser)]
#[command(version)]
enum Command {
    /// Makes a set of positions for `loxodon bench` from games of Loxodon against itself.
    BenchPositions(bench_positions::Arguments),
    /// Says what is in files of records, and checks every record.
    Inspect(inspect::Arguments),
    /// Makes a set of openings for matches.
    Openings(openings::Arguments),
    /// Plays Loxodon against itself and writes the positions as records.
    Selfplay(selfplay::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::BenchPositions(arguments) => bench_positions::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
    }
}
