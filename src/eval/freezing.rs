//! Frozen pieces are as good as absent for a while; pieces that only a friend keeps free tie that friend down. A piece in
//! a phalanx, without an empty square around it, can at least not be pushed.
//!
//! ```text
//!  5| . m H . . .      The camel freezes the gold horse. With a rabbit on c4 the horse would be free, and
//!  4| . . . . . .      the rabbit tied to it.
//! ```

use super::layout::{FROZEN, HELD_FREE, PHALANX};
use super::sink::Sink;
use super::view::View;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    if view.own.dominated.is_empty() {
        return;
    }
    let near_empty = view.empty.neighbors();
    for piece in view.own.dominated {
        let kind = view.pieces.kind_at(piece);
        if view.own.frozen.contains(piece) {
            sink.add(FROZEN.at(kind), 1);
        } else {
            sink.add(HELD_FREE.at(kind), 1);
        }
        if !near_empty.contains(piece) {
            sink.add(PHALANX.at(kind), 1);
        }
    }
}
