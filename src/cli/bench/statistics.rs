//! What `bench --stats` says about the searches.

use serde::Serialize;

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
    /// By how much a step of depth multiplied the nodes in the mean, as a logarithm; none if there was no such step.
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
    /// By how much a step of depth multiplies the nodes, in the geometric mean over the positions.
    branching: Option<f64>,
    #[serde(skip)]
    logarithms: Vec<f64>,
}

impl Sums {
    pub(super) fn add(&mut self, counts: Statistics, growth: &Growth) {
        self.counts += counts;
        self.logarithms.extend(growth.logarithm());
        let mean = self.logarithms.iter().sum::<f64>() / self.logarithms.len() as f64;
        self.branching = (!self.logarithms.is_empty()).then(|| mean.exp());
    }

    pub(super) fn write(&self, out: &mut Output) -> Result<(), OutputError> {
        let Statistics {
            nodes,
            quiescence_nodes,
            evaluations,
            evaluations_wanted,
            table_probes,
            table_hits,
            table_cutoffs,
            far_above,
            null_turns,
            null_turn_cutoffs,
            cut_nodes,
            first_action_cuts,
            actions,
            pruned_actions,
            reduced_actions,
            researched_actions,
        } = self.counts;
        let all_nodes = nodes + quiescence_nodes;
        if let Some(branching) = self.branching {
            let label = "branching, a step";
            writeln!(out, "{HEADING}{label:<26}{HEADING:#} {branching:>12.2}")?;
        }
        for (label, count, share, of) in [
            ("nodes", all_nodes, None, ""),
            (
                "quiescence nodes",
                quiescence_nodes,
                Some(all_nodes),
                "of nodes",
            ),
            (
                "evaluations wanted",
                evaluations_wanted,
                Some(all_nodes),
                "of nodes",
            ),
            (
                "evaluations made",
                evaluations,
                Some(evaluations_wanted),
                "of those wanted",
            ),
            ("table probes", table_probes, None, ""),
            ("table hits", table_hits, Some(table_probes), "of probes"),
            (
                "table cutoffs",
                table_cutoffs,
                Some(table_probes),
                "of probes",
            ),
            (
                "far above the window",
                far_above,
                Some(nodes),
                "of nodes but quiescence",
            ),
            ("null turns", null_turns, None, ""),
            (
                "null turn cutoffs",
                null_turn_cutoffs,
                Some(null_turns),
                "of null turns",
            ),
            ("cut nodes", cut_nodes, None, ""),
            (
                "cut by the first action",
                first_action_cuts,
                Some(cut_nodes),
                "of cut nodes",
            ),
            ("actions searched", actions, None, ""),
            (
                "actions pruned",
                pruned_actions,
                Some(actions + pruned_actions),
                "of actions",
            ),
            (
                "actions reduced",
                reduced_actions,
                Some(actions),
                "of those searched",
            ),
            (
                "actions searched again",
                researched_actions,
                Some(reduced_actions),
                "of those reduced",
            ),
        ] {
            write!(out, "{HEADING}{label:<26}{HEADING:#} {count:>12}")?;
            match share.filter(|&whole| whole > 0) {
                Some(whole) => {
                    writeln!(out, " {:>5.1} % {of}", 100.0 * count as f64 / whole as f64)?;
                }
                None => writeln!(out)?,
            }
        }
        Ok(())
    }
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
        assert!((sums.branching.unwrap() - 2.0).abs() < 1e-9);
    }
}
