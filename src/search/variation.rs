use arrayvec::ArrayVec;

use super::action::Action;
use super::history::MAX_PLY;
use crate::rules::{Position, Turn};

/// The best actions found from a node on.
pub(super) type Variation = ArrayVec<Action, MAX_PLY>;

/// Puts an action before the variation that follows it.
pub(super) fn set(variation: &mut Variation, first: Action, rest: &Variation) {
    variation.clear();
    variation.push(first);
    variation.extend(rest.iter().copied().take(MAX_PLY - 1));
}

/// The variation cut into turns; the last one may lack its end.
pub(super) fn turns(root: &Position, variation: &[Action]) -> Vec<Turn> {
    let mut turns = vec![];
    let mut turn = Turn::new();
    let mut steps_left = root.steps_left();
    for &action in variation {
        if let Action::Step(step) = action {
            turn.push(step);
            steps_left -= 1;
            if steps_left > 0 {
                continue;
            }
        }
        turns.push(std::mem::take(&mut turn));
        steps_left = 4;
    }
    if !turn.is_empty() {
        turns.push(turn);
    }
    turns
}
