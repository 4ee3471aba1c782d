//! What `bench --stats` says about the searches.

use serde::{Serialize, Serializer};

use crate::cli::json::rounded;
use crate::cli::output::{Output, OutputError};
use crate::cli::style::HEADING;
use crate::search::{Iteration, Observer, Statistics};

/// Branching is told from here on: the depths before are the first turn's steps, where all is small.
const FIRST_DEPTH: u32 = 4;

/// Follows the nodes of one search from depth to depth.
#[derive(Default)]
pub(super) struct Growth {
    first: Option<(u32, u64)>,
    last: Option<(u32, u64)>,
}

impl Observer for Growth {
    fn finished_depth(&mut self, iteration: &Iteration) {
        if iteration.depth >= FIRST_DEPTH {
            self.last = Some((iteration.depth, iteration.nodes));
            self.first = self.first.or(self.last);
        }
    }
}

impl Growth {
    /// Returns by how much a step of depth multiplied the nodes in the mean, as a logarithm; none if there was no such step.
    fn logarithm(&self) -> Option<f64> {
        let ((first_depth, first), (last_depth, last)) = self.first.zip(self.last)?;
        let steps = last_depth
            .checked_sub(first_depth)
            .filter(|&steps| steps > 0)?;
        Some((last as f64 / first as f64).ln() / f64::from(steps))
    }
}

/// The sums over all searches.
#[derive(Default, Serialize)]
pub(super) struct Sums {
    #[serde(flatten)]
    counts: Statistics,
    /// By how much a step of depth multiplied the nodes of each search, as logarithms.
    #[serde(rename = "branching", serialize_with = "serialize_branching")]
    growths: Vec<f64>,
}

impl Sums {
    pub(super) fn add(&mut self, counts: Statistics, growth: &Growth) {
        self.counts += counts;
        self.growths.extend(growth.logarithm());
    }

    pub(super) fn write(&self, out: &mut Output) -> Result<(), OutputError> {
        if let Some(branching) = branching(&self.growths) {
            let label = "branching, a step";
            writeln!(out, "{HEADING}{label:<26}{HEADING:#} {branching:>12.2}")?;
        }
        let counts = &self.counts;
        let rows = node_rows(counts)
            .into_iter()
            .chain(shortcut_rows(counts))
            .chain(action_rows(counts));
        for (label, count, whole) in rows {
            write!(out, "{HEADING}{label:<26}{HEADING:#} {count:>12}")?;
            match whole {
                Some((whole, of)) if whole > 0 => {
                    let percent = 100.0 * count as f64 / whole as f64;
                    writeln!(out, " {percent:>5.1} % of {of}")?;
                }
                _ => writeln!(out)?,
            }
        }
        Ok(())
    }
}

/// A label, a count, and what the count is a part of.
type Row = (&'static str, u64, Option<(u64, &'static str)>);

/// Returns a row that says what share the part is of a whole.
const fn share(label: &'static str, part: u64, whole: u64, of: &'static str) -> Row {
    (label, part, Some((whole, of)))
}

const fn node_rows(counts: &Statistics) -> [Row; 4] {
    let quiescence = counts.quiescence_nodes;
    let all = counts.nodes + quiescence;
    let wanted = counts.evaluations_wanted;
    let made = counts.evaluations;
    [
        ("nodes", all, None),
        share("quiescence nodes", quiescence, all, "nodes"),
        share("evaluations wanted", wanted, all, "nodes"),
        share("evaluations made", made, wanted, "those wanted"),
    ]
}

/// Returns the rows of what saves searching a node's actions, and of what makes a search deeper.
const fn shortcut_rows(counts: &Statistics) -> [Row; 6] {
    let (probes, null_turns) = (counts.table_probes, counts.null_turns);
    let null_cutoffs = counts.null_turn_cutoffs;
    [
        ("table probes", probes, None),
        share("table hits", counts.table_hits, probes, "probes"),
        share("table cutoffs", counts.table_cutoffs, probes, "probes"),
        ("null turns", null_turns, None),
        share("null turn cutoffs", null_cutoffs, null_turns, "null turns"),
        ("turns extended", counts.extended_turns, None),
    ]
}

const fn action_rows(counts: &Statistics) -> [Row; 6] {
    let (cut_nodes, searched) = (counts.cut_nodes, counts.actions);
    let (pruned, reduced) = (counts.pruned_actions, counts.reduced_actions);
    let first = counts.first_action_cuts;
    let again = counts.researched_actions;
    [
        ("cut nodes", cut_nodes, None),
        share("cut by the first action", first, cut_nodes, "cut nodes"),
        ("actions searched", searched, None),
        share("actions pruned", pruned, searched + pruned, "actions"),
        share("actions reduced", reduced, searched, "those searched"),
        share("actions searched again", again, reduced, "those reduced"),
    ]
}

/// Returns by how much a step of depth multiplies the nodes, in the geometric mean of the searches; none without a search.
fn branching(growths: &[f64]) -> Option<f64> {
    let mean = growths.iter().sum::<f64>() / growths.len() as f64;
    (!growths.is_empty()).then(|| mean.exp())
}

fn serialize_branching<S: Serializer>(growths: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    let branching = branching(growths).map(|branching| rounded(branching, 2));
    branching.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_mean_from_the_first_whole_turn_on() {
        let mut growth = Growth::default();
        for (depth, nodes) in [(3, 999), (4, 100), (5, 150), (6, 400)] {
            growth.finished_depth(&Iteration {
                depth,
                nodes,
                ..Iteration::default()
            });
        }
        let mut sums = Sums::default();
        sums.add(Statistics::default(), &growth);
        sums.add(Statistics::default(), &Growth::default());
        assert!((branching(&sums.growths).unwrap() - 2.0).abs() < 1e-9);
    }
}
