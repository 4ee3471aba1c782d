use std::num::NonZeroUsize;
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

/// When the search of a position ends, and how many turns it is to find.
#[derive(Clone, Copy, Args)]
pub(super) struct SearchArguments {
    #[command(flatten)]
    limits: values::LimitArguments,
    /// How many of the best turns to find, each with its variation
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        value_parser = values::whole_number::<NonZeroUsize>(Limits::MULTI_PV_RANGE),
        allow_negative_numbers = true
    )]
    multipv: NonZeroUsize,
}

impl SearchArguments {
    /// Returns whether several variations are asked for.
    pub(super) fn is_multi(&self) -> bool {
        self.multipv > NonZeroUsize::MIN
    }

    /// Returns whether a search visits at most about so many nodes.
    pub(super) fn is_within(&self, nodes: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| limit <= nodes)
    }

    /// Returns the limits of the search of a game.
    pub(super) fn of(&self, game: &Game) -> Limits {
        let limits = self.limits.limits();
        let unlimited = self.limits.is_unlimited();
        let customary_time = unlimited.then(|| Budget::exactly(CUSTOMARY_TIME));
        let setup_depth = (unlimited && game.is_setting_up()).then_some(SETUP_DEPTH);
        Limits {
            depth: limits.depth.or(setup_depth),
            time: limits.time.or(customary_time),
            multi_pv: self.multipv,
            ..limits
        }
    }
}
