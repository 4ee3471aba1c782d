//! Whole turns: the distinct boards that a turn can lead to, each with one way to get there.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::rules::{KeySet, Position, Turn};

/// How many times as many boards a step more reaches, as a rule, so that room for them can be made at once: with the
/// last step 5.4 times on the positions of `benches/rules`.
pub(super) const USUAL_GROWTH: usize = 6;

impl Position {
    /// Calls `visit` with each distinct turn from here and the board key that it leads to, until it breaks.
    ///
    /// Turns that lead to the same board are visited once, by one of the shortest ways; shorter turns come first.
    /// Repetition is not asked: it takes a [`Game`](super::Game) to know the past. From a position within a turn, the
    /// ways to finish that turn are visited.
    pub fn visit_distinct_turns<B>(
        &self,
        visit: impl FnMut(&Turn, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_distinct_turns_where(|_| true, visit)
    }

    /// Does the same as [`visit_distinct_turns`](Self::visit_distinct_turns), but only with turns that pass through positions
    /// from which `goes_on` wants to go on. The way that is found to a board must not matter to it.
    pub(crate) fn visit_distinct_turns_where<B>(
        &self,
        goes_on: impl Fn(&Self) -> bool,
        mut visit: impl FnMut(&Turn, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Breadth first: a position is met first with the most steps left, and what it leads to then is all that
        // it can ever lead to.
        let mut level = vec![(*self, Turn::new())];
        let mut reached = KeySet::default();
        let mut ends = KeySet::default();
        reached.insert(self.board_key() ^ self.pending().key());
        for _ in 1..self.steps_left() {
            let mut next = Vec::with_capacity(USUAL_GROWTH * level.len());
            for (position, turn) in &level {
                for step in &position.legal_steps() {
                    let mut after = *position;
                    after.play_unchecked(step);
                    let key = after.board_key();
                    if after.can_end_turn() && ends.insert(key) {
                        visit(&turn.followed_by(step), key)?;
                    }
                    if reached.insert(key ^ after.pending().key()) && goes_on(&after) {
                        next.push((after, turn.followed_by(step)));
                    }
                }
            }
            level = next;
        }
        // The last step, after which no push can be open. There are so many that they are not made: a key is enough.
        ends.reserve(USUAL_GROWTH * level.len());
        for (position, turn) in &level {
            for step in &position.legal_steps() {
                let key = position.board_key_after(step);
                if key != self.turn_start_key() && ends.insert(key) {
                    visit(&turn.followed_by(step), key)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `look` with each distinct turn, shorter ones first, and the key of the board that it leads to.
    pub fn for_each_distinct_turn(&self, mut look: impl FnMut(&Turn, u64)) {
        let ControlFlow::Continue(()) = self.visit_distinct_turns(|turn, board_key| {
            look(turn, board_key);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Returns all distinct turns from here, shorter ones first.
    pub fn distinct_turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.for_each_distinct_turn(|turn, _| turns.push(turn.clone()));
        turns
    }

    /// Returns how many distinct turns there are.
    pub fn count_distinct_turns(&self) -> usize {
        let mut count = 0;
        self.for_each_distinct_turn(|_, _| count += 1);
        count
    }

    /// Returns the position after a whole turn that is known to be legal, with the opponent to move.
    #[must_use]
    pub fn after_turn(&self, turn: &Turn) -> Self {
        let mut after = *self;
        for &step in turn {
            after.play_unchecked(step);
        }
        after.end_turn();
        after
    }
}
