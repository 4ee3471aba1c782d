//! The order in which a node's actions are tried: the table's action, captures, what may lead to one, killers, then by
//! history; losing an own piece comes last.

use arrayvec::ArrayVec;

use super::action::Action;
use super::history::History;
use crate::rules::{Position, StepSet};
use crate::tactics::hunt::capture_steps;

/// More actions than any position can have: 16 pieces with four directions each, as many pushes, and the end of turn.
pub(super) const MAX_ACTIONS: usize = 136;

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const TOWARDS_CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
const LOSS: i32 = -(1 << 26);

/// An action that is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) action: Action,
    /// Whether it is a step that neither captures nor may lead to a capture.
    pub(super) is_quiet: bool,
    /// How many actions came before it in the order, if it was put off.
    pub(super) put_off_after: Option<usize>,
    order: i32,
}

/// The actions of a node, handed out best first.
pub(super) struct Actions {
    list: ArrayVec<Candidate, MAX_ACTIONS>,
    next: usize,
    put_off: ArrayVec<Candidate, MAX_ACTIONS>,
}

impl Actions {
    /// The actions that make one of `steps`, and ending the turn if it `may_end`.
    pub(super) fn new(
        position: &Position,
        steps: StepSet,
        may_end: bool,
        table: Option<Action>,
        history: &History,
        ply: usize,
    ) -> Self {
        let towards_capture = capture_steps(position);
        let killers = history.killers(ply);
        let mut list = ArrayVec::new();
        let mut add = |action| {
            let mut order = history.score(position, action);
            let mut is_quiet = false;
            if Some(action) == table {
                order += TABLE;
            } else if killers.contains(&Some(action)) {
                order += KILLER;
            }
            if let Action::Step(step) = action {
                order += match position.captured_by(step) {
                    Some((piece, _)) if piece.side != position.side_to_move() => {
                        CAPTURE + piece.kind.index() as i32
                    }
                    Some(_) => LOSS,
                    None if towards_capture.contains(step) => TOWARDS_CAPTURE,
                    None => {
                        is_quiet = true;
                        0
                    }
                };
            }
            list.push(Candidate {
                action,
                is_quiet,
                put_off_after: None,
                order,
            });
        };
        if may_end {
            add(Action::EndTurn);
        }
        for step in steps.iter() {
            add(Action::Step(step));
        }
        Self {
            list,
            next: 0,
            put_off: ArrayVec::new(),
        }
    }

    /// How many actions were put off and are still to be handed out.
    pub(super) const fn put_off_count(&self) -> usize {
        self.put_off.len()
    }

    /// Hands the action out once more, after all others; `before` it came so many.
    pub(super) fn put_off(&mut self, candidate: Candidate, before: usize) {
        self.put_off.push(Candidate {
            put_off_after: Some(before),
            ..candidate
        });
    }
}

impl Iterator for Actions {
    type Item = Candidate;

    /// Selects the best of the rest: most nodes are cut off before their actions would be sorted.
    fn next(&mut self) -> Option<Candidate> {
        let rest = &mut self.list[self.next..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].order, std::cmp::Reverse(i)));
        let Some(best) = best else {
            return self.put_off.pop();
        };
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}
