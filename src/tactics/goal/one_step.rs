//! Goals that take one step of help and one of the rabbit. Most searches come down to this, so it is told from the board.

use super::on_foot::fewest_on_foot;
use crate::rules::{Board, Position, StepSet, freezing};
use crate::tactics::walk;
use crate::types::{Bitboard, Direction, Side};

/// Returns whether the goal can be reached in two steps, of which the first is not of the rabbit that goes home, and
/// completes no push. No rabbit may be able to go home in one step.
pub(super) fn succeeds(position: &Position) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    let backward = Direction::backward(side);
    let rabbits = board.rabbits(side) & side.goal_row().shift(backward);
    if rabbits.is_empty() {
        return false;
    }
    // With nothing ahead they don't go home because they are frozen.
    let held_back = rabbits & board.empty().shift(backward);
    if friends_come_beside(board, side, held_back) || friends_make_room(board, side, rabbits) {
        return true;
    }
    let mut pulls = StepSet::default();
    pulls.add_open_pulls(position.pending());
    pulls.iter().any(|pull| {
        let mut after = *position;
        after.play_unchecked(pull);
        fewest_on_foot(&after, 1).is_some()
    })
}

/// Returns whether a friend can step beside one of the rabbits, which are frozen, and not ahead of it. If that is a
/// trap, the rabbit holds the friend there.
fn friends_come_beside(board: &Board, side: Side, rabbits: Bitboard) -> bool {
    let beside = rabbits.neighbors() & board.empty() & !side.goal_row();
    let come_beside = |friends: Bitboard| {
        let helping_rabbits = friends & board.rabbits(side);
        let others = friends ^ helping_rabbits;
        ((others.neighbors() | walk::one_step(helping_rabbits, side)) & beside).any()
    };
    // Most often none is near, frozen or not.
    come_beside(board.side(side)) && come_beside(freezing::free(board, side))
}

/// Returns whether a friend on the goal row ahead of one of the rabbits, which stand beside that row, can step aside
/// and leaves the rabbit free.
fn friends_make_room(board: &Board, side: Side, rabbits: Bitboard) -> bool {
    let friends = board.side(side);
    let backward = Direction::backward(side);
    let ahead = rabbits.shift(backward.opposite());
    let room = board.empty() & side.goal_row();
    // Beside the rabbit they are not frozen.
    let movable = ahead & friends & room.neighbors();
    movable.into_iter().any(|friend| {
        let rabbit = friend.bit().shift(backward);
        let others = friends ^ friend.bit();
        (rabbit.neighbors() & others).any()
            || (rabbit & freezing::dominated(board, side)).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn succeeds_with(pieces: &str) -> bool {
        succeeds(&Position::new(Board::with_pieces(pieces), Side::Gold))
    }

    #[test]
    fn a_friend_comes_beside_a_frozen_rabbit() {
        assert!(succeeds_with("Ra7 db7 Ca5"));
        // From ahead it would be in the way, and a rabbit doesn't go back.
        assert!(!succeeds_with("Ra7 db7 Cb8"));
        assert!(!succeeds_with("Rb7 da7 Rc8 Rd7 ed8"));
        // The cat is frozen.
        assert!(!succeeds_with("Ra7 db7 Ca5 ha4"));
    }

    #[test]
    fn a_friend_makes_room() {
        assert!(succeeds_with("Ra7 Ca8"));
        assert!(!succeeds_with("Ra7 Ca8 rb8"));
        // The cat has kept the rabbit free.
        assert!(!succeeds_with("Ra7 Ca8 db7"));
        assert!(succeeds_with("Ra7 Ca8 db7 Ra6"));
    }
}
