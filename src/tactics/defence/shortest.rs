//! The shortest defences: what a side does against a goal that would rather do something else.

use std::ops::ControlFlow;

use super::{Threat, holds_at_end, open_ways};
use crate::rules::{KeySet, Position, Turn};

/// What there is against the opponent's goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defences {
    /// The ways that take the fewest steps have been visited, one to each board.
    Shortest,
    /// Nothing, whatever the rest of the turn is used for.
    None,
    /// More steps would have to be tried than wanted, and none was found before that.
    Unknown,
}

/// Visits the shortest ways to continue the turn after which it can end without a goal for the opponent, until `visit`
/// breaks. Exact, repetition aside, unless that would take more than `most_tried` steps to be tried: then nothing may be
/// known, or some of the ways are not visited.
///
/// `threat` is the one against the position, and the side to move has no goal itself within the turn.
///
/// ```
/// use std::ops::ControlFlow;
/// use loxodon::rules::Position;
/// use loxodon::tactics::defence::{Defences, Threat, visit_shortest};
/// // Of all turns that stop the rabbit on d3 the shortest is a step of the elephant beside its way.
/// let position: Position = "g [...........................................r.........E.........R]".parse()?;
/// let threat = Threat::against(&position).unwrap();
/// let mut defences = vec![];
/// let found = visit_shortest(&position, threat, 1000, |defence| {
///     defences.push(defence.iter().map(ToString::to_string).collect::<Vec<_>>());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, Defences::Shortest);
/// assert_eq!(defences, [["f2w"]]);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn visit_shortest(
    position: &Position,
    threat: Threat,
    most_tried: u32,
    visit: impl FnMut(&Turn) -> ControlFlow<()>,
) -> Defences {
    let mut search = Search {
        visit,
        has_visited: false,
        line: Turn::new(),
        seen: KeySet::default(),
        left_to_try: most_tried,
    };
    for steps in 1..=position.steps_left() {
        search.seen.clear();
        let searched = search.go_on(position, Some(threat), steps);
        if search.has_visited {
            return Defences::Shortest;
        }
        if searched.is_break() {
            return Defences::Unknown;
        }
    }
    Defences::None
}

/// Searches for defences of one length.
struct Search<V> {
    visit: V,
    has_visited: bool,
    /// The steps made so far.
    line: Turn,
    /// The positions met, at the same distance from the end on all ways.
    seen: KeySet,
    left_to_try: u32,
}

impl<V: FnMut(&Turn) -> ControlFlow<()>> Search<V> {
    /// Visits the defences that take so many further steps; breaks if they are not to be visited all.
    fn go_on(&mut self, position: &Position, threat: Option<Threat>, steps: u8) -> ControlFlow<()> {
        let mut ways = match threat {
            Some(threat) => threat.defending_steps(position, steps),
            None => position.legal_steps(),
        };
        // Counted before those are left out that are known to be no use, which depends on what has been met before.
        let Some(left) = self.left_to_try.checked_sub(ways.len() as u32) else {
            return ControlFlow::Break(());
        };
        self.left_to_try = left;
        if steps == 1 {
            ways = open_ways::touched_by(position, ways);
        }
        for step in &ways {
            let mut after = *position;
            after.play_unchecked(step);
            if !self.seen.insert(after.key()) {
                continue;
            }
            self.line.push(step);
            let searched = self.go_on_after(position, &after, threat, steps - 1);
            self.line.pop();
            searched?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on after a step that led from `before` to `after`, with so many still to be made.
    fn go_on_after(
        &mut self,
        before: &Position,
        after: &Position,
        threat: Option<Threat>,
        steps: u8,
    ) -> ControlFlow<()> {
        if steps == 0 {
            if !holds_at_end(after) {
                return ControlFlow::Continue(());
            }
            self.has_visited = true;
            return (self.visit)(&self.line);
        }
        let is_untouched = |threat: Threat| threat.is_untouched(before, after);
        if after.pending().is_push() || threat.is_some_and(is_untouched) {
            return self.go_on(after, threat, steps);
        }
        match Threat::against(after) {
            Some(threat) => self.go_on(after, Some(threat), steps),
            // The threat is gone, but so is all that the turn has done: whatever comes next may keep it so.
            None if !after.can_end_turn() => self.go_on(after, None, steps),
            // A shorter way has been found.
            None => ControlFlow::Continue(()),
        }
    }
}
