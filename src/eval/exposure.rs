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
use crate::types::{Bitboard, Direction, Kind, Square};

/// Hunters farther away than this all count as if they were so far.
const FARTHEST: u8 = 7;
const ENEMY_HALF: Bitboard = Bitboard(!0 << 32);

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let mut hunters = Bitboard::EMPTY;
    for kind in (Kind::Dog.index()..Kind::Elephant.index()).rev() {
        // The pieces that hunt this kind with the least at stake themselves are those that are just stronger.
        let just_stronger = view.enemy.kinds[kind + 1];
        if just_stronger.any() {
            hunters = just_stronger;
        }
        if hunters.any() {
            report_hunters(view, kind, hunters, sink);
        }
    }
    let beyond = view.own.captives() & ENEMY_HALF;
    if beyond.is_empty() {
        return;
    }
    let lonely = beyond & !(view.own.beside | two_steps_from(view.own.all));
    for kind in Kind::Cat.index()..Kind::Elephant.index() {
        let beyond = view.own.kinds[kind] & beyond;
        if beyond.is_empty() {
            continue;
        }
        let beside = view.enemy.reach[kind];
        for piece in beyond & (beside | beside.neighbors()) {
            sink.add(CHASED.at2(kind - 1, piece.rank() - 4), 1);
        }
        for piece in beyond & lonely {
            sink.add(LONELY.at2(kind - 1, piece.rank() - 4), 1);
        }
    }
}

/// The squares that are two steps away from a square of the set.
#[inline]
fn two_steps_from(squares: Bitboard) -> Bitboard {
    let [north, east, south, west] = Direction::ALL.map(|way| squares.shift(way));
    let upright = north | south;
    north.shift(Direction::North)
        | south.shift(Direction::South)
        | (upright | east).shift(Direction::East)
        | (upright | west).shift(Direction::West)
}

/// For each square how far the others are, [`FARTHEST`] at most: looked up, since it is asked all the time.
static DISTANCES: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let distance = Square::new(from).distance(Square::new(to)) as u8;
            distances[from][to] = if distance < FARTHEST {
                distance
            } else {
                FARTHEST
            };
            to += 1;
        }
        from += 1;
    }
    distances
};

/// How far are the hunters from each piece of a kind?
#[inline]
fn report_hunters(view: &View, kind: usize, hunters: Bitboard, sink: &mut impl Sink) {
    for piece in view.own.kinds[kind] {
        let distances = &DISTANCES[piece.index()];
        let nearest = hunters
            .into_iter()
            .map(|hunter| distances[hunter.index()])
            .min();
        let half = usize::from(ENEMY_HALF.contains(piece));
        let distance = usize::from(nearest.unwrap_or(FARTHEST)) - 1;
        let weight = HUNTER_DISTANCE.at3(kind - Kind::Dog.index(), half, distance);
        sink.add(weight, 1);
    }
}
