//! The knobs: sets of weights that are turned up or down together.

use loxodon::eval::{GROUPS, Group};

/// How many centi-rabbits a full turn of a tilt is, for each rank beyond the second and for each file towards the middle.
const TILT: f64 = 5.0;
/// The rank from which on a tilt counts, from 0.
const FIRST_TILTED_RANK: usize = 2;

/// A way to change the weights.
pub(super) struct Knob {
    /// What it changes.
    pub(super) name: String,
    change: Change,
}

enum Change {
    /// These weights are multiplied.
    Times(std::ops::Range<usize>),
    /// Something is added to these weights, in centi-rabbits for a full turn.
    Plus(Vec<(usize, f64)>),
}

impl Knob {
    /// Turns it by so many full turns, up or down; a full turn multiplies by e to the power of `strength`.
    fn turn(&self, weights: &mut [f64], turns: f64, strength: f64) {
        match &self.change {
            Change::Times(range) => {
                for weight in &mut weights[range.clone()] {
                    *weight *= (turns * strength).exp();
                }
            }
            Change::Plus(amounts) => {
                for &(weight, amount) in amounts {
                    weights[weight] += turns * amount;
                }
            }
        }
    }
}

/// The weights with all knobs turned.
pub(super) fn turned(weights: &[f64], knobs: &[Knob], turns: &[f64], strength: f64) -> Vec<f64> {
    let mut weights = weights.to_vec();
    for (knob, &turns) in knobs.iter().zip(turns) {
        knob.turn(&mut weights, turns, strength);
    }
    weights
}

/// A knob for each table, or for each entry of the first of its three axes; and for tables by kind, rank and file two that
/// tilt each kind's weights, forward and towards the middle. Tables that are all 0 have none.
pub(super) fn knobs(weights: &[f64]) -> Vec<Knob> {
    GROUPS
        .iter()
        .filter(|group| {
            let range = group.first..group.first + group.len();
            weights[range].iter().any(|&weight| weight != 0.0)
        })
        .flat_map(of_table)
        .collect()
}

fn of_table(group: &Group) -> Vec<Knob> {
    let [first, ranks, files] = group.axes;
    let part = group.len() / first.len();
    let mut knobs = Vec::new();
    for (index, label) in first.labels().iter().enumerate() {
        let from = group.first + index * part;
        let named = |what: &str| {
            let words = [group.name, label, what];
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            words.join(", ")
        };
        knobs.push(Knob {
            name: named(""),
            change: Change::Times(from..from + part),
        });
        if ranks.labels().len() == 8 && files.labels().len() == 4 {
            let by_square = |tilt: fn(usize, usize) -> f64| {
                let squares = (0..part).map(|square| (from + square, tilt(square / 4, square % 4)));
                Change::Plus(squares.collect())
            };
            knobs.push(Knob {
                name: named("forward"),
                change: by_square(|rank, _| {
                    TILT * rank.saturating_sub(FIRST_TILTED_RANK - 1) as f64
                }),
            });
            knobs.push(Knob {
                name: named("to the middle"),
                change: by_square(|_, file| TILT * (file as f64 - 1.5)),
            });
        }
    }
    knobs
}

#[cfg(test)]
mod tests {
    use loxodon::eval::weights;

    use super::*;

    #[test]
    fn every_weight_that_is_not_0_is_turned_by_one_knob_that_multiplies() {
        let before = weights();
        let knobs = knobs(&before);
        let times: Vec<f64> = knobs
            .iter()
            .map(|knob| f64::from(u8::from(matches!(knob.change, Change::Times(_)))))
            .collect();
        let after = turned(&before, &knobs, &times, 2f64.ln());
        for (before, after) in before.iter().zip(after) {
            assert!((after - 2.0 * before).abs() < 1e-9, "{before} {after}");
        }
    }

    #[test]
    fn tilts_leave_the_first_two_ranks_and_the_middle_of_the_board() {
        let before = weights();
        let knobs = knobs(&before);
        let group = GROUPS
            .iter()
            .find(|group| group.name == "placement on a full board")
            .unwrap();
        let turn = |what: &str| {
            let name = format!("{}, cat, {what}", group.name);
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
            added.collect::<Vec<f64>>()
        };
        let cats = group.first + 32;
        let forward = turn("forward");
        assert_eq!(forward[cats..cats + 8], [0.0; 8]);
        assert!(forward[cats + 8] > 0.0 && forward[cats + 31] > forward[cats + 8]);
        assert!(forward[..cats].iter().all(|&added| added == 0.0));
        let to_middle = turn("to the middle");
        assert!(to_middle[cats..cats + 32].iter().sum::<f64>().abs() < 1e-9);
        assert!(to_middle[cats] < 0.0 && to_middle[cats + 3] > 0.0);
    }
}
