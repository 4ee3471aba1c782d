//! Hostages: a piece that a stronger enemy holds near a trap. It can't get away, and whoever must guard that trap for its
//! sake is tied down; but so is the holder, which may be the enemy's elephant.
//!
//! ```text
//!  7| . m . . . .      Silver's camel holds a gold horse hostage near c6. If gold's elephant leaves d6, the horse
//!  6| . H x E . .      falls; while it stays, silver's elephant is the strongest piece everywhere else.
//! ```

use super::layout::{HOSTAGE_AWAY, HOSTAGE_HOME};
use super::sink::Sink;
use super::view::{Army, View};
use crate::types::{Bitboard, Kind, Square};

/// The squares within two steps of a trap.
const NEAR_TRAPS: Bitboard = Bitboard(Bitboard::TRAPS.within(2).0 & !Bitboard::TRAPS.0);
const ENEMY_HALF: Bitboard = Bitboard(!0 << 32);

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let elephant_beside = view.enemy.of_kind(Kind::Elephant).neighbors();
    for captive in view.own.captives() & view.own.dominated & NEAR_TRAPS {
        let kind = view.pieces.kind_at(captive) - 1;
        let holder = usize::from(!elephant_beside.contains(captive));
        let guards = view.own.all & !captive.bit() & nearest_trap(captive).neighbors();
        let guards = guards.len().min(2);
        let table = if ENEMY_HALF.contains(captive) {
            HOSTAGE_AWAY
        } else {
            HOSTAGE_HOME
        };
        sink.add(table.at3(kind, holder, guards), 1);
    }
}

/// The pieces of `own` that hold an enemy horse or camel near a trap.
#[inline]
pub(super) fn holders(own: &Army, enemy: &Army) -> Bitboard {
    let mut holders = Bitboard::EMPTY;
    for kind in [Kind::Horse, Kind::Camel] {
        let captives = enemy.of_kind(kind) & enemy.dominated & NEAR_TRAPS;
        holders |= captives.neighbors() & own.stronger[kind.index()];
    }
    holders
}

/// The trap in the square's quarter of the board.
#[inline]
const fn nearest_trap(square: Square) -> Square {
    let file = if square.file() < 4 { 2 } else { 5 };
    let rank = if square.rank() < 4 { 2 } else { 5 };
    Square::at(file, rank)
}
