//! Frozen pieces are as good as absent for a while; pieces that only a friend keeps free tie that friend down.

use super::params::{FROZEN, HELD_FREE};
use super::view::View;
use crate::types::{Kind, Side};

#[inline]
pub(super) fn score(view: &View, side: Side) -> i32 {
    let frozen = view.frozen(side);
    let held_free = view.dominated(side) & !frozen;
    if (frozen | held_free).is_empty() {
        return 0;
    }
    Kind::ALL
        .into_iter()
        .map(|kind| {
            let pieces = view.board.pieces(side, kind);
            FROZEN[kind.index()] * (pieces & frozen).len() as i32
                + HELD_FREE[kind.index()] * (pieces & held_free).len() as i32
        })
        .sum()
}
