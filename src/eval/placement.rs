//! Where the pieces stand: a table for each kind, the same for both wings.
//!
//! ```text
//!  5| . . . . E . . .      An elephant in the middle is near everything; a cat there is only in danger
//!  4| . . . . . C . .      as long as the board is full.
//! ```

use super::layout::PLACEMENT;
use super::sink::Sink;
use super::view::View;

/// For each kind the slot of each square, looked up since all pieces ask for one.
static SLOT_BY_SQUARE: [[u16; 64]; 6] = {
    let mut slots = [[0; 64]; 6];
    let mut kind = 0;
    while kind < slots.len() {
        let mut square = 0;
        while square < 64 {
            let file = square % 8;
            let wing = if file < 4 { file } else { 7 - file };
            slots[kind][square] = PLACEMENT.at3(kind, square / 8, wing) as u16;
            square += 1;
        }
        kind += 1;
    }
    slots
};

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    for (kind, &pieces) in view.own.kinds.iter().enumerate() {
        for square in pieces {
            sink.add(SLOT_BY_SQUARE[kind][square.index()] as usize, 1);
        }
    }
}
