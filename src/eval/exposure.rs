//! Pieces that have gone too far: a camel near the enemy elephant, and pieces beyond the middle that a stronger enemy
//! chases or that no friend is near to.
//!
//! ```text
//!  6| . . x . . D . .      The gold dog is alone in the enemy half: whatever stronger comes near it will drag it to
//!  5| . . . . . . . .      a trap.
//! ```

use super::layout::{CAMEL_EXPOSED, CHASED, LONELY};
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Kind};

const ENEMY_HALF: Bitboard = Bitboard(!0 << 32);

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    report_camel(view, sink);
    for kind in Kind::Cat.index()..Kind::Elephant.index() {
        let beyond = view.own.kinds[kind] & ENEMY_HALF;
        if beyond.is_empty() {
            continue;
        }
        let beside = view.enemy.reach[kind];
        let near_stronger = beside | beside.neighbors();
        for piece in beyond {
            let rank = piece.rank() - 4;
            if near_stronger.contains(piece) {
                sink.add(CHASED.at2(kind - 1, rank), 1);
            }
            let around = piece.neighbors();
            let around = (around | around.neighbors()) & !piece.bit();
            if (around & view.own.all).is_empty() {
                sink.add(LONELY.at2(kind - 1, rank), 1);
            }
        }
    }
}

#[inline]
fn report_camel(view: &View, sink: &mut impl Sink) {
    let camel = view.own.of_kind(Kind::Camel).first();
    let elephant = view.enemy.of_kind(Kind::Elephant).first();
    if let (Some(camel), Some(elephant)) = (camel, elephant) {
        let distance =
            camel.file().abs_diff(elephant.file()) + camel.rank().abs_diff(elephant.rank());
        let half = usize::from(ENEMY_HALF.contains(camel));
        sink.add(CAMEL_EXPOSED.at2(half, distance.clamp(1, 7) - 1), 1);
    }
}
