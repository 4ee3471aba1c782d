//! Room to move: for the elephant, which can be blockaded but not frozen; for the camel, which must stay away from the
//! enemy elephant; and for the pieces together.
//!
//! ```text
//!  8| r r r r . .      The gold elephant is blockaded on b7: it can't push what has no square to go to, and
//!  7| d E c r . .      silver's elephant rules the rest of the board.
//!  6| r m x . . .
//! ```

use super::layout::{CAMEL_STEPS, CAN_STEP, ELEPHANT_REACH};
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Kind};

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    if let Some(reach) = elephant_reach(view) {
        sink.add(ELEPHANT_REACH.at(reach.min(12)), 1);
    }
    let camel = view.own.of_kind(Kind::Camel);
    if camel.any() {
        let steps = camel.neighbors() & view.empty & !view.enemy.reach[Kind::Camel.index()];
        sink.add(CAMEL_STEPS.at(steps.len().min(4)), 1);
    }
    let movable = view.own.officers() & view.own.free & view.empty.neighbors();
    sink.add(CAN_STEP.at(0), movable.len());
}

/// How many squares the elephant can be on after a step or a push, and from there after one more step; none without an
/// elephant.
#[inline]
fn elephant_reach(view: &View) -> Option<usize> {
    let elephant = view.own.of_kind(Kind::Elephant);
    if elephant.is_empty() {
        return None;
    }
    // On a trap without a friend beside it the elephant itself would fall.
    let friends = view.own.all & !elephant;
    let safe = !Bitboard::TRAPS | friends.neighbors();
    // Enemies with a square to go to can be pushed.
    let pushable = view.enemy.all & !view.enemy.of_kind(Kind::Elephant) & view.empty.neighbors();
    let one = elephant.neighbors() & (view.empty | pushable) & safe;
    let two = one.neighbors() & view.empty & safe;
    Some((one | two).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Position};
    use crate::types::Side;

    /// The reach of gold's elephant.
    fn reach(pieces: &str) -> Option<usize> {
        elephant_reach(&View::new(&Position::new(
            Board::with_pieces(pieces),
            Side::Gold,
        )))
    }

    #[test]
    fn an_elephant_that_is_shut_in_reaches_nothing() {
        let shut_in = "Eb7 ra8 ra7 rb8 rc8 rc7 dd7 hc6 mb6 ca6 db5";
        assert_eq!(reach(shut_in), Some(0));
        assert_eq!(reach("Ra1 ee8"), None);
    }

    #[test]
    fn a_trap_is_no_way_out_unless_a_friend_guards_it() {
        let around = "Ec7 rb7 ra7 rb8 rc8 rd8 rd7 re7 hb6 hd6";
        assert_eq!(reach(around), Some(0));
        let guarded = around.replace("hb6", "Hb6");
        assert_eq!(reach(&guarded), Some(2), "c6, and from there c5");
    }
}
