//! Which enemy pieces can be captured, found by trying all sequences of steps: no bound, no shortcut, no code of the
//! tactics. Only which steps are legal and what a step costs is left to the rules.

use std::collections::HashMap;

use loxodon::rules::{Position, Step};
use loxodon::types::{Bitboard, Square};

/// What one piece costs to capture: steps first, then own pieces lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Price {
    /// The steps of the line, with the one that completes a push.
    pub(crate) steps: usize,
    /// How many own pieces fall within the line.
    pub(crate) losses: usize,
}

/// Where each of the captured side's pieces stands, in the order of where they stood at first: a square's number, or
/// [`GONE`].
type Whereabouts = [u8; 16];

const GONE: u8 = 64;

/// The enemy pieces that can be captured within the steps left, by the squares where they stand now.
pub(crate) fn slow_captures(root: &Position) -> HashMap<Square, Price> {
    let side = root.side_to_move();
    let mut at_first = [GONE; 16];
    for (place, square) in at_first.iter_mut().zip(root.board().side(!side)) {
        *place = square.index() as u8;
    }
    let mut prices = HashMap::new();
    let mut level = HashMap::from([((root.key(), at_first), (*root, 0))]);
    let most_steps = usize::from(root.steps_left());
    for steps in 1..=most_steps {
        let mut next = HashMap::new();
        for ((_, places), (position, losses)) in &level {
            for step in &position.legal_steps() {
                let fallen = position.captured_by(step);
                let captures = fallen.is_some_and(|(piece, _)| piece.side != side);
                if steps == most_steps && !captures {
                    continue;
                }
                let losses = losses + own_loss(position, step);
                let mut after = *position;
                after.play(step);
                let places_after = followed(places, step, after.board().side(!side));
                for i in 0..16 {
                    if places[i] != GONE && places_after[i] == GONE {
                        let price = price_with_push_completed(&after, steps, losses);
                        let square = Square::new(usize::from(at_first[i]));
                        let best = prices.entry(square).or_insert(price);
                        *best = price.min(*best);
                    }
                }
                let (_, fewest) = next
                    .entry((after.key(), places_after))
                    .or_insert((after, losses));
                *fewest = losses.min(*fewest);
            }
        }
        level = next;
    }
    prices
}

fn own_loss(position: &Position, step: Step) -> usize {
    let fallen = position.captured_by(step);
    usize::from(fallen.is_some_and(|(piece, _)| piece.side == position.side_to_move()))
}

fn price_with_push_completed(position: &Position, steps: usize, losses: usize) -> Price {
    if !position.pending().is_push() {
        return Price { steps, losses };
    }
    let fewest = position
        .legal_steps()
        .iter()
        .map(|step| own_loss(position, step))
        .min();
    Price {
        steps: steps + 1,
        losses: losses + fewest.unwrap(),
    }
}

fn followed(places: &Whereabouts, step: Step, present: Bitboard) -> Whereabouts {
    places.map(|place| {
        let now = if place == step.from().index() as u8 {
            step.to().index() as u8
        } else {
            place
        };
        if now != GONE && present.contains(Square::new(usize::from(now))) {
            now
        } else {
            GONE
        }
    })
}
