//! Searches a position for a second and prints what each depth finds, by an observer.
//!
//! ```console
//! $ cargo run --release --example watch_search
//! ```

use std::error::Error;
use std::time::Duration;

use loxodon::clock::Budget;
use loxodon::engine::{Engine, Options};
use loxodon::rules::Position;
use loxodon::rules::notation::write_turn;
use loxodon::search::{Iteration, Limits, Observer};

/// Prints the first turn of the best line.
struct Watcher {
    root: Position,
}

impl Observer for Watcher {
    fn finished_depth(&mut self, iteration: &Iteration) {
        let Some(line) = iteration.lines.first() else {
            return;
        };
        let (depth, nodes) = (iteration.depth, iteration.nodes);
        let turn = write_turn(&self.root, &line.turns[0]);
        println!(
            "depth {depth:>2}  {nodes:>9} nodes  {:>+5}  {turn}",
            line.score.0
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let root: Position =
        "g [rrr..rrr..c.cd.rrh.d..h...........E........Me.H.HRD..DR.RRRCCRRR]".parse()?;
    let mut engine = Engine::new(Options::default())?;
    engine.set_position(root);
    let limits = Limits {
        time: Some(Budget::exactly(Duration::from_secs(1))),
        ..Limits::default()
    };
    let report = engine.prepare(limits).run(&mut Watcher { root });
    let best = report.best.ok_or("there are legal turns")?;
    println!("best turn {}", engine.game().write_move(&best));
    Ok(())
}
