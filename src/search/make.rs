//! Making and unmaking actions and whole turns, with the ends of turns and of the game that follow from them: the search
//! changes its position here and nowhere else.

use super::action::Action;
use super::pv;
use super::worker::Worker;
use crate::rules::match_score::winner_if_halted;
use crate::rules::{Pending, Position, Turn, outcome};
use crate::types::{Score, Side};

/// A made action.
pub(super) struct MadeAction {
    /// Whether it has ended the turn.
    ends_turn: bool,
    /// The key of the position after it.
    pub(super) key: u64,
    /// The number of steps that it takes of the turn, passed ones included.
    pub(super) steps: u8,
    /// The score for the side that made the action, if it has decided the game.
    decided: Option<Score>,
    /// Whether a piece of either side is captured.
    pub(super) captures: bool,
}

impl MadeAction {
    /// Returns the score for the side that made the action, if it has decided the game.
    pub(super) const fn decided(&self) -> Option<Score> {
        self.decided
    }

    /// Returns the window of the side that made the action as that of the side to move now.
    pub(super) fn window(&self, alpha: Score, beta: Score) -> (Score, Score) {
        if self.ends_turn {
            (-beta, -alpha)
        } else {
            (alpha, beta)
        }
    }

    /// Returns the score of the side to move now as that of the side that made the action.
    pub(super) fn score_of_maker(&self, score: Score) -> Score {
        if self.ends_turn { -score } else { score }
    }
}

impl Worker<'_> {
    /// Makes an action, and ends the turn if it must end. Returns none, with nothing made, if that is illegal or useless.
    pub(super) fn make(&mut self, action: Action, ply: usize) -> Option<MadeAction> {
        let mover = self.position.side_to_move();
        match action {
            Action::EndTurn => Some(self.pass(ply)),
            Action::Step(step) => {
                let pieces_before = self.position.board().occupied().len();
                let before = self.position.play_unchecked(step);
                let board = self.position.board();
                let captures = board.occupied().len() < pieces_before;
                let at_goal = (board.rabbits(mover) & mover.goal_row()).any();
                let ends = self.position.steps_left() == 0
                    || at_goal && !self.position.pending().is_push();
                // From the turn's first board, whatever follows could have been done with more steps left, except a pull.
                let useless =
                    self.position.is_unchanged() && self.position.pending() == Pending::None;
                if useless || ends && !self.may_end_turn() {
                    self.position.undo(before);
                    return None;
                }
                let decided = if ends { self.end_turn(ply + 1) } else { None };
                Some(MadeAction {
                    ends_turn: ends,
                    key: self.fetch(),
                    steps: 1,
                    decided,
                    captures,
                })
            }
        }
    }

    /// Ends the turn and passes the steps that are left.
    pub(super) fn pass(&mut self, ply: usize) -> MadeAction {
        let steps = self.position.steps_left();
        let decided = self.end_turn(ply);
        MadeAction {
            ends_turn: true,
            key: self.fetch(),
            steps,
            decided,
            captures: false,
        }
    }

    /// Returns the position's key, and begins to load its entries in the table and the evaluation cache.
    fn fetch(&self) -> u64 {
        let key = self.key();
        self.shared.table.prefetch(key);
        let evaluations = &self.thread_data.eval_cache;
        evaluations.prefetch(self.position.key_without_pending());
        key
    }

    /// Begins to load the entries of the position after an action. Where the action leaves a push or pull open, they are the
    /// wrong ones, which does no harm.
    pub(super) fn prefetch_after(&self, action: Action) {
        let key = match action {
            Action::Step(step) => self.position.likely_key_after(step),
            Action::EndTurn => self.position.turn_key_after_end(),
        };
        self.shared.table.prefetch(key);
        self.thread_data.eval_cache.prefetch(key);
    }

    /// Ends the turn. Returns the score for the mover if that decides the game.
    fn end_turn(&mut self, ply: usize) -> Option<Score> {
        let mover = self.position.side_to_move();
        self.position.end_turn();
        self.repetitions.push(self.position.turn_key());
        self.winner(mover)
            .map(|winner| Score::end_in(ply, winner == mover))
    }

    /// Returns the winner after a turn of `mover`: by the board, or by the official score if the game is halted.
    fn winner(&self, mover: Side) -> Option<Side> {
        if self.is_halted() {
            Some(winner_if_halted(&self.position))
        } else {
            outcome::on_board(self.position.board(), mover).map(|outcome| outcome.winner)
        }
    }

    /// Makes a turn, calls `look` and unmakes it; returns none if the rules of repetition forbid the turn.
    pub(super) fn after_turn<T>(
        &mut self,
        turn: &Turn,
        look: impl FnOnce(&mut Self, &MadeAction) -> T,
    ) -> Option<T> {
        let before = self.position;
        for &step in turn {
            self.position.play_unchecked(step);
        }
        let seen = self.may_end_turn().then(|| {
            let end = self.pass(turn.len());
            let seen = look(self, &end);
            self.unmake(&end, &before);
            seen
        });
        self.position = before;
        seen
    }

    /// Returns the key of the board after a turn, if the turn may end there.
    pub(super) fn key_after(&mut self, turn: &Turn) -> Option<u64> {
        self.after_turn(turn, |worker, _| worker.position.board_key())
    }

    /// Calls `look` at each position within a turn, from its start on, with the number and the action of the step that follows
    /// there or that ends it.
    pub(super) fn along_turn(&mut self, turn: &Turn, mut look: impl FnMut(&Self, usize, Action)) {
        let before = self.position;
        for (number, action) in pv::actions(turn, before.steps_left().into()).enumerate() {
            look(self, number, action);
            if let Action::Step(step) = action {
                self.position.play_unchecked(step);
            }
        }
        self.position = before;
    }

    /// Unmakes an action that was made in the position `before`.
    #[inline]
    pub(super) fn unmake(&mut self, made: &MadeAction, before: &Position) {
        if made.ends_turn {
            self.repetitions.pop();
        }
        self.position = *before;
    }
}
