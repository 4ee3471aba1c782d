//! Whether a frozen rabbit can be made free in time.

use crate::rules::pushes::pushable;
use crate::rules::{Pending, Position, freezing};
use crate::types::{Bitboard, Kind, Square};

/// Returns false if the rabbit is frozen and so many steps of other pieces can't change that. True doesn't say that they can:
/// who gets in the way or is frozen later is not asked.
///
/// Either a friend comes beside the rabbit; each step takes it one square on, and where an enemy has to be pushed out of its
/// way two do. A friend that is frozen itself has to wait until another piece has made a step. Or all the enemies that
/// freeze the rabbit are displaced, which takes two steps each, and one more if no stronger friend is beside it; but what
/// stands on a trap may fall with a piece beside it.
pub(super) fn is_possible(position: &Position, rabbit: Square, most_steps: usize) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    if freezing::free_rabbits(board, side).contains(rabbit) {
        return true;
    }
    let friends = board.side(side) ^ rabbit.bit();
    let enemies = board.side(!side);
    let beside = rabbit.neighbors();
    let freezing_it = beside & board.stronger_than(!side, Kind::Rabbit);
    let mut reached = friends & !freezing::frozen(board, side);
    let mut reached_before = Bitboard::EMPTY;
    for step in 1..=most_steps {
        let freed = if step == 1 { friends } else { Bitboard::EMPTY };
        let next = reached.neighbors() & board.empty() | reached_before.neighbors() & enemies;
        (reached_before, reached) = (reached, reached | next | freed);
        if (reached & beside).any() {
            return true;
        }
    }
    // What an open pull does may take a step less.
    let is_pull_open = matches!(position.pending(), Pending::Pull { .. });
    if is_pull_open || (freezing_it & Bitboard::TRAPS).any() {
        return true;
    }
    let far = freezing_it & !pushable(board, side, friends);
    2 * freezing_it.len() + far.len() <= most_steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    /// Returns the fewest steps that are not seen to be too few for the rabbit on a7.
    fn fewest(pieces: &str) -> Option<usize> {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        let rabbit = "a7".parse().unwrap();
        (0..4).find(|&steps| is_possible(&position, rabbit, steps))
    }

    #[test]
    fn a_friend_has_to_come_beside_it() {
        assert_eq!(fewest("Ra7 db7 Ra6"), Some(0));
        assert_eq!(fewest("Ra7 db7 Cc5"), Some(3));
        assert_eq!(fewest("Ra7 db7 ha8 Cc4"), None);
        // The cat is frozen, too.
        assert_eq!(fewest("Ra7 db7 Cc6 Ec7 hd6 ed7"), Some(2));
        assert_eq!(fewest("Ra7 db7 Cb5 hb4"), Some(3));
    }

    #[test]
    fn or_what_freezes_it_is_displaced() {
        assert_eq!(fewest("Ra7 db7 Hc7"), Some(2));
        assert_eq!(fewest("Ra7 db7 Hd7"), Some(3));
        assert_eq!(fewest("Ra7 db7 rb6 ca8"), None);
        assert_eq!(fewest("Ra7 rb7"), Some(0));
    }
}
