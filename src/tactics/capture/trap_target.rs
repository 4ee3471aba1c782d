//! What a single displacement can capture: the guard of a trap, or the piece that it guards.

use crate::rules::Board;
use crate::types::{Bitboard, Kind, Side, Square};

/// A trap with a single enemy piece beside it, the guard: displacing the guard captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrapTarget {
    pub(super) trap: Square,
    pub(super) guard: Square,
    /// How strong the guard is: captors must be stronger.
    pub(super) kind: Kind,
    /// Whether an enemy piece stands on the trap. Then it is the target, and the guard may go anywhere. Otherwise the
    /// guard is the target and has to go onto the trap.
    pub(super) exposes: bool,
}

impl TrapTarget {
    /// Returns what there is to capture on a trap by displacing an enemy of `side`.
    #[inline]
    pub(super) fn at(trap: Square, board: &Board, side: Side) -> Option<Self> {
        let enemies = board.side(!side);
        let guards = trap.neighbors() & enemies;
        let guard = guards.first()?;
        if guards.more_than_one() {
            return None;
        }
        Some(Self {
            trap,
            guard,
            kind: board.known_piece_at(guard).kind,
            exposes: enemies.contains(trap),
        })
    }

    /// Returns the square of the piece that would be captured.
    #[inline]
    pub(super) const fn victim(self) -> Square {
        if self.exposes { self.trap } else { self.guard }
    }

    /// Returns the own pieces that are stronger than the guard, wherever they are. None of them is a rabbit, so they
    /// step any way.
    #[inline]
    pub(super) fn captors(self, board: &Board, side: Side) -> Bitboard {
        board.stronger_than(side, self.kind)
    }

    /// Returns the empty squares to which the guard can be pushed.
    #[inline]
    pub(super) fn push_targets(self, board: &Board) -> Bitboard {
        let wanted = if self.exposes {
            self.guard.neighbors()
        } else {
            self.trap.bit()
        };
        wanted & board.empty()
    }

    /// Returns the squares beside the guard from which it can be pulled: it follows to the square that the captor
    /// leaves.
    #[inline]
    pub(super) fn pull_sources(self) -> Bitboard {
        if self.exposes {
            self.guard.neighbors()
        } else {
            self.trap.bit()
        }
    }

    /// Returns the squares that have to become empty, one of them at least, for captors `near` the guard that are free
    /// and yet can neither push nor pull it: the ones that block, or would by following, its way or theirs.
    #[inline]
    pub(super) fn blocked(self, near: Bitboard) -> Bitboard {
        if self.exposes {
            self.guard.neighbors() | near.neighbors()
        } else {
            // A push needs the trap empty. If a captor is on it, it needs a way off.
            self.trap.bit() | self.trap.neighbors()
        }
    }
}
