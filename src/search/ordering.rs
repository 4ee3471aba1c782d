//! The order in which a node's actions are tried: the table's action, captures, what may lead to one, killers, then by
//! history; losing an own piece comes last.

use arrayvec::ArrayVec;

use super::action::Action;
use super::history::History;
use crate::rules::Position;
use crate::tactics::hunt::capture_steps;

/// More actions than any position can have: 16 pieces with four directions each, as many pushes, and the end of turn.
pub(super) const MAX_ACTIONS: usize = 136;

const TABLE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const TOWARDS_CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
const LOSS: i32 = -(1 << 26);

/// The actions of a node, handed out best first.
pub(super) struct Actions {
    list: ArrayVec<(Action, i32), MAX_ACTIONS>,
    next: usize,
}

impl Actions {
    /// All legal actions; ending the turn is one of them if `may_end`.
    pub(super) fn all(
        position: &Position,
        may_end: bool,
        table: Option<Action>,
        history: &History,
        ply: usize,
    ) -> Self {
        let towards_capture = capture_steps(position);
        let killers = history.killers(ply);
        let mut list = ArrayVec::new();
        let mut add = |action| {
            let mut score = history.score(position, action);
            if Some(action) == table {
                score += TABLE;
            } else if killers.contains(&Some(action)) {
                score += KILLER;
            }
            if let Action::Step(step) = action {
                score += match position.captured_by(step) {
                    Some((piece, _)) if piece.side != position.side_to_move() => {
                        CAPTURE + piece.kind.index() as i32
                    }
                    Some(_) => LOSS,
                    None if towards_capture.contains(step) => TOWARDS_CAPTURE,
                    None => 0,
                };
            }
            list.push((action, score));
        };
        if may_end {
            add(Action::EndTurn);
        }
        for step in position.legal_steps().iter() {
            add(Action::Step(step));
        }
        Self { list, next: 0 }
    }
}

impl Iterator for Actions {
    type Item = Action;

    /// Selects the best of the rest: most nodes are cut off before their actions would be sorted.
    fn next(&mut self) -> Option<Action> {
        let rest = &mut self.list[self.next..];
        let best = (0..rest.len()).max_by_key(|&i| (rest[i].1, std::cmp::Reverse(i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].0)
    }
}
