//! The order in which a node's actions are searched: the table's action, steps that capture or may lead to a capture,
//! killers, then by history and gain.

use arrayvec::ArrayVec;

use super::action::Action;
use super::history::{HIGHEST_SCORE, History};
use crate::rules::{Position, Step, StepSet};
use crate::tactics::capture_hints::capture_steps;
use crate::types::Direction;

/// More actions than any position can have: 16 pieces with four directions each, as many pushes, and the end of turn.
pub(super) const MAX_ACTIONS: usize = 136;

/// What a killer adds to an action's precedence. Each of these three weighs more than all below it can differ by.
const KILLER: i32 = 1 << 16;
/// What a step towards a capture adds.
const TOWARDS_CAPTURE: i32 = 1 << 17;
/// What the table's action has more than others.
const TABLE: i32 = 1 << 18;

const _: () = {
    let span = 2 * HIGHEST_SCORE;
    assert!(KILLER > span);
    assert!(TOWARDS_CAPTURE > KILLER + span);
    assert!(TABLE > TOWARDS_CAPTURE + KILLER + span);
    assert!((TABLE + TOWARDS_CAPTURE + span) < i32::MAX >> u8::BITS);
};

/// An action that is to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) action: Action,
    /// Whether it is a step that neither captures an enemy piece nor may lead to that.
    pub(super) is_quiet: bool,
}

/// The actions of a node, returned in the order of their precedence.
pub(super) struct Actions {
    precedences: Precedences,
    /// The highest precedence of the actions that are still to be returned, `NONE` if there are none.
    best: i32,
    list: ArrayVec<Candidate, MAX_ACTIONS>,
    deferred: ArrayVec<Deferred, MAX_ACTIONS>,
}

/// The [`precedence`] of each action of the list, or `NONE` if it was dropped; the rest is `NONE`. All are different, so the
/// actions already returned are those from the last precedence up.
#[repr(align(64))]
struct Precedences([i32; MAX_ACTIONS.next_multiple_of(LANES)]);

/// An action that is to be searched after all others, and how many came before it in the order.
struct Deferred {
    candidate: Candidate,
    before: u8,
}

/// The indices of actions in the list: the end of the turn first, then the steps in the order of [`StepSet::iter`].
struct Indices<'a> {
    steps: &'a StepSet,
    may_end: bool,
}

impl Indices<'_> {
    /// Returns the index of an action, if it is legal.
    fn of(&self, action: Action) -> Option<usize> {
        match action {
            Action::EndTurn => self.may_end.then_some(0),
            Action::Step(step) => self
                .steps
                .contains(step)
                .then(|| usize::from(self.may_end) + self.steps.count_before(step)),
        }
    }
}

/// The number of precedences that are compared at once.
const LANES: usize = 16;

/// The precedence of no action, or of one that was dropped.
const NONE: i32 = i32::MIN;

/// Returns the precedence of an action: higher for a higher order, then for a lower index in the list.
#[inline]
const fn precedence(order: i32, index: usize) -> i32 {
    order << u8::BITS | (u8::MAX as usize - index) as i32
}

/// Returns the index in the list of the action with that precedence.
#[inline]
const fn index_of(precedence: i32) -> usize {
    (u8::MAX - precedence as u8) as usize
}

impl Actions {
    /// Returns an empty list. [`list`](Self::list) fills it in place, since moving the arrays takes time.
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            precedences: Precedences([NONE; _]),
            best: NONE,
            list: ArrayVec::new(),
            deferred: ArrayVec::new(),
        }
    }

    /// Lists the `steps`, and the end of the turn if it `may_end`, ordered by history; then moves up the table's action and
    /// the killers.
    pub(super) fn list(
        &mut self,
        position: &Position,
        steps: &StepSet,
        may_end: bool,
        table: Option<Action>,
        history: &History,
        ply: usize,
    ) {
        let side = position.side_to_move();
        let pieces = position.board().piece_numbers();
        let towards_capture = capture_steps(position);
        if may_end {
            let order = history.score(position, Action::EndTurn);
            self.add(Action::EndTurn, order, false);
        }
        for direction in Direction::ALL {
            let towards = towards_capture.sources(direction);
            for from in steps.sources(direction) {
                let step = Step::new(from, direction);
                let is_towards = towards.contains(from);
                let base = history.step_score(side, pieces.at(from), step);
                let order = base + i32::from(is_towards) * TOWARDS_CAPTURE;
                self.add(Action::Step(step), order, !is_towards);
            }
        }
        let indices = Indices { steps, may_end };
        self.move_up(table, TABLE, &indices);
        for killer in history.killers(ply) {
            if killer != table {
                self.move_up(killer, KILLER, &indices);
            }
        }
        self.select_below(i32::MAX);
    }

    /// Raises an action's precedence, if it is legal.
    #[inline]
    fn move_up(&mut self, action: Option<Action>, order: i32, indices: &Indices) {
        if let Some(index) = action.and_then(|action| indices.of(action)) {
            self.precedences.0[index] += order << u8::BITS;
        }
    }

    #[inline]
    fn add(&mut self, action: Action, order: i32, is_quiet: bool) {
        let index = self.list.len();
        self.precedences.0[index] = precedence(order, index);
        self.list.push(Candidate { action, is_quiet });
    }

    /// Drops the quiet actions that were not returned yet, and returns their number. Those that `keeps` selects stay, and no
    /// longer count as quiet.
    pub(super) fn drop_quiet(&mut self, keeps: impl Fn(Action) -> bool) -> usize {
        let mut dropped = 0;
        let last = self.best;
        for (precedence, candidate) in self.precedences.0.iter_mut().zip(&mut self.list) {
            if !candidate.is_quiet || !(NONE + 1..=last).contains(precedence) {
                continue;
            }
            if keeps(candidate.action) {
                candidate.is_quiet = false;
            } else {
                dropped += 1;
                *precedence = NONE;
            }
        }
        // The selected action may have been dropped, too.
        self.select_below(last + 1);
        dropped
    }

    /// Returns the number of deferred actions that are still to be returned.
    pub(super) const fn deferred_count(&self) -> usize {
        self.deferred.len()
    }

    /// Defers an action that came after `before` others: it is returned once more, after all others.
    pub(super) fn defer(&mut self, candidate: Candidate, before: usize) {
        let before = before as u8;
        self.deferred.push(Deferred { candidate, before });
    }

    /// Returns the next action and, if it was deferred, how many came before it in the order.
    pub(super) fn next(&mut self) -> Option<(Candidate, Option<usize>)> {
        if self.best == NONE {
            let Deferred { candidate, before } = self.deferred.pop()?;
            return Some((candidate, Some(usize::from(before))));
        }
        let index = index_of(self.best);
        self.select_below(self.best);
        Some((self.list[index], None))
    }

    /// Returns the action that comes next, unless only deferred ones are left.
    pub(super) fn coming(&self) -> Option<Action> {
        (self.best != NONE).then(|| self.list[index_of(self.best)].action)
    }

    /// Selects the best action below a precedence: most nodes are cut off before a full sort would pay.
    #[inline]
    fn select_below(&mut self, limit: i32) {
        let (chunks, _) = self.precedences.0.as_chunks::<LANES>();
        let mut best = [NONE; LANES];
        for chunk in &chunks[..self.list.len().div_ceil(LANES)] {
            for (best, &one) in best.iter_mut().zip(chunk) {
                let below = if one < limit { one } else { NONE };
                *best = below.max(*best);
            }
        }
        self.best = best.into_iter().fold(NONE, i32::max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::{Score, Side};

    /// Returns a position in which the horse can take the cat on c6 by pulling its guard away.
    fn position() -> Position {
        Position::new(Board::with_pieces("Ha6 cc6 rb6 Rg3 rh8"), Side::Gold)
    }

    fn actions(table: Option<Action>, history: &History) -> Actions {
        let position = position();
        let mut actions = Actions::new();
        actions.list(&position, &position.legal_steps(), false, table, history, 0);
        actions
    }

    fn order_of(mut actions: Actions) -> Vec<Action> {
        std::iter::from_fn(|| actions.next().map(|(candidate, _)| candidate.action)).collect()
    }

    fn step(text: &str) -> Action {
        let wanted = |step: &Step| step.to_string() == text;
        Action::Step(position().legal_steps().iter().find(wanted).unwrap())
    }

    #[test]
    fn every_action_is_handed_out_once() {
        let order = order_of(actions(None, &History::new()));
        assert_eq!(order.len(), position().legal_steps().len());
        assert!(
            order
                .iter()
                .enumerate()
                .all(|(i, one)| !order[..i].contains(one))
        );
    }

    #[test]
    fn after_the_tables_action_come_those_towards_a_capture_whatever_others_gain() {
        let mut history = History::new();
        history.learn_gain(&position(), step("g3e"), Score(90));
        let first = step("g3n");
        let order = order_of(actions(Some(first), &history));
        assert_eq!(order[0], first);
        let towards: Vec<_> = capture_steps(&position())
            .iter()
            .map(Action::Step)
            .collect();
        let (next, rest) = order[1..].split_at(towards.len());
        assert!(!towards.is_empty() && next.iter().all(|action| towards.contains(action)));
        assert_eq!(rest[0], step("g3e"));
    }

    #[test]
    fn quiet_actions_are_dropped_at_once() {
        let mut actions = actions(None, &History::new());
        let all = position().legal_steps().len();
        let dropped = actions.drop_quiet(|_| false);
        let mut left = 0;
        while let Some((candidate, _)) = actions.next() {
            assert!(!candidate.is_quiet);
            left += 1;
        }
        assert!(dropped > 0 && left > 0);
        assert_eq!(dropped + left, all);
        assert_eq!(actions.drop_quiet(|_| false), 0);
    }

    #[test]
    fn quiet_actions_that_were_handed_out_are_not_dropped_any_more() {
        let mut actions = actions(Some(step("g3n")), &History::new());
        let all = position().legal_steps().len();
        let (candidate, _) = actions.next().unwrap();
        assert!(candidate.is_quiet);
        let dropped = actions.drop_quiet(|_| false);
        let left = order_of(actions).len();
        assert!(dropped > 0 && left > 0);
        assert_eq!(1 + dropped + left, all);
    }

    #[test]
    fn a_quiet_action_that_is_kept_counts_as_quiet_no_more() {
        let history = History::new();
        let quiet = actions(None, &history)
            .list
            .into_iter()
            .find(|one| one.is_quiet);
        let kept = quiet.unwrap().action;
        let mut actions = actions(None, &history);
        actions.drop_quiet(|action| action == kept);
        let left: Vec<_> = std::iter::from_fn(|| actions.next()).collect();
        let is_kept = |(candidate, _): &&(Candidate, Option<usize>)| candidate.action == kept;
        assert_eq!(left.iter().filter(is_kept).count(), 1);
        assert!(left.iter().all(|(candidate, _)| !candidate.is_quiet));
    }

    #[test]
    fn what_is_deferred_comes_after_all_others() {
        let mut actions = actions(None, &History::new());
        let (first, _) = actions.next().unwrap();
        actions.defer(first, 7);
        assert_eq!(actions.deferred_count(), 1);
        let mut last = None;
        while let Some((candidate, before)) = actions.next() {
            last = Some((candidate.action, before));
        }
        assert_eq!(last, Some((first.action, Some(7))));
    }
}
