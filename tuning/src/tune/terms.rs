//! The coarsest knobs: a term's tables all at once. There are few of them, so that they can be turned far, and a few hundred
//! pairs of games with many nodes say something about each.

use std::ops::Range;

use loxodon::eval::{GROUPS, Group};

use super::knob::{Change, Knob};
use super::knobs::forward;

/// Terms with the subjects of their tables.
const TERMS: [(&str, &[&str]); 15] = [
    ("unspent steps", &["unspent step"]),
    ("officers", &["material by stronger enemies"]),
    (
        "rabbits left",
        &["material by rabbits left", "material by pieces left"],
    ),
    (
        "trap control",
        &[
            "home trap by strongest, own, enemies",
            "home trap by control",
        ],
    ),
    ("on traps", &["on a trap by guards", "tied to a trap"]),
    ("freezing", &["frozen", "held free", "not to be pushed"]),
    (
        "hostages near enemy traps",
        &["held near an enemy trap by holder, guards"],
    ),
    (
        "hostages near home traps",
        &["held near a home trap by holder, guards"],
    ),
    (
        "mobility",
        &["elephant's reach", "camel's safe steps", "can step"],
    ),
    (
        "exposure",
        &[
            "distance to the hunter by kind, half",
            "chased beyond the middle",
            "lonely beyond the middle",
        ],
    ),
    (
        "guards and wings",
        &[
            "small guards of a home trap",
            "pieces lopsided",
            "rabbits lopsided",
        ],
    ),
    (
        "rabbits' way by control",
        &["rabbit's way by rank, control"],
    ),
    (
        "rabbits' way by enemies",
        &["rabbit's way by rank, enemies", "escorted rabbit"],
    ),
    ("goal", &["goal distance by mover"]),
    ("strength", &["strongest free piece"]),
];

/// Parts of terms, by entries of the first axis of the tables with that subject: kinds, and when a capture threatens.
const PARTS: [(&str, &str, Range<usize>); 6] = [
    ("placement of rabbits", PLACEMENT, 0..1),
    ("placement of cats and dogs", PLACEMENT, 1..3),
    ("placement of horses and camels", PLACEMENT, 3..5),
    ("placement of elephants", PLACEMENT, 5..6),
    ("threats at once", THREATS, 0..1),
    ("threats later", THREATS, 1..3),
];
/// Kinds whose placement on a full board is tilted forward, by their numbers.
const TILTED: [(&str, Range<usize>); 3] = [
    ("rabbits forward", 0..1),
    ("cats and dogs forward", 1..3),
    ("horses and camels forward", 3..5),
];
const PLACEMENT: &str = "placement";
const THREATS: &str = "threatened with capture by when, steps";

/// A knob for each term, or for each part of it, and the tilts.
pub(super) fn terms() -> Vec<Knob> {
    let whole = TERMS.iter().map(|&(name, subjects)| {
        let is_of_term = |group: &&Group| subjects.contains(&group.subject);
        let tables = GROUPS.iter().filter(is_of_term);
        knob(
            name,
            tables.flat_map(|table| weights_of(table, 0..table.axes[0].len())),
        )
    });
    let parts = PARTS.into_iter().map(|(name, subject, entries)| {
        let tables = GROUPS.iter().filter(|group| group.subject == subject);
        knob(
            name,
            tables.flat_map(|table| weights_of(table, entries.clone())),
        )
    });
    whole.chain(parts).chain(tilts()).collect()
}

/// The knobs that tilt the placement of some kinds.
fn tilts() -> impl Iterator<Item = Knob> {
    // The first of the two tables is the one for full boards.
    let full = GROUPS.iter().find(|group| group.subject == PLACEMENT);
    let full = full.expect("placement has tables");
    TILTED.into_iter().map(move |(name, kinds)| Knob {
        name: name.to_owned(),
        change: Change::Plus(kinds.flat_map(|kind| forward(full, kind)).collect()),
    })
}

fn knob(name: &str, weights: impl Iterator<Item = usize>) -> Knob {
    Knob {
        name: name.to_owned(),
        change: Change::Times(weights.map(|weight| (weight, 1.0)).collect()),
    }
}

/// A table's weights for these entries of its first axis.
fn weights_of(table: &Group, entries: Range<usize>) -> Range<usize> {
    let of_entry = table.len() / table.axes[0].len();
    table.first + entries.start * of_entry..table.first + entries.end * of_entry
}

#[cfg(test)]
mod tests {
    use loxodon::eval::weights;

    use super::*;
    use crate::tune::knob::turned;

    #[test]
    fn every_weight_that_is_not_0_is_turned_by_one_knob_that_multiplies() {
        let before = weights();
        let mut knobs = terms();
        knobs.retain(|knob| matches!(knob.change, Change::Times(_)));
        let after = turned(&before, &knobs, &vec![1.0; knobs.len()], 2f64.ln());
        for (before, after) in before.iter().zip(after) {
            assert!((after - 2.0 * before).abs() < 1e-9, "{before} {after}");
        }
    }

    #[test]
    fn a_kind_is_placed_by_its_own_knob() {
        let mut weights = vec![1.0; loxodon::eval::WEIGHT_COUNT];
        let cats_and_dogs = terms().into_iter().find(|knob| knob.name.contains("cats"));
        cats_and_dogs.unwrap().turn(&mut weights, 1.0, 2f64.ln());
        let table = GROUPS.iter().find(|group| group.subject == PLACEMENT);
        let first = table.unwrap().first;
        let kinds: Vec<f64> = weights[first..]
            .iter()
            .step_by(32)
            .take(6)
            .copied()
            .collect();
        assert_eq!(kinds, [1.0, 2.0, 2.0, 1.0, 1.0, 1.0]);
    }
}
