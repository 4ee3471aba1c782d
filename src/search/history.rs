//! What has cut off elsewhere: killer actions by distance from the root, and the history heuristic by side, piece and
//! step.

use super::action::Action;
use crate::rules::Position;

/// The longest way from the root to a leaf, in steps.
pub(super) const MAX_PLY: usize = 160;

/// History scores stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;
/// The most that one cutoff adds.
const MOST_BONUS: i32 = 400;

/// A side has a score for each step of each of the twelve pieces, and one for ending its turn.
const SCORES_PER_SIDE: usize = 12 * 256 + 1;
const END_OF_TURN: usize = SCORES_PER_SIDE - 1;

/// The killers and the history of one thread.
#[derive(Debug)]
pub(super) struct History {
    killers: [[Option<Action>; 2]; MAX_PLY],
    scores: Vec<i32>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            scores: vec![0; 2 * SCORES_PER_SIDE],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.scores.fill(0);
    }

    /// A new search begins, as a rule two turns further on: what has cut off before is still a hint, but weighs less than
    /// what will.
    pub(super) fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        for score in &mut self.scores {
            *score /= 2;
        }
    }

    /// The actions that last cut off at this distance from the root.
    #[inline]
    pub(super) const fn killers(&self, ply: usize) -> [Option<Action>; 2] {
        self.killers[ply]
    }

    /// How well an action has done so far, within ±[`HISTORY_LIMIT`].
    #[inline]
    pub(super) fn score(&self, position: &Position, action: Action) -> i32 {
        self.scores[place(position, action)]
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
        let score = &mut self.scores[place(position, action)];
        // The nearer to the limit, the less a bonus adds, so that scores never leave it.
        *score += bonus - *score * bonus.abs() / HISTORY_LIMIT;
    }
}

/// Where the score of an action is kept: by side to move, moving piece and step.
#[inline]
fn place(position: &Position, action: Action) -> usize {
    let side = position.side_to_move().index() * SCORES_PER_SIDE;
    side + match action {
        Action::Step(step) => {
            let piece = position.board().known_piece_at(step.from());
            piece.index() * 256 + usize::from(step.code())
        }
        Action::EndTurn => END_OF_TURN,
    }
}
