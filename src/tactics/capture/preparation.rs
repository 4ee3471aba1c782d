//! Own steps before the displacement that captures: bringing a captor near, freeing it, making room.
//!
//! No enemy piece moves meanwhile. Distances are counted in squares along files and rows. A step changes the distance
//! between the mover and the guard by one, so a piece at distance 2 can be beside the guard after one step but not after
//! two.

use super::trap_target::TrapTarget;
use crate::rules::{Board, StepSet, freezing};
use crate::types::{Bitboard, Side, Square};

/// A trap target on a board, and what matters to it.
pub(super) struct Preparation<'a> {
    board: &'a Board,
    side: Side,
    trap_target: TrapTarget,
    /// The own pieces that aren't frozen.
    free: Bitboard,
    /// The squares beside the guard.
    beside: Bitboard,
    /// The own pieces stronger than the guard.
    captors: Bitboard,
}

impl<'a> Preparation<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board, side: Side, trap_target: TrapTarget) -> Self {
        Self {
            board,
            side,
            trap_target,
            free: freezing::free(board, side),
            beside: trap_target.guard.neighbors(),
            captors: trap_target.captors(board, side),
        }
    }

    /// Returns own steps of which one at least is the last before the guard is displaced. It can't be displaced yet.
    ///
    /// Whoever displaces it in the end is free and beside it then, and either came there with this step, or was there and
    /// frozen and some friend has come beside it, or was there and free and lacked an empty square.
    pub(super) fn last_steps(&self) -> StepSet {
        let mut steps = StepSet::default();
        let empty = self.board.empty();
        self.add(&mut steps, self.captors, self.beside & empty);
        let near = self.captors & self.beside;
        if near.any() {
            let frozen = near & !self.free;
            self.add(&mut steps, self.free, frozen.neighbors() & empty);
            let idle = near & self.free;
            if idle.any() {
                let blocked = self.trap_target.blocked(idle);
                self.add(&mut steps, blocked | self.holders(blocked), empty);
            }
        }
        steps
    }

    /// Returns own steps of which one at least is the first of two before the guard is displaced. It takes two, not fewer.
    pub(super) fn first_steps(&self) -> StepSet {
        let mut steps = StepSet::default();
        let empty = self.board.empty();
        if (self.captors & self.beside).any() {
            // Whatever frees it or makes room may have to be freed or given room first.
            self.add(&mut steps, self.free, empty);
            return steps;
        }
        // A captor at distance 3 comes on its own, and one at distance 2 may come first.
        let arrivals = self.beside & empty;
        self.add(
            &mut steps,
            self.captors,
            arrivals | arrivals.neighbors() & empty,
        );
        let squares = self.preparing_squares();
        self.add(
            &mut steps,
            squares.leaving | self.holders(squares.leaving),
            empty,
        );
        self.add(&mut steps, self.free, squares.arriving & empty);
        steps
    }

    /// Returns what another piece can do first for a captor at distance 2 that comes beside the guard after it.
    ///
    /// Without that help the captor can't step there, or falls on arriving, or is frozen there, or the trap is not empty
    /// for the guard. What exposes a piece never fails for lack of room, for the guard can follow the captor back to
    /// where it came from; nor does a pull from the trap, which the captor can leave by the way it came.
    fn preparing_squares(&self) -> PreparingSquares {
        let own = self.board.side(self.side);
        let mut squares = PreparingSquares::default();
        for captor in self.captors & self.beside.neighbors() {
            let arrivals = captor.neighbors() & self.beside & !self.board.side(!self.side);
            if arrivals.is_empty() {
                continue;
            }
            if !self.free.contains(captor) {
                squares.arriving |= captor.neighbors();
            }
            squares.leaving |= arrivals & own;
            let feared = arrivals & self.fears(captor);
            squares.arriving |= feared.neighbors();
            // A friend there that the captor alone holds on a trap has to be held by another.
            squares.arriving |= (feared.neighbors() & own & Bitboard::TRAPS).neighbors();
            if arrivals.contains(self.trap_target.trap) {
                squares.arriving |= self.trap_target.trap.neighbors();
            }
        }
        if !self.trap_target.exposes {
            squares.leaving |= self.trap_target.trap.bit() & own;
        }
        squares
    }

    /// Returns the squares on which the captor is frozen when no friend is beside it.
    fn fears(&self, captor: Square) -> Bitboard {
        let kind = self.board.known_piece_at(captor).kind;
        self.board.stronger_than(!self.side, kind).neighbors()
    }

    /// Returns the own pieces that hold another one of `pieces` on a trap: when they leave, it may be gone.
    fn holders(&self, pieces: Bitboard) -> Bitboard {
        (pieces & Bitboard::TRAPS & self.board.side(self.side)).neighbors()
    }

    #[inline]
    fn add(&self, steps: &mut StepSet, movers: Bitboard, targets: Bitboard) {
        steps.add_ordinary(self.board, self.side, movers & self.free, targets);
    }
}

/// Squares that own pieces should leave, or come to.
#[derive(Default)]
struct PreparingSquares {
    leaving: Bitboard,
    arriving: Bitboard,
}
