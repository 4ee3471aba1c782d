//! Pieces on a trap, by how they are guarded; with a single guard and enemies around they are framed, and the guard is
//! tied down.
//!
//! ```text
//!  7| . . e . . .      A frame: the gold horse on c6 lives as long as the elephant stays on b6. Neither of them
//!  6| . E H d . .      can go anywhere, and silver's other pieces have the rest of the board.
//!  5| . . r . . .
//! ```

use super::layout::{ON_TRAP, TIED_GUARD};
use super::sink::Sink;
use super::view::{Army, View};
use crate::types::Bitboard;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for trap in view.own.all & Bitboard::TRAPS {
        let beside = trap.neighbors();
        let guards = view.own.all & beside;
        let enemies = (view.enemy.all & beside).len();
        let guarded = match guards.len() {
            0 | 1 => enemies.min(3),
            2 => 4 + enemies.min(2),
            _ => 7,
        };
        sink.add(ON_TRAP.at2(view.pieces.kind_at(trap), guarded), 1);
    }
    for guard in tied_guards(&view.own) {
        sink.add(TIED_GUARD.at(view.pieces.kind_at(guard)), 1);
    }
}

/// The pieces that are the only guard of a friend on a trap.
#[inline]
pub(super) fn tied_guards(own: &Army) -> Bitboard {
    let mut tied = Bitboard::EMPTY;
    for trap in own.all & Bitboard::TRAPS {
        let guards = own.all & trap.neighbors();
        if !guards.more_than_one() {
            tied |= guards;
        }
    }
    tied
}
