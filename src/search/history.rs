//! What has been good elsewhere: killer actions by distance from the root, and by side, piece and step what has cut off (the
//! history heuristic) and what the evaluation gains (as the gains of chess engines, there by piece and square).

use super::action::Action;
use crate::rules::board::PieceNumbers;
use crate::rules::{Position, Step};
use crate::types::{Kind, Score, Side};

/// The longest way from the root to a leaf, in steps.
pub(super) const MAX_PLY: usize = 160;

/// History scores stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;
/// The most that one cutoff adds.
const MOST_BONUS: i32 = 400;

/// A centi-rabbit of gain weighs as much as so many points of history.
const GAIN_PARTS: i32 = 64;
/// No action gains or loses more than this, in centi-rabbits.
pub(super) const MOST_GAIN: i32 = 100;
/// How many of the last gains count, more or less.
const GAINS_COUNTED: i32 = 16;

/// What [`History::score`] says is within this.
pub(super) const HIGHEST_SCORE: i32 = HISTORY_LIMIT + MOST_GAIN * GAIN_PARTS;

/// How many steps there can be.
const STEPS: usize = 256;
/// A side has an entry for each step of each piece.
const ENTRIES_PER_SIDE: usize = PieceNumbers::COUNT * STEPS;
/// The one for ending its turn is where those of a piece would be whose number no piece has.
const END_OF_TURN: usize = Kind::ALL.len() * STEPS;

/// The killers, the history and the gains of one thread.
#[derive(Debug)]
pub(super) struct History {
    killers: [[Option<Action>; 2]; MAX_PLY],
    entries: Vec<Entry>,
}

/// What is known of an action wherever it is possible.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// How well it has done at cutting off.
    history: i16,
    /// The mean of what it gained, in parts of a centi-rabbit.
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

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.entries.fill(Entry::default());
    }

    /// A new search begins, as a rule two turns further on: what has cut off before is still a hint, but weighs less than
    /// what will.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        for entry in &mut self.entries {
            entry.history /= 2;
        }
    }

    /// The actions that last cut off at this distance from the root.
    #[inline]
    pub(super) const fn killers(&self, ply: usize) -> [Option<Action>; 2] {
        self.killers[ply]
    }

    /// How well an action has done so far, within ±[`HIGHEST_SCORE`].
    #[inline]
    pub(super) fn score(&self, position: &Position, action: Action) -> i32 {
        self.entries[place(position, action)].score()
    }

    /// The same for a step of the [piece of that number](PieceNumbers), where that side is to move.
    #[inline]
    pub(super) fn step_score(&self, side: Side, piece: usize, step: Step) -> i32 {
        self.entries[place_of_step(side, piece, step)].score()
    }

    /// What an action has gained so far, in centi-rabbits.
    #[inline]
    pub(super) fn gain(&self, position: &Position, action: Action) -> Score {
        Score(i32::from(self.entries[place(position, action)].gain) / GAIN_PARTS)
    }

    /// One step from the leaves the action was worth so much more than the evaluation before it: what a quiet action is
    /// worth is mostly the same wherever it is made, and so near to the leaves few of them are tried.
    pub(super) fn learn_gain(&mut self, position: &Position, action: Action, gain: Score) {
        let kept = &mut self.entries[place(position, action)].gain;
        let gain = gain.0.clamp(-MOST_GAIN, MOST_GAIN) * GAIN_PARTS;
        *kept += ((gain - i32::from(*kept)) / GAINS_COUNTED) as i16;
    }

    /// `best` has cut off at that depth, after the actions of `tried` had not.
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
        let bonus = (depth * depth).clamp(1, MOST_BONUS);
        self.change(position, best, bonus);
        for &action in tried {
            self.change(position, action, -bonus);
        }
    }

    fn change(&mut self, position: &Position, action: Action, bonus: i32) {
        let score = &mut self.entries[place(position, action)].history;
        // The nearer to the limit, the less a bonus adds, so that scores never leave it.
        *score += (bonus - i32::from(*score) * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// Where the entry of an action is kept: by side to move, moving piece and step.
#[inline]
fn place(position: &Position, action: Action) -> usize {
    let side = position.side_to_move();
    match action {
        Action::Step(step) => {
            let piece = position.board().piece_numbers().at(step.from());
            place_of_step(side, piece, step)
        }
        Action::EndTurn => side.index() * ENTRIES_PER_SIDE + END_OF_TURN,
    }
}

#[inline]
const fn place_of_step(side: Side, piece: usize, step: Step) -> usize {
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
