//! Plays a game against itself, as fast as it can, and prints its record.
//!
//! ```console
//! $ cargo run --release --example self_play
//! ```

use std::error::Error;

use loxodon::engine::{Engine, Options};
use loxodon::rules::notation::write_record;
use loxodon::search::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(Options {
        hash_mib: 16,
        seed: Some(1),
        ..Options::default()
    })?;
    while engine.game().outcome().is_none() {
        // With some noise in the first turns, so that another seed gives another game.
        let limits = engine.vary(Limits {
            nodes: Some(2_000),
            ..Limits::default()
        });
        let report = engine.prepare(limits).run(&mut ());
        let best = report
            .best
            .ok_or("the game isn't over, so there is a move")?;
        let written = engine.game().write_move(&best);
        engine.play(&written)?;
    }
    print!("{}", write_record(engine.game()));
    if let Some(outcome) = engine.game().outcome() {
        println!("{outcome}");
    }
    Ok(())
}
