//! Move ordering learnt in the search: killer actions by ply and, by side, piece and step, the history heuristic and the
//! mean gain of the evaluation (as the gains of chess engines, there by piece and square).

use super::action::Action;
use super::limits::MAX_PLY;
use super::parameters;
use crate::rules::board::PieceNumbers;
use crate::rules::{Position, Step};
use crate::types::{Kind, Score, Side};

/// The bound of history scores, in either direction (de559a1, not tuned).
const HISTORY_LIMIT: i32 = 1 << 14;

/// The points of history that one centi-rabbit of gain counts for (72c6d46, a quarter less time to depth 12).
const GAIN_PARTS: i32 = 64;
/// The bound of an action's gain, in centi-rabbits, in either direction (72c6d46, not tuned).
pub(super) const MOST_GAIN: i32 = 100;

/// The bound of [`History::score`], in either direction.
pub(super) const HIGHEST_SCORE: i32 = HISTORY_LIMIT + MOST_GAIN * GAIN_PARTS;

/// The number of step codes.
const STEPS: usize = 256;
/// The entries of a side: one for each step of each piece.
const ENTRIES_PER_SIDE: usize = PieceNumbers::COUNT * STEPS;
/// The entry for ending the turn is the first of a piece number that no piece has.
const END_OF_TURN: usize = Kind::ALL.len() * STEPS;

/// The killers, the history and the gains of one thread.
#[derive(Debug)]
pub(super) struct History {
    killers: [[Option<Action>; 2]; MAX_PLY],
    entries: Vec<Entry>,
}

/// What the search has learnt of an action, in whatever position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The history heuristic's score.
    history: i16,
    /// The mean gain, in parts of a centi-rabbit.
    gain: i16,
}

impl Entry {
    #[inline]
    const fn score(self) -> i32 {
        self.history as i32 + self.gain as i32
    }
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            entries: vec![Entry::default(); 2 * ENTRIES_PER_SIDE],
        }
    }

    /// Clears everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.entries.fill(Entry::default());
    }

    /// Begins another search, which is usually two turns further on: clears the killers and halves the history.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        for entry in &mut self.entries {
            entry.history /= 2;
        }
    }

    /// Returns the actions that last cut off at this ply.
    #[inline]
    pub(super) const fn killers(&self, ply: usize) -> [Option<Action>; 2] {
        self.killers[ply]
    }

    /// Returns the ordering score of an action, within ±[`HIGHEST_SCORE`].
    #[inline]
    pub(super) fn score(&self, position: &Position, action: Action) -> i32 {
        self.entries[index_of(position, action)].score()
    }

    /// Returns the ordering score of a step of the [piece of that number](PieceNumbers), where that side is to move.
    #[inline]
    pub(super) fn step_score(&self, side: Side, piece: usize, step: Step) -> i32 {
        self.entries[index_of_step(side, piece, step)].score()
    }

    /// Returns the mean gain of an action, in centi-rabbits.
    #[inline]
    pub(super) fn gain(&self, position: &Position, action: Action) -> Score {
        Score(i32::from(self.entries[index_of(position, action)].gain) / GAIN_PARTS)
    }

    /// Updates the mean gain of an action by the difference that it made to the evaluation, one step from the leaves: a quiet
    /// action gains about the same wherever it is made.
    pub(super) fn learn_gain(&mut self, position: &Position, action: Action, gain: Score) {
        let kept = &mut self.entries[index_of(position, action)].gain;
        let gain = gain.0.clamp(-MOST_GAIN, MOST_GAIN) * GAIN_PARTS;
        *kept += ((gain - i32::from(*kept)) / parameters::gains_counted()) as i16;
    }

    /// Rewards the action that has cut off at that depth, and punishes those that were `tried` before it.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        best: Action,
        tried: &[Action],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth).clamp(1, parameters::most_bonus());
        self.change(position, best, bonus);
        for &action in tried {
            self.change(position, action, -bonus);
        }
    }

    fn change(&mut self, position: &Position, action: Action, bonus: i32) {
        let score = &mut self.entries[index_of(position, action)].history;
        // The nearer to the limit, the less a bonus adds, so that scores never exceed it.
        *score += (bonus - i32::from(*score) * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// Returns the index of an action's entry: by side to move, moving piece and step.
#[inline]
fn index_of(position: &Position, action: Action) -> usize {
    let side = position.side_to_move();
    match action {
        Action::Step(step) => {
            let piece = position.board().piece_numbers().at(step.from());
            index_of_step(side, piece, step)
        }
        Action::EndTurn => side.index() * ENTRIES_PER_SIDE + END_OF_TURN,
    }
}

#[inline]
const fn index_of_step(side: Side, piece: usize, step: Step) -> usize {
    side.index() * ENTRIES_PER_SIDE + piece * STEPS + step.code() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    #[test]
    fn what_an_action_gains_is_learnt_and_adds_to_its_score() {
        let position = Position::new(Board::with_pieces("Ed4 ra7"), Side::Gold);
        let mut steps = position.legal_steps().iter().map(Action::Step);
        let (good, bad) = (steps.next().unwrap(), steps.next().unwrap());
        let mut history = History::new();
        for _ in 0..200 {
            history.learn_gain(&position, good, Score(30));
            history.learn_gain(&position, bad, Score(-1000));
        }
        assert!((29..=30).contains(&history.gain(&position, good).0));
        assert!((-MOST_GAIN..=1 - MOST_GAIN).contains(&history.gain(&position, bad).0));
        assert!(history.score(&position, good) > history.score(&position, bad));
        history.begin_search();
        assert!(
            history.gain(&position, good) > Score::ZERO,
            "it is as true in the next search"
        );
        history.clear();
        assert_eq!(history.gain(&position, good), Score::ZERO);
    }
}
