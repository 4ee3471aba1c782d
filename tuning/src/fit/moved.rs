//! Which weights the fit has moved most.

use std::fmt::Write;

use loxodon::eval::GROUPS;

use super::samples::Samples;

/// The weights whose move, beside that of all weights together by `factor`, changes evaluations most: by how far they moved, times how much they count in the records (the
/// root of the mean square of their counts).
pub(super) fn table(
    before: &[f64],
    factor: f64,
    after: &[f64],
    samples: &Samples,
    most: usize,
) -> String {
    let before: Vec<f64> = before.iter().map(|weight| weight * factor).collect();
    let mut squares = vec![0.0; before.len()];
    for sample in samples.iter() {
        for (weight, count) in sample.entries() {
            squares[weight] += count * count;
        }
    }
    let effect = |weight: usize| {
        let rms: f64 = (squares[weight] / samples.len() as f64).sqrt();
        rms * (after[weight] - before[weight]).abs()
    };
    let mut text = format!(
        "{:<62} {:>8} {:>8} {:>8}\n",
        "moved most, beside the factor", "before", "after", "effect"
    );
    let mut weights: Vec<usize> = (0..before.len()).collect();
    weights.sort_by(|&a, &b| effect(b).total_cmp(&effect(a)));
    for weight in weights.into_iter().take(most) {
        let group = GROUPS.iter().rfind(|group| group.first <= weight);
        let name = group.map_or_else(String::new, |group| {
            let label = group.label(weight - group.first);
            if label.is_empty() {
                group.name.to_owned()
            } else {
                format!("{}: {label}", group.name)
            }
        });
        // Writing to a string never fails.
        let _ = writeln!(
            text,
            "  {name:<60} {:>8.1} {:>8.1} {:>8.2}",
            before[weight],
            after[weight],
            effect(weight)
        );
    }
    text
}
