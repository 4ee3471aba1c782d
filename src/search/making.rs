//! Making and undoing actions on the way through the tree, with the end of turn and of the game that follow from them.

use super::action::Action;
use super::variation::Variation;
use super::worker::Worker;
use crate::rules::match_score::winner_if_halted;
use crate::rules::{Pending, Position, outcome};
use crate::types::{Score, Side};

/// A made action.
pub(super) struct Made {
    /// Whether the turn has ended with it.
    ends_turn: bool,
    /// The key of the position that it leads to.
    pub(super) key: u64,
    /// Steps made or given up.
    pub(super) steps: u8,
    /// The score for the side that made the action, if it has decided the game.
    decided: Option<Score>,
    /// Whether a piece of either side is captured.
    pub(super) captures: bool,
}

impl Made {
    /// The score for the side that made the action, if it has decided the game.
    pub(super) const fn decided(&self) -> Option<Score> {
        self.decided
    }
}

impl Worker<'_> {
    /// Makes an action, and ends the turn if it must end; none if that is illegal or useless.
    pub(super) fn make(&mut self, action: Action, ply: usize) -> Option<Made> {
        let mover = self.position.side_to_move();
        match action {
            Action::EndTurn => Some(self.give_turn_away(ply)),
            Action::Step(step) => {
                let pieces_before = self.position.board().occupied().len();
                let before = self.position.play(step);
                let board = self.position.board();
                let captures = board.occupied().len() < pieces_before;
                let at_goal = (board.rabbits(mover) & mover.goal_row()).any();
                let ends = self.position.steps_left() == 0
                    || at_goal && !self.position.pending().is_push();
                // Back at the turn's first board, all that can follow could have been done with more steps left; all but
                // a pull.
                let useless =
                    self.position.is_unchanged() && self.position.pending() == Pending::None;
                if useless || ends && !self.may_end_turn() {
                    self.position.undo(before);
                    return None;
                }
                let decided = if ends { self.end_turn(ply + 1) } else { None };
                Some(Made {
                    ends_turn: ends,
                    key: self.fetch(),
                    steps: 1,
                    decided,
                    captures,
                })
            }
        }
    }

    /// Ends the turn without the steps that are left.
    pub(super) fn give_turn_away(&mut self, ply: usize) -> Made {
        let steps = self.position.steps_left();
        let decided = self.end_turn(ply);
        Made {
            ends_turn: true,
            key: self.fetch(),
            steps,
            decided,
            captures: false,
        }
    }

    /// The position's key; what the table knows of it and its evaluation are on their way.
    fn fetch(&self) -> u64 {
        let key = self.key();
        self.shared.table.prefetch(key);
        let evaluations = &self.memory.evaluations;
        evaluations.prefetch(self.position.key_without_pending());
        key
    }

    /// Has what is known of the position after an action brought near, as long as it leaves no push or pull open, which is
    /// enough for a hint.
    pub(super) fn prefetch_after(&self, action: Action) {
        let key = match action {
            Action::Step(step) => self.position.likely_key_after(step),
            Action::EndTurn => self.position.turn_key_after_end(),
        };
        self.shared.table.prefetch(key);
        self.memory.evaluations.prefetch(key);
    }

    /// Ends the turn; the score for the mover if the board decides the game, or the official score does.
    fn end_turn(&mut self, ply: usize) -> Option<Score> {
        let mover = self.position.side_to_move();
        self.position.end_turn();
        self.repetitions.push(self.position.turn_key());
        self.winner(mover).map(|winner| {
            if winner == mover {
                Score::win_in(ply)
            } else {
                Score::loss_in(ply)
            }
        })
    }

    /// Who has won with the end of a turn of `mover`: by the board, or by the official score if the game is halted.
    fn winner(&self, mover: Side) -> Option<Side> {
        if self.is_halted() {
            Some(winner_if_halted(&self.position))
        } else {
            outcome::on_board(self.position.board(), mover).map(|outcome| outcome.winner)
        }
    }

    /// The score of a made action for the side that made it: decided, or what `search` finds in the window of whose turn it
    /// is then.
    pub(super) fn score_after(
        &mut self,
        made: &Made,
        alpha: Score,
        beta: Score,
        pv: &mut Variation,
        search: impl FnOnce(&mut Self, Score, Score, &mut Variation) -> Score,
    ) -> Score {
        if let Some(score) = made.decided {
            pv.clear();
            score
        } else if made.ends_turn {
            -search(self, -beta, -alpha, pv)
        } else {
            search(self, alpha, beta, pv)
        }
    }

    /// Takes an action back that was made in the position `before`.
    #[inline]
    pub(super) fn unmake(&mut self, made: &Made, before: &Position) {
        if made.ends_turn {
            self.repetitions.pop();
        }
        self.position = *before;
    }
}
