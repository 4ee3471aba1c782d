//! Trap control: the pieces beside a trap, with more for the second defender and for the strongest piece there.
//!
//! ```text
//!  3| . . x E . .      The gold elephant and rabbit share c3's defence: what gold holds on c3 is safe even
//!  2| . . R . . .      when one of them is pushed away.
//! ```

use super::params::{DEFENDERS, ON_TRAP, STRONGEST_DEFENDER};
use super::view::View;
use crate::types::{Bitboard, Kind, Side, Square};

#[inline]
pub(super) fn score(view: &View, side: Side) -> i32 {
    Bitboard::TRAPS
        .into_iter()
        .map(|trap| control(view, side, trap))
        .sum()
}

#[inline]
fn control(view: &View, side: Side, trap: Square) -> i32 {
    let board = view.board;
    let defenders = trap.neighbors() & board.side(side);
    let mut score = DEFENDERS[defenders.len()];
    // The strongest piece beside a trap decides who can push whom there.
    let strongest = Kind::ALL.into_iter().rev().find_map(|kind| {
        let ours = (defenders & board.kind(kind)).any();
        let theirs = (trap.neighbors() & board.pieces(!side, kind)).any();
        (ours || theirs).then_some(ours && !theirs)
    });
    if strongest == Some(true) {
        score += STRONGEST_DEFENDER;
    }
    if board.side(side).contains(trap) {
        score += ON_TRAP[defenders.len()];
    }
    score
}
