//! The first of two displacements, of which the second captures.

use super::trap_target::TrapTarget;
use crate::rules::{Board, Step, freezing};
use crate::types::{Bitboard, Side};

/// Which first displacements can matter: those in which one of the two pieces leaves or reaches one of these squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstDisplacements {
    /// The enemy piece leaves one of these.
    enemy_leaves: Bitboard,
    /// The enemy piece reaches one of these.
    enemy_reaches: Bitboard,
    /// The own piece leaves one of these.
    own_leaves: Bitboard,
    /// The own piece reaches one of these.
    own_reaches: Bitboard,
}

impl FirstDisplacements {
    /// Returns those that can lead to a capture of a piece which is not `settled` yet.
    pub(super) fn new(board: &Board, side: Side, settled: Bitboard) -> Self {
        let enemies = board.side(!side);
        let mut first = Self::default();
        for trap in Bitboard::TRAPS {
            let guards = trap.neighbors() & enemies;
            match guards.len() {
                // A piece comes beside the trap and is moved onto it next.
                0 => first.enemy_reaches |= trap.neighbors(),
                1 => {
                    if let Some(trap_target) = TrapTarget::at(trap, board, side)
                        && !settled.contains(trap_target.victim())
                    {
                        first.add_unblocking(trap_target, board, side);
                    }
                }
                // One guard goes away, or onto the trap; then the other one is moved.
                2 => first.enemy_leaves |= guards,
                _ => {}
            }
        }
        first
    }

    /// Adds the squares of steps that make it possible to displace a single guard next, which can't be displaced yet.
    ///
    /// Whoever displaces it then either has come beside it, or was there and frozen, or was there and free and lacked an
    /// empty square. What freezes it or stands in the way may also leave by being captured, own or enemy piece.
    fn add_unblocking(&mut self, trap_target: TrapTarget, board: &Board, side: Side) {
        let beside = trap_target.guard.neighbors();
        self.own_reaches |= beside;
        let near = trap_target.captors(board, side) & beside;
        if near.is_empty() {
            return;
        }
        let free = freezing::free(board, side);
        let frozen = near & !free;
        self.own_reaches |= frozen.neighbors();
        self.enemy_leaves |= with_holders(frozen.neighbors());
        let idle = near & free;
        if idle.any() {
            let blocked = with_holders(trap_target.blocked(idle));
            self.own_leaves |= blocked;
            self.enemy_leaves |= blocked;
        }
    }

    /// Returns whether no square matters.
    pub(super) fn is_empty(self) -> bool {
        (self.enemy_leaves | self.enemy_reaches | self.own_leaves | self.own_reaches).is_empty()
    }

    /// Returns whether the displacement with these two steps can matter, the one of the enemy piece and the one of the
    /// own piece.
    pub(super) fn contains(self, enemys: Step, own: Step) -> bool {
        self.enemy_leaves.contains(enemys.from())
            || self.enemy_reaches.contains(enemys.to())
            || self.own_leaves.contains(own.from())
            || self.own_reaches.contains(own.to())
    }
}

/// Returns the squares, and those beside traps among them: whoever leaves one of these can cost the piece on the trap.
fn with_holders(squares: Bitboard) -> Bitboard {
    squares | (squares & Bitboard::TRAPS).neighbors()
}
