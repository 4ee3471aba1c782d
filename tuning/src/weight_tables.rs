//! The tables of weights by name, and the unit: an initial rabbit is worth 100 centi-rabbits by its material.

use std::path::Path;

use anyhow::Context;
use loxodon::cli::text_source::read_text;
use loxodon::eval::{GROUPS, Group, read_weights, weights, win_scale};

/// What the first rabbit that is lost is worth.
pub(crate) const RABBIT: f64 = 100.0;

/// The win scale and the weights to start from: those of a parameter file, or of this build.
pub(crate) fn prior(path: Option<&Path>) -> anyhow::Result<(f64, Vec<f64>)> {
    let Some(path) = path else {
        return Ok((win_scale(), weights()));
    };
    let text = read_text(path).with_context(|| format!("{} can't be read", path.display()))?;
    read_weights(&text).with_context(|| {
        format!(
            "{} is no parameter file of this build, which has {} tables: `scale:` and each table by its name",
            path.display(),
            GROUPS.len()
        )
    })
}

/// The table of that name.
fn table(name: &str) -> Option<&'static Group> {
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
