//! Counts the distinct turns of a position, and those of them that capture a piece of the opponent.
//!
//! ```console
//! $ cargo run --release --example count_turns 'g [r..............R...............................................R]'
//! ```

use std::env;
use std::error::Error;

use loxodon::rules::Position;

/// A position from the middle of a game.
const EXAMPLE: &str = "s [..rH.rr.r.c.mD.r.r.E................h....e.D...RR....CR.RRR....R]";

fn main() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).unwrap_or_else(|| EXAMPLE.to_owned());
    let position: Position = text.parse()?;
    let opponent = !position.side_to_move();
    let pieces = position.board().side(opponent).len();
    let turns = position.distinct_turns();
    let captures = |turn: &&_| {
        let after = position.after_turn(turn);
        after.board().side(opponent).len() < pieces
    };
    println!("{position}");
    println!("turns      {:>8}", turns.len());
    println!("captures   {:>8}", turns.iter().filter(captures).count());
    Ok(())
}
