use arrayvec::ArrayVec;

use super::action::Action;
use super::limits::MAX_PLY;
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Position, Turn};

/// The principal variation: the best actions found from a node on.
pub(super) type Pv = ArrayVec<Action, MAX_PLY>;

/// Sets a principal variation to an action and what follows it.
pub(super) fn set(pv: &mut Pv, first: Action, rest: &Pv) {
    pv.clear();
    pv.push(first);
    pv.extend(rest.iter().copied().take(MAX_PLY - 1));
}

/// Returns the actions of a whole turn that begins with so many steps left: if it is shorter, the last one ends it.
pub(super) fn actions(turn: &Turn, steps_left: usize) -> impl Iterator<Item = Action> {
    let ends_early = turn.len() < steps_left;
    let steps = turn.iter().copied().map(Action::Step);
    steps.chain(ends_early.then_some(Action::EndTurn))
}

/// Returns the turns of a principal variation; the last one may be incomplete.
pub(super) fn turns(root: &Position, pv: &[Action]) -> Vec<Turn> {
    let mut turns = vec![];
    let mut turn = Turn::new();
    let mut steps_left = root.steps_left();
    for &action in pv {
        if let Action::Step(step) = action {
            turn.push(step);
            steps_left -= 1;
            if steps_left > 0 {
                continue;
            }
        }
        turns.push(std::mem::take(&mut turn));
        steps_left = STEPS_PER_TURN;
    }
    if !turn.is_empty() {
        turns.push(turn);
    }
    turns
}
