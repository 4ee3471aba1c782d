//! Tools that make Loxodon stronger, on the library's public API.

mod arena;
mod bench_positions;

use clap::Parser;

/// Tools that make Loxodon stronger.
#[derive(Parser)]
#[command(version)]
enum Command {
    /// Makes a set of positions for `loxodon bench` from games of Loxodon against itself.
    BenchPositions(bench_positions::Arguments),
    /// Two AEI engines play pairs of games, until the last one or until a test is decided.
    Match(Box<arena::Arguments>),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::BenchPositions(arguments) => bench_positions::run(&arguments),
        Command::Match(arguments) => arena::run(&arguments),
    }
}
