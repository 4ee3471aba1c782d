//! Where the pieces stand: a table for each kind, the same for both wings.
//!
//! ```text
//!  5| . . . . E . . .      An elephant in the middle is near everything; a cat there is only in danger
//!  4| . . . . . C . .      as long as the board is full.
//! ```

use super::layout::PLACEMENT;
use super::sink::Sink;
use super::view::View;

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for (kind, &pieces) in view.own.kinds.iter().enumerate() {
        for square in pieces {
            let file = square.file();
            let (rank, wing) = (square.rank(), file.min(7 - file));
            sink.add(PLACEMENT.at3(kind, rank, wing), 1);
        }
    }
}
