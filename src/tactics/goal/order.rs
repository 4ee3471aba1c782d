//! Which steps need not follow a step on the way home: most have nothing to do with each other, and in either order come to
//! the same.

use crate::rules::{Pending, Position, Step, StepSet};
use crate::types::Bitboard;

/// What is known of the steps of a position while they are tried one after the other.
pub(super) struct Order {
    /// See [`Unblocking::near`](super::unblocking::Unblocking::near).
    near: Bitboard,
    /// The steps that were tried and leave nothing open.
    tried: StepSet,
}

impl Order {
    pub(super) fn new(near: Bitboard) -> Self {
        Self {
            near,
            tried: StepSet::default(),
        }
    }

    /// Returns the steps that no way home begins with after `step`, which is tried next and takes `before` to `after`.
    /// The goal must not be in reach from `before` with a step less.
    ///
    /// A step that was tried and has nothing to do with this one could have come first, and this one then: but no way home
    /// begins with it. And a way on which nothing but the next step may need this one, and that doesn't either, would lead
    /// home without this one.
    pub(super) fn useless_after(
        &mut self,
        step: Step,
        before: &Position,
        after: &Position,
    ) -> StepSet {
        // What is open has to be completed now or never.
        if before.pending() != Pending::None {
            return StepSet::default();
        }
        let changed = step.squares();
        let others = if (changed & self.near).any() {
            self.tried
        } else {
            StepSet::ALL
        };
        if after.pending() == Pending::None {
            self.tried.insert(step);
        }
        others.without(&others.touching(bound_to(changed)))
    }
}

/// Returns squares such that a step that neither leaves nor reaches any of them has nothing to do with a step between the
/// squares `changed`.
///
/// Whether a step can be made is told by the square ahead and those beside the mover. Who falls is told by those beside a trap,
/// which a step changes if it begins or ends on one of them or on the trap.
fn bound_to(changed: Bitboard) -> Bitboard {
    let beside = changed.within(1);
    beside | (beside & Bitboard::TRAPS).within(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::{Direction, Side};

    fn step(text: &str) -> Step {
        let (square, letter) = text.split_at(2);
        let direction = Direction::from_letter(letter.parse().unwrap());
        Step::new(square.parse().unwrap(), direction.unwrap())
    }

    /// Returns the steps that are useless after the second of two steps, the first of which has been tried before.
    fn useless_after(pieces: &str, near: Bitboard, steps: [&str; 2]) -> StepSet {
        let before = Position::new(Board::with_pieces(pieces), Side::Gold);
        let mut order = Order::new(near);
        let [_, useless] = steps.map(|text| {
            let mut after = before;
            after.play(step(text));
            order.useless_after(step(text), &before, &after)
        });
        useless
    }

    #[test]
    fn of_two_steps_that_have_nothing_to_do_with_each_other_one_comes_first() {
        let is_useless = |pieces, first, then| {
            useless_after(pieces, Bitboard::ALL, [first, then]).contains(step(first))
        };
        assert!(is_useless("Ea4 Ch4", "a4n", "h4n"));
        // The dog keeps the cat free.
        assert!(!is_useless("Ca4 Da5 ha3", "a4e", "a5n"));
        // Both guard the trap.
        assert!(!is_useless("Cc2 Db3 Ec3", "c2s", "b3w"));
        // The elephant's step may be followed by a pull, but only at once.
        assert!(!is_useless("Ea4 ra3 Ch4", "a4n", "h4n"));
    }

    #[test]
    fn what_only_the_next_step_can_need_is_followed_by_one_that_needs_it() {
        let useless = useless_after("Ea1 Ch1 Hh8", Bitboard::EMPTY, ["a1n", "h1n"]);
        assert!(useless.contains(step("h8w")));
        assert!(!useless.contains(step("h2n")));
    }
}
