//! Own steps before the displacement that captures: bringing a hunter near, freeing it, making room.
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
    hunters: Bitboard,
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
            hunters: trap_target.hunters(board, side),
        }
    }

    /// Own steps of which one at least is the last before the guard is displaced. It can't be displaced yet.
    ///
    /// Whoever displaces it in the end is free and beside it then, and either came there with this step, or was there and
    /// frozen and some friend has come beside it, or was there and free and lacked an empty square.
    pub(super) fn last_steps(&self) -> StepSet {
        let mut steps = StepSet::default();
        let empty = self.board.empty();
        self.add(&mut steps, self.hunters, self.beside & empty);
        let near = self.hunters & self.beside;
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

    /// Own steps of which one at least is the first of two before the guard is displaced. It takes two, not fewer.
    pub(super) fn first_steps(&self) -> StepSet {
        let mut steps = StepSet::default();
        let empty = self.board.empty();
        if (self.hunters & self.beside).any() {
            // Whatever frees it or makes room may have to be freed or given room first.
            self.add(&mut steps, self.free, empty);
            return steps;
        }
        // A hunter at distance 3 comes on its own, and one at distance 2 may come first.
        let arrivals = self.beside & empty;
        self.add(
            &mut steps,
            self.hunters,
            arrivals | arrivals.neighbors() & empty,
        );
        let help = self.help();
        self.add(&mut steps, help.leaving | self.holders(help.leaving), empty);
        self.add(&mut steps, self.free, help.arriving & empty);
        steps
    }

    /// Returns what another piece can do first for a hunter at distance 2 that comes beside the guard after it.
    ///
    /// Without that help the hunter can't step there, or falls on arriving, or is frozen there, or the trap is not empty
    /// for the guard. What exposes a piece never fails for lack of room, for the guard can follow the hunter back to
    /// where it came from; nor does a pull from the trap, which the hunter can leave by the way it came.
    fn help(&self) -> Help {
        let own = self.board.side(self.side);
        let mut help = Help::default();
        for hunter in self.hunters & self.beside.neighbors() {
            let arrivals = hunter.neighbors() & self.beside & !self.board.side(!self.side);
            if arrivals.is_empty() {
                continue;
            }
            if !self.free.contains(hunter) {
                help.arriving |= hunter.neighbors();
            }
            help.leaving |= arrivals & own;
            let feared = arrivals & self.fears(hunter);
            help.arriving |= feared.neighbors();
            // A friend there that the hunter alone holds on a trap has to be held by another.
            help.arriving |= (feared.neighbors() & own & Bitboard::TRAPS).neighbors();
            if arrivals.contains(self.trap_target.trap) {
                help.arriving |= self.trap_target.trap.neighbors();
            }
        }
        if !self.trap_target.exposes {
            help.leaving |= self.trap_target.trap.bit() & own;
        }
        help
    }

    /// Returns the squares on which the hunter is frozen when no friend is beside it.
    fn fears(&self, hunter: Square) -> Bitboard {
        let kind = self.board.known_piece_at(hunter).kind;
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
struct Help {
    leaving: Bitboard,
    arriving: Bitboard,
}
