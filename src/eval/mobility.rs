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
use crate::types::Kind;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    // Enemies with a square to go to can be pushed.
    let passable =
        view.empty | view.enemy.all & view.empty.neighbors() & !view.enemy.of_kind(Kind::Elephant);
    let elephant = view.own.of_kind(Kind::Elephant);
    if elephant.any() {
        let one = elephant.neighbors() & passable;
        let two = one.neighbors() & view.empty;
        sink.add(ELEPHANT_REACH.at((one | two).len().min(12)), 1);
    }
    let camel = view.own.of_kind(Kind::Camel);
    if camel.any() {
        let steps = camel.neighbors() & view.empty & !view.enemy.reach[Kind::Camel.index()];
        sink.add(CAMEL_STEPS.at(steps.len().min(4)), 1);
    }
    let movable = view.own.officers() & view.own.free & view.empty.neighbors();
    sink.add(CAN_STEP.at(0), movable.len());
}
