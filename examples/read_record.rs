//! Reads a game record and prints the captures in it and how it ended.
//!
//! ```console
//! $ cargo run --release --example read_record positions/games/self_play.txt
//! ```

use std::env;
use std::error::Error;
use std::fs;

use loxodon::rules::Move;
use loxodon::rules::notation::read_record;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("the file of a record is needed")?;
    let game = read_record(&fs::read_to_string(path)?, None)?;
    for ((label, before), played) in game.labels().zip(game.positions()).zip(game.moves()) {
        let Move::Turn(turn) = played else {
            continue;
        };
        let mut position = *before;
        for &step in turn {
            if let Some((piece, trap)) = position.captured_by(step) {
                println!("{label:>4}  {piece} on {trap}");
            }
            position.try_play(step)?;
        }
    }
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("not over: {} is to move", game.side_to_move()),
    }
    Ok(())
}
