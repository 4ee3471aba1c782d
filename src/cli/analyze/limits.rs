use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;

use crate::cli::values;
use crate::clock::Budget;
use crate::rules::Game;
use crate::search::Limits;

/// How long to think if nothing else is asked for.
const CUSTOMARY_TIME: Duration = Duration::from_secs(5);

/// Depth in steps to which setups are compared if nothing else is asked for: that takes less than the customary time, so
/// that the outcome depends on the seed alone.
const SETUP_DEPTH: u32 = 8;

/// How many variations can be asked for.
const VARIATIONS: RangeInclusive<u64> = 1..=1000;

/// When the search of a position ends, and how many turns it is to find.
#[derive(Clone, Copy, Args)]
pub(super) struct LimitArguments {
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
}

impl LimitArguments {
    /// Returns whether several variations are asked for.
    pub(super) fn is_multi(&self) -> bool {
        self.multipv > NonZeroUsize::MIN
    }

    /// Returns whether a search visits at most about so many nodes.
    pub(super) fn is_within(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| limit <= nodes)
    }

    /// Returns the limits of the search of a game.
    pub(super) fn of(&self, game: &Game) -> Limits {
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
