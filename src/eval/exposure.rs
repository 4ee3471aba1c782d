//! Pieces that have gone too far: a camel near the enemy elephant, a horse near the camel, a dog near a horse, and pieces
//! beyond the middle that a stronger enemy chases or that no friend is near to.
//!
//! ```text
//!  6| . . x . . D . .      The gold dog is alone in the enemy half: whatever stronger comes near it will drag it to
//!  5| . . . . . . . .      a trap.
//! ```

use super::layout::{CHASED, HUNTER_DISTANCE, LONELY};
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Kind};

/// Hunters farther away than this all count as if they were so far.
const FARTHEST: usize = 7;
const ENEMY_HALF: Bitboard = Bitboard(!0 << 32);

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for kind in Kind::Dog.index()..Kind::Elephant.index() {
        report_hunter(view, kind, sink);
    }
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

/// The piece that hunts a camel, horse or dog with the least at stake itself is the one that is just stronger: how far
/// is it?
#[inline]
fn report_hunter(view: &View, kind: usize, sink: &mut impl Sink) {
    let can_hunt = |&hunter: &Bitboard| hunter.any();
    let Some(hunters) = view.enemy.kinds[kind + 1..].iter().copied().find(can_hunt) else {
        return;
    };
    for piece in view.own.kinds[kind] {
        let distances = hunters.into_iter().map(|hunter| piece.distance(hunter));
        let nearest = distances.min().unwrap_or(FARTHEST);
        let half = usize::from(ENEMY_HALF.contains(piece));
        let distance = nearest.min(FARTHEST) - 1;
        let weight = HUNTER_DISTANCE.at3(kind - Kind::Dog.index(), half, distance);
        sink.add(weight, 1);
    }
}
