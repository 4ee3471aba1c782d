//! Pieces that hang: held on a trap by a single friend.

use crate::rules::Board;
use crate::types::{Bitboard, Side};

/// Returns the pieces of `side` on traps that fall when their only friend beside the trap moves, is moved, or is
/// captured.
///
/// Which piece a step costs at once is [`Position::captured_by`](crate::rules::Position::captured_by)'s matter; this is
/// what a board leaves hanging, such as the board after a step.
pub fn hanging(board: &Board, side: Side) -> Bitboard {
    let friends = board.side(side);
    (friends & Bitboard::TRAPS)
        .into_iter()
        .filter(|trap| !(trap.neighbors() & friends).more_than_one())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_hangs_by_a_single_friend() {
        let board = Board::with_pieces("Cc3 Rc2 Df3 Rf2 Rg3 hc6 rc7");
        let names = |side| {
            hanging(&board, side)
                .into_iter()
                .map(|square| square.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(Side::Gold), ["c3"]);
        assert_eq!(names(Side::Silver), ["c6"]);
    }
}
