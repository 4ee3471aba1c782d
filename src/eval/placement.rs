//! Where the pieces stand: a table for each kind, the same for both sides and both wings.

use super::params::PLACEMENT;
use super::view::View;
use crate::types::{Kind, Side};

#[inline]
pub(super) fn score(view: &View, side: Side) -> i32 {
    let mut score = 0;
    for kind in Kind::ALL {
        let table = &PLACEMENT[kind.index()];
        for square in view.board.pieces(side, kind) {
            let row = match side {
                Side::Gold => square.rank(),
                Side::Silver => 7 - square.rank(),
            };
            let file = square.file();
            score += table[row][file.min(7 - file)];
        }
    }
    score
}
