//! The shortest defences: what a side does against a goal that would rather do something else.

use super::{Threat, holds_at_end};
use crate::rules::key_hash::KeySet;
use crate::rules::{Position, Turn};

/// What there is against the opponent's goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defences {
    /// The ways that take the fewest steps, one to each board.
    Shortest(Vec<Turn>),
    /// Nothing, whatever the rest of the turn is used for.
    None,
    /// More boards would have to be looked at than wanted.
    Unknown,
}

/// The shortest ways to continue the turn after which it can end without a goal for the opponent. Exact, repetition
/// aside, unless that would take a look at more than `most_boards` boards.
///
/// `threat` is the one against the position, and the side to move has no goal itself within the turn.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::defence::{Defences, Threat, shortest};
/// // Of all turns that stop the rabbit on d3 the shortest is a step of the elephant beside its way.
/// let position: Position = "g [...........................................r.........E.........R]".parse()?;
/// let threat = Threat::against(&position).unwrap();
/// let Defences::Shortest(defences) = shortest(&position, threat, 1000) else { panic!() };
/// assert_eq!(defences.len(), 1);
/// assert_eq!(defences[0].iter().map(ToString::to_string).collect::<Vec<_>>(), ["f2w"]);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn shortest(position: &Position, threat: Threat, most_boards: u32) -> Defences {
    let mut boards_left = most_boards;
    for steps in 1..=position.steps_left() {
        let mut defences = Collector {
            found: Vec::new(),
            line: Turn::new(),
            seen: KeySet::default(),
            boards_left,
        };
        if defences.collect(position, Some(threat), steps).is_none() {
            return Defences::Unknown;
        }
        if !defences.found.is_empty() {
            return Defences::Shortest(defences.found);
        }
        boards_left = defences.boards_left;
    }
    Defences::None
}

/// Collects defences of one length.
struct Collector {
    found: Vec<Turn>,
    /// The steps made so far.
    line: Turn,
    /// The positions met, at the same distance from the end on all ways.
    seen: KeySet,
    boards_left: u32,
}

impl Collector {
    /// Collects the defences that take so many further steps; none if they can't all be looked at.
    fn collect(&mut self, position: &Position, threat: Option<Threat>, steps: u8) -> Option<()> {
        let ways = match threat {
            Some(threat) => threat.parrying_steps(position, steps),
            None => position.legal_steps(),
        };
        for step in ways.iter() {
            let mut after = *position;
            after.play(step);
            if !self.seen.insert(after.key()) {
                continue;
            }
            self.boards_left = self.boards_left.checked_sub(1)?;
            self.line.push(step);
            let looked_at = self.go_on(position, &after, threat, steps - 1);
            self.line.pop();
            looked_at?;
        }
        Some(())
    }

    /// Goes on after a step that led from `before` to `after`, with so many still to be made.
    fn go_on(
        &mut self,
        before: &Position,
        after: &Position,
        threat: Option<Threat>,
        steps: u8,
    ) -> Option<()> {
        if steps == 0 {
            if holds_at_end(after) {
                self.found.push(self.line.clone());
            }
            return Some(());
        }
        let is_untouched = |threat: Threat| threat.is_untouched(before, after);
        if after.pending().is_push() || threat.is_some_and(is_untouched) {
            return self.collect(after, threat, steps);
        }
        match Threat::against(after) {
            Some(threat) => self.collect(after, Some(threat), steps),
            // The threat is gone, but so is all that the turn has done: whatever comes next may keep it so.
            None if !after.can_end_turn() => self.collect(after, None, steps),
            // A shorter way has been found.
            None => Some(()),
        }
    }
}
