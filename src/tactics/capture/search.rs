//! The stages of the search for captures, from one step to four.

use super::displacement::FirstDisplacements;
use super::found::{Capture, Captures, Losses};
use super::preparation::Preparation;
use super::trap_target::TrapTarget;
use crate::rules::pushes::{pushable, pushers};
use crate::rules::{Position, Step, StepSet, Turn, freezing};
use crate::types::{Bitboard, Side, Square};

pub(super) struct Search<'a> {
    root: &'a Position,
    side: Side,
    /// The steps from the root to the position that is looked at.
    line: Turn,
    found: Captures,
    /// Where the pieces stand for which nothing better can be found: a line of fewer steps is known, or one of as many
    /// steps that costs nothing.
    settled: Bitboard,
}

impl<'a> Search<'a> {
    pub(super) fn new(root: &'a Position) -> Self {
        Self {
            root,
            side: root.side_to_move(),
            line: Turn::new(),
            found: Captures::new(),
            settled: Bitboard::EMPTY,
        }
    }

    pub(super) fn run(mut self) -> Captures {
        let root = self.root;
        let steps = root.steps_left();
        if root.pending().is_push() {
            // The enemy piece has moved already: completing the push captures nothing.
            if steps >= 3 {
                self.displace_after(root.legal_steps());
            }
            return self.found;
        }
        let mut open_pulls = StepSet::default();
        open_pulls.add_open_pulls(root.pending());
        for pull in &open_pulls {
            if let Some((_, trap)) = root.captured_by(pull) {
                self.after(root, pull, |search, _| search.offer(trap));
            }
        }
        self.close_stage();
        if steps >= 2 {
            self.displace_guards(root);
            self.close_stage();
        }
        if steps >= 3 {
            self.displace_after(open_pulls);
            self.prepare_all(1);
            self.close_stage();
        }
        if steps >= 4 {
            self.prepare_all(2);
            self.displace_twice();
        }
        self.found
    }

    /// Ends a stage: what is found from now on takes a step more.
    fn close_stage(&mut self) {
        for capture in &self.found {
            self.settled |= capture.square.bit();
        }
    }

    /// Goes on in the position after a step.
    #[inline]
    fn after(&mut self, position: &Position, step: Step, go_on: impl FnOnce(&mut Self, &Position)) {
        let mut after = *position;
        after.play_unchecked(step);
        self.line.push(step);
        go_on(self, &after);
        self.line.pop();
    }

    /// Displaces guards after any one of these steps.
    fn displace_after(&mut self, steps: StepSet) {
        for step in &steps {
            self.after(self.root, step, Self::displace_guards);
        }
    }

    /// Captures by displacing the single guard of any trap, now.
    fn displace_guards(&mut self, position: &Position) {
        for trap in Bitboard::TRAPS {
            if let Some(trap_target) = TrapTarget::at(trap, position.board(), self.side) {
                self.displace_guard(position, trap_target);
            }
        }
    }

    /// Finds all ways to displace the guard now.
    fn displace_guard(&mut self, position: &Position, trap_target: TrapTarget) {
        let board = position.board();
        let captors = pushers(board, self.side, trap_target.guard);
        if captors.is_empty() || self.settled.contains(self.origin(trap_target.victim())) {
            return;
        }
        for to in trap_target.push_targets(board) {
            for captor in captors {
                self.offer_after(push(trap_target.guard, to, captor), trap_target.trap);
            }
        }
        for captor in captors & trap_target.pull_sources() {
            for exit in captor.neighbors() & board.empty() {
                self.offer_after(pull(trap_target.guard, captor, exit), trap_target.trap);
            }
        }
    }

    /// Displaces guards after own steps, as many as given.
    fn prepare_all(&mut self, steps: u8) {
        let root = self.root;
        for trap in Bitboard::TRAPS {
            if let Some(trap_target) = TrapTarget::at(trap, root.board(), self.side)
                && !self.settled.contains(trap_target.victim())
            {
                self.prepare(root, trap_target, steps);
            }
        }
    }

    fn prepare(&mut self, position: &Position, trap_target: TrapTarget, steps: u8) {
        let preparation = Preparation::new(position.board(), self.side, trap_target);
        if steps == 1 {
            for step in &preparation.last_steps() {
                self.after(position, step, |search, after| {
                    search.displace_guard(after, trap_target);
                });
            }
        } else {
            for step in &preparation.first_steps() {
                self.after(position, step, |search, after| {
                    search.prepare(after, trap_target, steps - 1);
                });
            }
        }
    }

    /// Displaces guards after displacing another piece, or brings one to a trap first.
    fn displace_twice(&mut self) {
        let root = self.root;
        let board = root.board();
        let useful = FirstDisplacements::new(board, self.side, self.settled);
        if useful.is_empty() {
            return;
        }
        let empty = board.empty();
        for enemy in pushable(board, self.side, freezing::free(board, self.side)) {
            for captor in pushers(board, self.side, enemy) {
                for to in enemy.neighbors() & empty {
                    let [enemys, own] = push(enemy, to, captor);
                    if useful.contains(enemys, own) {
                        self.displace(enemys, own);
                    }
                }
                for exit in captor.neighbors() & empty {
                    let [own, enemys] = pull(enemy, captor, exit);
                    if useful.contains(enemys, own) {
                        self.displace(own, enemys);
                    }
                }
            }
        }
    }

    /// Displaces guards after the two steps of a first displacement.
    fn displace(&mut self, first: Step, second: Step) {
        self.after(self.root, first, |search, between| {
            search.after(between, second, Self::displace_guards);
        });
    }

    fn offer_after(&mut self, displacement: [Step; 2], trap: Square) {
        for step in displacement {
            self.line.push(step);
        }
        self.offer(trap);
        for _ in displacement {
            self.line.pop();
        }
    }

    /// Takes the line as one that captures the enemy piece on the trap, if it is the best so far.
    fn offer(&mut self, trap: Square) {
        let square = self.origin(trap);
        if self.settled.contains(square) {
            return;
        }
        let losses = self.losses();
        if losses.is_empty() {
            self.settled |= square.bit();
        }
        let known = self.found.iter_mut().find(|known| known.square == square);
        match known {
            Some(known) if known.losses.len() <= losses.len() => {}
            Some(known) => {
                known.line.clone_from(&self.line);
                known.losses = losses;
            }
            None => self.found.push(Capture {
                piece: self.root.board().known_piece_at(square),
                square,
                line: self.line.clone(),
                losses,
            }),
        }
    }

    /// Returns the own pieces that the line costs.
    fn losses(&self) -> Losses {
        let mut losses = Losses::new();
        let mut position = *self.root;
        for (played, &step) in self.line.iter().enumerate() {
            if let Some((piece, trap)) = position.captured_by(step)
                && piece.side == self.side
            {
                losses.push((piece, origin(&self.line[..=played], trap)));
            }
            position.play_unchecked(step);
        }
        losses
    }

    /// Returns where the piece that is on a square after the line stood at the root.
    #[inline]
    fn origin(&self, square: Square) -> Square {
        origin(&self.line, square)
    }
}

/// Returns the steps that push an enemy piece to an empty square.
#[inline]
fn push(enemy: Square, to: Square, captor: Square) -> [Step; 2] {
    [Step::between(enemy, to), Step::between(captor, enemy)]
}

/// Returns the steps with which a captor goes to an empty square and pulls an enemy piece after it.
#[inline]
fn pull(enemy: Square, captor: Square, exit: Square) -> [Step; 2] {
    [Step::between(captor, exit), Step::between(enemy, captor)]
}

/// Returns where the piece that is on a square after a line, or was captured there by its last step, stood before the
/// line.
#[inline]
fn origin(line: &[Step], square: Square) -> Square {
    line.iter().rev().fold(square, |square, step| {
        if step.to() == square {
            step.from()
        } else {
            square
        }
    })
}
