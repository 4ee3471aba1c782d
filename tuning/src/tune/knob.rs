//! A knob: a set of weights that are turned up or down together.

/// A way to change the weights.
pub(super) struct Knob {
    /// What it changes.
    pub(super) name: String,
    pub(super) change: Change,
}

/// What a knob does to weights, by their numbers.
pub(super) enum Change {
    /// These weights are multiplied, by that share of a full turn each.
    Times(Vec<(usize, f64)>),
    /// Something is added to these weights, in centi-rabbits for a full turn.
    Plus(Vec<(usize, f64)>),
}

impl Change {
    /// Changes the weights so much further on, too, by that share.
    pub(super) fn extend(&mut self, further: usize, share: f64) {
        let (Self::Times(amounts) | Self::Plus(amounts)) = self;
        let more = amounts
            .iter()
            .map(|&(weight, amount)| (weight + further, amount * share));
        *amounts = amounts.iter().copied().chain(more).collect();
    }
}

impl Knob {
    /// Turns it by so many full turns, up or down; a full turn multiplies by e to the power of `strength`.
    pub(super) fn turn(&self, weights: &mut [f64], turns: f64, strength: f64) {
        match &self.change {
            Change::Times(shares) => {
                for &(weight, share) in shares {
                    weights[weight] *= (turns * share * strength).exp();
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
