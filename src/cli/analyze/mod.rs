mod json;
mod observer;
mod text;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;

use super::interrupt::Interrupt;
use super::network::NetworkArguments;
use super::output::Output;
use super::position_arg::PositionArguments;
use super::values::{self, MachineArguments};
use crate::clock::Budget;
use crate::engine::{Engine, Options};
use crate::rules::Game;
use crate::search::Limits;
use observer::{Form, Listener};

/// How long to think if nothing else is asked for.
const CUSTOMARY_TIME: Duration = Duration::from_secs(5);

/// Depth in steps to which setups are compared if nothing else is asked for: that takes less than the customary time, so
/// that the outcome depends on the seed alone.
const SETUP_DEPTH: u32 = 8;

/// How many variations can be asked for.
const VARIATIONS: RangeInclusive<u64> = 1..=1000;

/// Searches for the best turn or setup, and says after every depth what it has found
///
/// A line says the depth in steps, the score for the side to move in centi-rabbits, the probability that it wins, nodes,
/// nodes a second, the time, and the variation turn by turn. Then come the best turn and the board after it. Ctrl-C ends
/// the analysis early.
///
/// Before both sides have set up, setups are drawn at random and ranked by searches of what follows, to a depth of 8 steps
/// if there is no limit. The same --seed draws the same ones.
///
/// With --json, an object a depth has `position`, `depth`, `score` (beyond ±30000 the game is decided, 32000 less the steps until
/// then), `win` (0 to 1), `nodes`, `nps`, `time` (seconds) and `pv` (the turns); `multipv` numbers several variations
/// from 1 on, and `setup` is true where `pv` begins with a setup. One more object, the last, says what the search has come to in the end and has `bestmove` as well.
#[derive(Args)]
pub(super) struct AnalyzeArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The last depth to search, in steps
    #[arg(long, value_name = "STEPS", value_parser = values::depth(), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// How long to think, in seconds or with a unit, such as 500ms or 2m [default: 5 if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = values::time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// About how many nodes to visit
    #[arg(long, value_name = "N", value_parser = values::whole_number::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// How many of the best turns to find, each with its variation
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        value_parser = values::whole_number::<NonZeroUsize>(VARIATIONS),
        allow_negative_numbers = true
    )]
    multipv: NonZeroUsize,
    /// Fixes which setups are drawn before both sides have set up
    #[arg(long, value_name = "N", value_parser = values::whole_number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    network: NetworkArguments,
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
}

impl AnalyzeArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let network = self.network.load()?;
        let game = self.position.game()?;
        if let Some(outcome) = game.outcome() {
            return if self.json {
                out.json(&json::decided(&game, &network, outcome))
            } else {
                Ok(text::write_decided(out, outcome)?)
            };
        }
        let options = Options {
            seed: self.seed,
            ..self.machine.options()
        };
        let mut engine = Engine::with_network(options, Arc::clone(&network))?;
        engine.set_game(game.clone());
        let search = engine
            .prepare(self.limits(&game))
            .stopped_by(interrupt.begin_searching());
        let form = Form {
            is_json: self.json,
            is_multi: self.is_multi(),
        };
        let mut listener = Listener::new(&game, &network, out, search.stop_flag(), form);
        listener.begin();
        let report = search.run(&mut listener);
        listener.all_written()?;
        let best = report
            .best
            .ok_or_else(|| anyhow!("the search has found no turn"))?;
        if self.json {
            out.json(&json::last(
                &game,
                &network,
                &report.last,
                &best,
                self.is_multi(),
            ))
        } else {
            Ok(text::write_best(out, &game, best)?)
        }
    }

    fn is_multi(&self) -> bool {
        self.multipv > NonZeroUsize::MIN
    }

    fn limits(&self, game: &Game) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(unlimited.then_some(CUSTOMARY_TIME));
        let setup_depth = (unlimited && game.is_setting_up()).then_some(SETUP_DEPTH);
        Limits {
            depth: self.depth.or(setup_depth),
            nodes: self.nodes,
            time: time.map(Budget::exactly),
            multi_pv: self.multipv,
            ..Limits::default()
        }
    }
}
