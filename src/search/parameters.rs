//! The constants of the search that `loxodon-tuning tune` turns, each with its range and where its value is from.
//!
//! With the feature `tune` an AEI option of the same name sets each of them, for the whole program; without it they are
//! constants.

/// A constant of the search that can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, and that of its AEI option.
    pub name: &'static str,
    /// Its value.
    pub default: i32,
    /// The least value that is tried.
    pub least: i32,
    /// The greatest value that is tried.
    pub greatest: i32,
}

/// Declares all parameters: a function for each that returns its value, and [`PARAMETERS`].
macro_rules! parameters {
    ($($(#[$meta:meta])* $name:ident: $default:literal in $least:literal..=$greatest:literal;)*) => {
        /// All parameters of the search.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            default: $default,
            least: $least,
            greatest: $greatest,
        }),*];

        $(
            $(#[$meta])*
            #[cfg(not(feature = "tune"))]
            pub(super) const fn $name() -> i32 {
                $default
            }

            $(#[$meta])*
            #[cfg(feature = "tune")]
            pub(super) fn $name() -> i32 {
                value::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        /// What the parameters are now.
        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod value {
            use std::sync::atomic::AtomicI32;

            $(pub(super) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        #[cfg(feature = "tune")]
        impl Parameter {
            /// Gives the parameter that value from the next search on. It must be in the parameter's range.
            pub(crate) fn set(&self, value: i32) {
                assert!((self.least..=self.greatest).contains(&value), "{self:?}: {value}");
                let place = match self.name {
                    $(stringify!($name) => &value::$name,)*
                    name => unreachable!("{name} is no parameter"),
                };
                place.store(value, std::sync::atomic::Ordering::Relaxed);
            }
        }
    };
}

parameters! {
    /// The reduction after a null turn, in steps (18188c8).
    null_turn_reduction: 1 in 0..=6;
    /// The least depth at which actions are reduced (609ba51, +37 ± 34 Elo with the next two and reverse futility).
    reduction_depth: 3 in 2..=8;
    /// The number of a node's actions that are searched to the full depth (609ba51).
    full_depth_actions: 2 in 1..=8;
    /// A late action is reduced by log2 of the depth times log2 of the number of actions before it, divided by a hundredth of
    /// this (609ba51).
    reduction_divisor: 250 in 120..=500;
    /// The least depth at which a node without a table action is reduced by a step: its next search, which will have one,
    /// makes better use of the effort (internal iterative reduction, 609ba51).
    internal_reduction_depth: 4 in 2..=10;

    /// The greatest depth of reverse futility pruning (609ba51).
    reverse_futility_depth: 4 in 0..=10;
    /// The margin of reverse futility pruning, in centi-rabbits, for each remaining step of the side to move (609ba51).
    reverse_futility_per_own_step: 20 in 0..=80;
    /// The same for each step of the opponent's turn after that (609ba51).
    reverse_futility_per_other_step: 80 in 20..=200;

    /// The greatest depth at which quiet actions are pruned (9da80d9, +67 ± 49 Elo with the next four).
    pruning_depth: 3 in 0..=8;
    /// The margin of futility pruning, in centi-rabbits (cbf152b, 50-29 against the margins before).
    futility_margin: 20 in 0..=80;
    /// What each step of depth adds to that margin (cbf152b).
    futility_per_step: 20 in 0..=80;
    /// The number of actions after which quiet ones are pruned (9da80d9).
    late_after: 4 in 0..=16;
    /// What each step of depth adds to that number (9da80d9).
    late_after_per_step: 4 in 1..=16;

    /// The number of the root's turns that are searched to the full depth (20f7350; four and twenty were no better, see
    /// `docs/ideas.md`).
    full_depth_turns: 8 in 2..=40;
    /// Turns of the root that are worse than the best by more than this, in centi-rabbits, get only a bound instead of their
    /// exact score when they are ranked (5c31b93: with the bounds first, 0.89 times the time of a turn at 50,000 nodes and no
    /// loss seen in 496 games).
    told_apart: 60 in 0..=200;
    /// The gain for the opponent, in centi-rabbits, that a reply must exceed to matter (5769886).
    reply_margin: 40 in 0..=150;
    /// The largest share of the nodes, in percent, that searches of replies may take (5769886).
    reply_share: 30 in 5..=60;

    /// The penalty, in centi-rabbits, where quiescence search doesn't find out how a goal can be stopped (a462972, +89 ± 82
    /// Elo with the shortest defences; two thirds of its 300 since e67bd51).
    hard_pressed: 200 in 50..=500;
    /// The highest bonus in the history for one cutoff, which is the square of the depth: that of depth 20 (de559a1).
    most_bonus: 400 in 50..=2000;
    /// The number of gains over which the mean is taken, about (72c6d46).
    gains_counted: 16 in 4..=64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_within_their_ranges() {
        for parameter in PARAMETERS {
            let range = parameter.least..=parameter.greatest;
            assert!(range.contains(&parameter.default), "{parameter:?}");
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn a_parameter_is_what_it_was_set_to() {
        let reply_share = PARAMETERS
            .iter()
            .find(|parameter| parameter.name == "reply_share")
            .unwrap();
        assert_eq!(reply_share.default, super::reply_share());
        reply_share.set(31);
        assert_eq!(super::reply_share(), 31);
        reply_share.set(reply_share.default);
    }
}
