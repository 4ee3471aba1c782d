//! Steps that begin or complete a capture of an enemy piece within the steps left.
//!
//! An enemy piece falls when it stands on a trap and its last defender is displaced, or when it is moved onto a trap that
//! none of its friends defends. Either way one of the pieces beside the trap, here called guards, has to be pushed or
//! pulled by a stronger piece beside it, which costs two steps, after one or two steps if that piece has to come near
//! first. Two guards take two displacements. Captures that need anything more are not seen: this is a quick guess, while
//! [`capture`](super::capture) knows.

use crate::rules::{Board, Position, Step, StepSet, freezing, traps};
use crate::types::{Bitboard, Kind, Side, Square};

/// Returns the steps that begin or complete such captures in this turn. Some of them may turn out to lead nowhere.
pub fn capture_steps(position: &Position) -> StepSet {
    let board = position.board();
    let side = position.side_to_move();
    let enemies = board.side(!side);
    let guards_anywhere = traps::BESIDE & enemies;
    if guards_anywhere.is_empty() {
        return StepSet::default();
    }
    let mut pulls = StepSet::default();
    pulls.add_open_pulls(position.pending());
    let captures = |step: &Step| {
        let captured = position.captured_by(*step);
        captured.is_some_and(|(piece, _)| piece.side != side)
    };
    let mut steps: StepSet = pulls.iter().filter(captures).collect();
    let steps_left = position.steps_left();
    if steps_left < 2 || position.pending().is_push() {
        return steps;
    }
    let displacements = Displacements {
        board,
        side,
        free: freezing::free(board, side),
        steps_left,
    };
    for trap in Bitboard::TRAPS {
        let guards = trap.neighbors() & enemies;
        let victim_on_trap = enemies.contains(trap);
        match guards.len() {
            1 if victim_on_trap => displacements.displace(&mut steps, guards, steps_left),
            1 => displacements.drag_onto(&mut steps, guards, trap),
            2 if steps_left == 4 => {
                for guard in guards {
                    displacements.displace(&mut steps, guard.bit(), 2);
                }
            }
            _ => {}
        }
    }
    steps
}

struct Displacements<'a> {
    board: &'a Board,
    side: Side,
    free: Bitboard,
    steps_left: u8,
}

impl Displacements<'_> {
    /// Steps that begin to push or pull the guard anywhere, within `budget` steps.
    fn displace(&self, steps: &mut StepSet, guard: Bitboard, budget: u8) {
        let captors = self.captors(guard);
        let beside = guard.neighbors();
        let empty = self.board.empty();
        let near = captors & beside;
        if near.any() {
            steps.add(guard, empty);
            steps.add(near, empty);
        }
        self.approach(steps, captors & !beside, beside, budget);
    }

    /// Steps that begin to push or pull the guard onto the trap.
    fn drag_onto(&self, steps: &mut StepSet, guard: Bitboard, trap: Square) {
        let captors = self.captors(guard);
        let beside = guard.neighbors();
        let near = captors & beside;
        let empty = self.board.empty();
        if empty.contains(trap) {
            if near.any() {
                steps.add(guard, trap.bit());
            }
            self.approach(steps, captors & !beside, beside, self.steps_left);
        } else {
            // One of our own pieces on the trap can make room by pulling the guard after itself.
            steps.add(near & trap.bit(), empty);
        }
    }

    /// Steps of `captors` that bring them nearer to a square `beside` the guard, if that leaves two steps of `budget`.
    fn approach(&self, steps: &mut StepSet, captors: Bitboard, beside: Bitboard, budget: u8) {
        let empty = self.board.empty();
        let arrival = beside & empty;
        if budget >= 3 {
            steps.add(captors, arrival);
        }
        if budget >= 4 {
            steps.add(captors, arrival.neighbors() & empty);
        }
    }

    /// Returns our free pieces that are stronger than the guard.
    fn captors(&self, guard: Bitboard) -> Bitboard {
        let kind = Kind::ALL
            .into_iter()
            .find(|&kind| (self.board.kind(kind) & guard).any());
        kind.map_or(Bitboard::EMPTY, |kind| {
            self.board.stronger_than(self.side, kind) & self.free
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom;

    use super::*;

    fn written(pieces: &str) -> Vec<String> {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        let legal = position.legal_steps();
        capture_steps(&position)
            .iter()
            .inspect(|&step| assert!(legal.contains(step), "{step} is legal"))
            .map(|step| step.to_string())
            .collect()
    }

    #[test]
    fn a_guard_beside_a_stronger_piece_is_pushed_onto_the_trap() {
        assert_eq!(written("rb3 Ea3"), ["b3e"]);
    }

    #[test]
    fn a_guard_is_pulled_onto_the_trap() {
        assert_eq!(written("rb3 Ec3 Rc2"), ["c3n", "c3e"]);
    }

    #[test]
    fn the_last_defender_is_displaced() {
        let steps = written("mc3 rb3 Ea3");
        for displacing in ["b3n", "b3s", "a3n", "a3s"] {
            assert!(steps.iter().any(|step| step == displacing), "{steps:?}");
        }
    }

    #[test]
    fn a_captor_two_steps_away_comes_near() {
        let steps = written("rb3 Ed4");
        assert!(steps.iter().any(|step| step == "d4w"), "{steps:?}");
    }

    #[test]
    fn nothing_is_hunted_away_from_traps() {
        assert!(written("ra8 Eb8").is_empty());
    }

    #[test]
    fn no_capture_of_one_step_is_missed() {
        let mut random = StdRng::seed_from_u64(1);
        let pieces =
            "Ed4 Me5 Hb4 Hg4 Dc4 Df4 Ce3 Ra3 Rb2 Rg3 ed6 mb5 hc5 hf5 dg5 de7 cf7 ra6 rb6 rh6";
        let mut position = Position::new(Board::with_pieces(pieces), Side::Gold);
        let mut count = 0;
        for _ in 0..20_000 {
            let side = position.side_to_move();
            let Some(next) = position.legal_steps().iter().choose(&mut random) else {
                position = Position::new(Board::with_pieces(pieces), Side::Gold);
                continue;
            };
            let known = capture_steps(&position);
            for step in &position.legal_steps() {
                let captured = position.captured_by(step);
                if captured.is_some_and(|(piece, _)| piece.side != side) {
                    count += 1;
                    assert!(known.contains(step), "{step} in {position:?}");
                }
            }
            position.play(next);
            if position.steps_left() == 0 {
                position.end_turn();
            }
        }
        assert!(count > 100, "{count} captures");
    }
}
