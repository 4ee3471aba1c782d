//! Pieces that the enemy could capture, found without search: a single piece guards a trap, or none does, and a stronger
//! enemy is near enough to displace it.
//!
//! ```text
//!  4| . . . . . .      The elephant pushes the gold cat from b3 onto c3, where nobody guards it: a capture in
//!  3| e C x . . .      two steps. From a5 it would take it four.
//!  2| . . . . . .
//! ```
//!
//! When the enemy can do so makes a difference: if it is to move and has the steps, search sees it anyway; if we have
//! only a step or two left, we can hardly prevent it any more.

use super::influence::TRAPS;
use super::layout::THREATENED;
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Square};

/// Captures take a turn at most.
const MOST_STEPS: usize = 4;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let [.., hunted] = view.own.hunted;
    for trap in TRAPS {
        // Whatever falls is pushed or pulled there, or has a guard who is.
        if (hunted & trap.bit().within(2)).is_empty() {
            continue;
        }
        if let Some((victim, steps)) = threatened_at(view, trap) {
            sink.add(
                THREATENED.at3(when(view, steps), steps - 2, view.pieces.kind_at(victim)),
                1,
            );
        }
    }
}

/// 0 if the enemy is to move and can capture at once; 1 if we are to move, but have no more than two steps left to do
/// something about it; else 2.
#[inline]
fn when(view: &View, steps: usize) -> usize {
    let left = usize::from(view.steps_left);
    match view.to_move {
        false if steps <= left => 0,
        true if left <= 2 => 1,
        _ => 2,
    }
}

/// The piece that the enemy could capture on that trap, and in how many steps.
#[inline]
fn threatened_at(view: &View, trap: Square) -> Option<(Square, usize)> {
    let beside = trap.neighbors();
    let guards = view.own.all & beside;
    let guard = guards.first();
    match guards.len() {
        0 => dragged_from_afar(view, trap, beside).map(|victim| (victim, MOST_STEPS)),
        1 => {
            let guard = guard?;
            let steps = steps_to_displace(view, guard)?;
            if view.own.all.contains(trap) {
                Some((trap, steps))
            } else if view.empty.contains(trap) {
                Some((guard, steps))
            } else {
                // The enemy on the trap drags the guard after itself, if it is the stronger one, or makes room first.
                let strong = view.enemy.stronger[view.pieces.kind_at(guard)].contains(trap);
                let steps = if strong { 2 } else { steps + 1 };
                (steps <= MOST_STEPS).then_some((guard, steps))
            }
        }
        2 => {
            // Both have to be displaced; with nobody on the trap yet the second one is dragged onto it.
            let mut both = guards.into_iter();
            let (first, second) = (both.next()?, both.next()?);
            let hunted = |guard| steps_to_displace(view, guard) == Some(2);
            if !hunted(first) || !hunted(second) {
                return None;
            }
            if view.own.all.contains(trap) {
                return Some((trap, MOST_STEPS));
            }
            let better = if view.pieces.kind_at(first) < view.pieces.kind_at(second) {
                second
            } else {
                first
            };
            view.empty.contains(trap).then_some((better, MOST_STEPS))
        }
        _ => None,
    }
}

/// How many steps it takes to push or pull a piece away: two, and those that the nearest stronger enemy needs to come
/// beside it.
#[inline]
fn steps_to_displace(view: &View, piece: Square) -> Option<usize> {
    let is_among = |hunted: &Bitboard| hunted.contains(piece);
    let approach = view.own.hunted.iter().position(is_among)?;
    Some(2 + approach)
}

/// The strongest piece two squares from a trap that nobody guards with a stronger enemy beside it: it is displaced twice.
#[inline]
fn dragged_from_afar(view: &View, trap: Square, beside: Bitboard) -> Option<Square> {
    if !view.empty.contains(trap) {
        return None;
    }
    let way = (beside & !view.own.all).neighbors();
    let [at_once, ..] = view.own.hunted;
    (at_once & way)
        .into_iter()
        .max_by_key(|&piece| view.pieces.kind_at(piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Position};
    use crate::types::Side;

    /// The square of gold's piece that could be captured on c3 and the steps that it takes.
    fn on_c3(pieces: &str) -> Option<(String, usize)> {
        let view = View::new(&Position::new(Board::with_pieces(pieces), Side::Gold));
        threatened_at(&view, Square::at(2, 2)).map(|(piece, steps)| (piece.to_string(), steps))
    }

    #[test]
    fn the_single_guard_is_threatened() {
        assert_eq!(on_c3("Cb3 ea3"), Some(("b3".to_owned(), 2)));
        assert_eq!(on_c3("Cb3 ea4"), Some(("b3".to_owned(), 3)));
        assert_eq!(on_c3("Cb3 ea5"), Some(("b3".to_owned(), 4)));
        assert_eq!(on_c3("Cb3 ea6"), None);
        assert_eq!(on_c3("Cb3 ra3"), None);
        assert_eq!(on_c3("Cb3 Rd3 ea3"), None);
        assert_eq!(on_c3("Cb3 ec3 rd3"), Some(("b3".to_owned(), 2)));
    }

    #[test]
    fn whoever_stands_on_the_trap_falls_with_its_guard() {
        assert_eq!(on_c3("Hc3 Cb3 da3"), Some(("c3".to_owned(), 2)));
        assert_eq!(on_c3("Hc3 Cb3 Rd3 da3 ed4"), Some(("c3".to_owned(), 4)));
    }

    #[test]
    fn a_piece_two_squares_away_is_dragged_to_a_trap_that_nobody_guards() {
        assert_eq!(on_c3("Cb4 ea4"), Some(("b4".to_owned(), 4)));
        assert_eq!(on_c3("Ca4 eb4"), None);
    }
}
