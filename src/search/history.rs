//! What has cut off elsewhere: killer actions by distance from the root, and the history heuristic by side, piece and
//! step.

use super::action::Action;
use crate::rules::Position;
use crate::types::Side;

/// The longest way from the root to a leaf, in steps.
pub(super) const MAX_PLY: usize = 160;

/// History scores stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// By side to move, moving piece and step.
type PieceSteps = [[[i32; 256]; 12]; 2];

/// The killers and the history of one thread.
#[derive(Debug)]
pub(super) struct History {
    killers: [[Option<Action>; 2]; MAX_PLY],
    steps: Box<PieceSteps>,
    ends: [i32; 2],
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY],
            steps: Box::new([[[0; 256]; 12]; 2]),
            ends: [0; 2],
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
        let side = position.side_to_move();
        match action {
            Action::Step(step) => {
                let piece = position.board().known_piece_at(step.from());
                self.steps[side.index()][piece.index()][step.code() as usize]
            }
            Action::EndTurn => self.ends[side.index()],
        }
    }

    /// `best` has cut off at that depth, after the actions of `tried` had not.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: u32,
        best: Action,
        tried: &[Action],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        self.change(position, best, bonus);
        for &action in tried {
            self.change(position, action, -bonus);
        }
    }

    fn change(&mut self, position: &Position, action: Action, bonus: i32) {
        let side: Side = position.side_to_move();
        let entry = match action {
            Action::Step(step) => {
                let piece = position.board().known_piece_at(step.from());
                &mut self.steps[side.index()][piece.index()][step.code() as usize]
            }
            Action::EndTurn => &mut self.ends[side.index()],
        };
        // The nearer to the limit, the less a bonus adds, so that scores never leave it.
        *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
    }
}
