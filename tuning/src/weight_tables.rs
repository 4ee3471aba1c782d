//! The tables of weights by name, and the unit: an initial rabbit is worth 100 centi-rabbits by its material.

use loxodon::eval::{GROUPS, Group};

/// What the first rabbit that is lost is worth.
pub(crate) const RABBIT: f64 = 100.0;

/// The table of that name.
pub(crate) fn table(name: &str) -> Option<&'static Group> {
    GROUPS.iter().find(|group| group.name == name)
}

/// By what to multiply all weights, so that the unit is right.
pub(crate) fn to_unit(weights: &[f64]) -> f64 {
    let first_rabbit: f64 = ["material by rabbits left", "material by pieces left"]
        .into_iter()
        .filter_map(table)
        .map(|group| {
            let last = group.first + group.len() - 1;
            weights[last] - weights[last - 1]
        })
        .sum();
    RABBIT / first_rabbit
}
