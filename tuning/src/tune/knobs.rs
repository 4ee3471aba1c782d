//! The knobs that there are, from coarse to fine.

use clap::ValueEnum;
use loxodon::eval::{Axis, GROUPS, Group};

use super::knob::{Change, Knob};
use super::terms::terms;

/// How many centi-rabbits a full turn of a tilt is, for each rank beyond the second and for each file towards the middle.
const TILT: f64 = 5.0;
/// The rank from which on a tilt counts, from 0.
const FIRST_TILTED_RANK: usize = 2;
/// How many centi-rabbits a full turn of a band of ranks is.
const BAND: f64 = 10.0;
/// The bands of ranks, from 0: where most pieces stand most of the time.
const BANDS: [(&str, std::ops::Range<usize>); 3] =
    [("at home", 0..2), ("own half", 2..4), ("enemy half", 4..6)];
/// The axes of a table by rank and file have so many entries.
const RANKS: usize = 8;
const FILES: usize = 4;
/// What tilts along the axes after the first are called.
const ALONG: [&str; 2] = ["along rows", "along columns"];
/// Tables that say what all others are measured in aren't bent.
const MATERIAL: &str = "material";

/// What knobs turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Grain {
    /// Tables as wholes.
    Tables,
    /// What lies within tables.
    Entries,
    /// Tables for full boards one way, those for empty boards the other way.
    Phases,
    /// Terms, some of them in parts: for few pairs with many nodes, and a strength of 0.4 or so.
    Terms,
}

/// The knobs of these grains, without those that would turn nothing but zeros.
///
/// Tables: a knob for each table, or for each entry of the first of its three axes; and for tables by kind, rank and file two
/// that tilt each kind's weights, forward and towards the middle.
///
/// Entries: a knob for each entry of the other axes, or, where an axis is a number of something, one that tilts the weights along
/// it; and for tables by kind, rank and file one for each kind and band of ranks.
///
/// Phases: those of tables, for what has two of them.
///
/// Terms: see [`terms`].
pub(super) fn knobs(grains: &[Grain], weights: &[f64]) -> Vec<Knob> {
    let mut knobs: Vec<Knob> = grains.iter().copied().flat_map(of_grain).collect();
    knobs.retain(|knob| match &knob.change {
        Change::Times(shares) => shares.iter().any(|&(weight, _)| weights[weight] != 0.0),
        Change::Plus(_) => true,
    });
    knobs
}

fn of_grain(grain: Grain) -> Vec<Knob> {
    let of_full = match grain {
        Grain::Tables | Grain::Phases => of_table,
        Grain::Entries => of_entries,
        Grain::Terms => return terms(),
    };
    let mut knobs = Vec::new();
    for same_subject in GROUPS.chunk_by(|a, b| a.subject == b.subject) {
        let full = &same_subject[0];
        let mut of_full = of_full(full);
        match same_subject.get(1) {
            None if grain == Grain::Phases => continue,
            None => {}
            Some(empty) => {
                let share = if grain == Grain::Phases { -1.0 } else { 1.0 };
                for knob in &mut of_full {
                    knob.change.extend(empty.first - full.first, share);
                    if grain == Grain::Phases {
                        knob.name = named(&[&knob.name, "by phase"]);
                    }
                }
            }
        }
        knobs.extend(of_full);
    }
    knobs
}

/// A name of those of its parts that aren't empty.
fn named(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join(", ")
}

/// Whether a table is one by rank and file.
fn is_by_square(group: &Group) -> bool {
    let [_, ranks, files] = group.axes;
    ranks.len() == RANKS && files.len() == FILES
}

/// Weights of a table by rank and file to which something is added, for one entry of the first axis.
fn by_square(
    group: &Group,
    entry: usize,
    added: impl Fn(usize, usize) -> f64,
) -> Vec<(usize, f64)> {
    let squares = (0..RANKS * FILES).map(|square| {
        let weight = group.first + entry * RANKS * FILES + square;
        (weight, added(square / FILES, square % FILES))
    });
    squares.filter(|&(_, added)| added != 0.0).collect()
}

/// The tilt forward of a table by rank and file, for one entry of the first axis: what is added to which weights.
pub(super) fn forward(group: &Group, entry: usize) -> Vec<(usize, f64)> {
    by_square(group, entry, |rank, _| {
        TILT * rank.saturating_sub(FIRST_TILTED_RANK - 1) as f64
    })
}

/// Weights of a table that are multiplied, for one entry of an axis; `share` says by how much of a full turn.
fn times(group: &Group, axis: usize, entry: usize, share: impl Fn(usize) -> f64) -> Change {
    let weights = (0..group.len()).filter(|&weight| along(group, axis, weight) == entry);
    Change::Times(
        weights
            .map(|weight| (group.first + weight, share(weight)))
            .collect(),
    )
}

fn of_table(group: &Group) -> Vec<Knob> {
    let mut knobs = Vec::new();
    for (entry, label) in group.axes[0].labels().iter().enumerate() {
        knobs.push(Knob {
            name: named(&[group.subject, label]),
            change: times(group, 0, entry, |_| 1.0),
        });
        if is_by_square(group) {
            knobs.push(Knob {
                name: named(&[group.subject, label, "forward"]),
                change: Change::Plus(forward(group, entry)),
            });
            knobs.push(Knob {
                name: named(&[group.subject, label, "to the middle"]),
                change: Change::Plus(by_square(group, entry, |_, file| {
                    TILT * (file as f64 - 1.5)
                })),
            });
        }
    }
    knobs
}

fn of_entries(group: &Group) -> Vec<Knob> {
    if is_by_square(group) {
        let labels = group.axes[0].labels().iter().enumerate();
        let bands = labels.flat_map(|(entry, label)| {
            BANDS.iter().map(move |(band, ranks)| Knob {
                name: named(&[group.subject, label, band]),
                change: Change::Plus(by_square(group, entry, |rank, _| {
                    if ranks.contains(&rank) { BAND } else { 0.0 }
                })),
            })
        });
        return bands.collect();
    }
    (1..group.axes.len())
        .filter(|&axis| group.axes[axis].len() > 1)
        .flat_map(|axis| {
            if is_ordered(&group.axes[axis]) {
                tilts(group, axis)
            } else {
                factors(group, axis)
            }
        })
        .collect()
}

/// Whether an axis is a number of something.
fn is_ordered(axis: &Axis) -> bool {
    axis.labels()
        .iter()
        .all(|label| label.starts_with(|first: char| first.is_ascii_digit() || first == '-'))
}

/// A knob for each entry of an axis that isn't ordered.
fn factors(group: &Group, axis: usize) -> Vec<Knob> {
    let labels = group.axes[axis].labels().iter().enumerate();
    labels
        .map(|(entry, label)| Knob {
            name: named(&[group.subject, label]),
            change: times(group, axis, entry, |_| 1.0),
        })
        .collect()
}

/// For each entry of the first axis a knob that makes its weights smaller towards one end of an ordered axis and larger towards
/// the other.
fn tilts(group: &Group, axis: usize) -> Vec<Knob> {
    if group.subject.starts_with(MATERIAL) {
        return Vec::new();
    }
    let last = (group.axes[axis].len() - 1) as f64;
    let labels = group.axes[0].labels().iter().enumerate();
    labels
        .map(|(entry, label)| Knob {
            name: named(&[group.subject, label, ALONG[axis - 1]]),
            change: times(group, 0, entry, |weight| {
                2.0 * along(group, axis, weight) as f64 / last - 1.0
            }),
        })
        .collect()
}

/// Which entry of an axis a weight of the table belongs to.
fn along(group: &Group, axis: usize, weight: usize) -> usize {
    let beyond: usize = group.axes[axis + 1..].iter().map(Axis::len).product();
    weight / beyond % group.axes[axis].len()
}

#[cfg(test)]
mod tests {
    use loxodon::eval::weights;

    use super::*;
    use crate::tune::knob::turned;

    #[test]
    fn every_weight_that_is_not_0_is_turned_by_one_knob_that_multiplies() {
        let before = weights();
        let knobs = knobs(&[Grain::Tables], &before);
        let times: Vec<f64> = knobs
            .iter()
            .map(|knob| f64::from(u8::from(matches!(knob.change, Change::Times(_)))))
            .collect();
        let after = turned(&before, &knobs, &times, 2f64.ln());
        for (before, after) in before.iter().zip(after) {
            assert!((after - 2.0 * before).abs() < 1e-9, "{before} {after}");
        }
    }

    /// What is added to each weight when the knob of that name is turned up all the way, and the weight before.
    fn turn(grain: Grain, name: &str) -> Vec<(f64, f64)> {
        let before = weights();
        let knobs = knobs(&[grain], &before);
        let turns: Vec<f64> = knobs
            .iter()
            .map(|knob| f64::from(u8::from(knob.name == name)))
            .collect();
        assert_eq!(turns.iter().filter(|&&turns| turns > 0.0).count(), 1);
        let after = turned(&before, &knobs, &turns, 1.0);
        let added = after
            .iter()
            .zip(&before)
            .map(|(after, before)| after - before);
        added.zip(before.iter().copied()).collect()
    }

    /// The tables of a subject, for full boards and for empty ones.
    fn tables(subject: &str) -> [&'static Group; 2] {
        let mut tables = GROUPS.iter().filter(|group| group.subject == subject);
        [tables.next().unwrap(), tables.next().unwrap()]
    }

    #[test]
    fn tilts_leave_the_first_two_ranks_and_the_middle_of_the_board() {
        let turn = |what: &str| {
            let added = turn(Grain::Tables, &format!("placement, cat, {what}"));
            added.iter().map(|&(added, _)| added).collect::<Vec<f64>>()
        };
        let (forward, to_middle) = (turn("forward"), turn("to the middle"));
        for group in tables("placement") {
            let cats = group.first + 32;
            assert_eq!(forward[cats..cats + 8], [0.0; 8]);
            assert!(forward[cats + 8] > 0.0 && forward[cats + 31] > forward[cats + 8]);
            assert!(forward[group.first..cats].iter().all(|&added| added == 0.0));
            assert!(to_middle[cats..cats + 32].iter().sum::<f64>().abs() < 1e-9);
            assert!(to_middle[cats] < 0.0 && to_middle[cats + 3] > 0.0);
        }
    }

    #[test]
    fn an_entry_is_turned_wherever_it_stands_and_nothing_else() {
        let subject = "threatened with capture by when, steps";
        let turned = turn(Grain::Entries, &format!("{subject}, dog"));
        for (number, &(added, before)) in turned.iter().enumerate() {
            let is_dog = tables(subject).iter().any(|group| {
                (group.first..group.first + group.len()).contains(&number)
                    && group.label(number - group.first).ends_with("dog")
            });
            let by = if is_dog { 1f64.exp() - 1.0 } else { 0.0 };
            assert!(
                (added - by * before).abs() < 1e-9,
                "{number}: {added} of {before}"
            );
        }
    }

    #[test]
    fn a_tilt_along_an_axis_turns_its_ends_oppositely() {
        let subject = "small guards of a home trap";
        let turned = turn(Grain::Entries, &format!("{subject}, along columns"));
        for group in tables(subject) {
            let weights = &turned[group.first..group.first + group.len()];
            for ((added, before), power) in weights.iter().zip([-1.0, -0.5, 0.0, 0.5, 1.0]) {
                assert!(
                    (before + added - before * f64::exp(power)).abs() < 1e-9,
                    "{power}"
                );
            }
        }
    }

    #[test]
    fn a_band_is_of_one_kind_and_two_ranks() {
        let turned = turn(Grain::Entries, "placement, cat, own half");
        let from = tables("placement").map(|group| group.first + 32 + 8);
        for (number, &(added, _)) in turned.iter().enumerate() {
            let is_in_band = from.iter().any(|&from| (from..from + 8).contains(&number));
            let expected = if is_in_band { BAND } else { 0.0 };
            assert!((added - expected).abs() < 1e-9, "{number}");
        }
    }

    #[test]
    fn phases_turn_full_and_empty_boards_oppositely() {
        let turned = turn(Grain::Phases, "frozen, by phase");
        let [full, empty] = tables("frozen");
        for (tables, power) in [(full, 1.0), (empty, -1.0)] {
            for &(added, before) in &turned[tables.first..tables.first + tables.len()] {
                assert!(
                    (before + added - before * f64::exp(power)).abs() < 1e-9,
                    "{power}"
                );
            }
        }
        let others = turned.len() - full.len() - empty.len();
        assert!(turned.iter().filter(|&&(added, _)| added == 0.0).count() >= others);
        let is_of_material = |knob: &Knob| knob.name.starts_with(MATERIAL);
        assert!(
            !knobs(&[Grain::Phases], &weights())
                .iter()
                .any(is_of_material)
        );
    }

    #[test]
    fn no_two_knobs_have_the_same_name() {
        let knobs = knobs(Grain::value_variants(), &weights());
        let mut names: Vec<&str> = knobs.iter().map(|knob| knob.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), knobs.len());
    }
}
