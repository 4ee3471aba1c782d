//! Wins by leaving the opponent without a step at the end of the turn.
//!
//! Exact. A turn moves four pieces at most, and each reaches only the pieces beside it: an opponent whose pieces can
//! move in enough places far apart is settled by a few set operations, and the few others are searched.
//!
//! # What stops a piece
//!
//! An *active* piece has a step to an empty square now. Let it not be moved itself in the turn. If it has no step after
//! the turn, then
//!
//! - it is frozen, where it stood beside a friend: every friend beside it has been moved away. (None has been captured
//!   there without being moved, for the active piece itself defends it.)
//! - or it is frozen, where it stood alone: a stronger piece has arrived beside it.
//! - or it is blocked: on each empty square that it could go to a piece has arrived.
//!
//! So each active piece takes a *server*: a piece that has been moved and now stands beside it, or an enemy piece that
//! has been moved and stood beside it or is that piece itself. A server of our own serves only pieces beside the square
//! on which it ends, two apart from each other at most; an enemy piece moved once, pieces three apart at most; one moved
//! twice, pieces beside its first square and beside its last. Hence
//!
//! **among active pieces four or more apart from each other, each enemy movement serves one at most, and no server of our
//! own serves two.**

use crate::rules::steps::pushable;
use crate::rules::{Board, Pending, Position, Turn, freezing, outcome};
use crate::types::{Bitboard, Direction, Kind, Side};

/// The squares less than four steps away from each square.
const LESS_THAN_FOUR_AWAY: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut near = Bitboard(1 << index);
        let mut distance = 0;
        while distance < 3 {
            near = Bitboard(near.0 | near.neighbors().0);
            distance += 1;
        }
        table[index] = near;
        index += 1;
    }
    table
};

/// A shortest way to end the turn within the steps left so that the opponent has no step and has not won on the board;
/// none if there is no way.
///
/// Exact from any position, with anything open. If a goal or the loss of the opponent's last rabbit comes with it, the
/// rules name the win after that. Where the turn may end so already, the line is empty.
pub fn line(position: &Position) -> Option<Turn> {
    let steps_left = position.steps_left();
    if !may_be_possible(position, steps_left) {
        return None;
    }
    (0..=steps_left).find_map(|budget| {
        let mut turn = Turn::new();
        finish(position, budget, &mut turn).then_some(turn)
    })
}

/// Looks for a way with exactly `budget` more steps, and adds it to `turn`.
fn finish(position: &Position, budget: u8, turn: &mut Turn) -> bool {
    if budget == 0 {
        return position.can_end_turn() && has_won(position);
    }
    if !may_be_possible(position, budget) {
        return false;
    }
    for step in position.legal_steps().iter() {
        let mut after = *position;
        after.play(step);
        turn.push(step);
        if finish(&after, budget - 1, turn) {
            return true;
        }
        turn.pop();
    }
    false
}

/// Whether the opponent has no step once the turn ends here, and has not won.
fn has_won(position: &Position) -> bool {
    let mover = position.side_to_move();
    if Activity::of(position.board(), !mover).active.any() {
        return false;
    }
    let mut after = *position;
    after.end_turn();
    !after.can_move()
        && outcome::at_start_of_turn(&after).is_some_and(|outcome| outcome.winner == mover)
}

/// The pieces of a side that have a step to an empty square, by how many such squares they have.
struct Activity {
    /// With one at least.
    active: Bitboard,
    /// With two at least.
    two: Bitboard,
    /// With three at least.
    three: Bitboard,
}

impl Activity {
    fn of(board: &Board, side: Side) -> Self {
        let free = freezing::free(board, side);
        let backward = Direction::backward(side);
        let (mut active, mut two, mut three) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let mut with = free & board.empty().shift(direction.opposite());
            if direction == backward {
                with &= !board.rabbits(side);
            }
            three |= two & with;
            two |= active & with;
            active |= with;
        }
        Self { active, two, three }
    }
}

/// Whether no bound says that `budget` more steps are too few.
///
/// In a set of active pieces four or more apart, `j` enemy movements serve `j` at most; all others have to be served by
/// our own pieces alone, for which at most `budget - j` steps are left, and no step serves two of them.
fn may_be_possible(position: &Position, budget: u8) -> bool {
    let costs = Costs::of(position);
    let own_steps = u32::from(budget);
    // An enemy movement goes with a step of our own, but for the pull that is open.
    let most_movements = match position.pending() {
        Pending::None => {
            let board = position.board();
            let side = position.side_to_move();
            let in_contact = pushable(board, side, freezing::free(board, side)).any();
            // Without contact one step at least is spent on getting near.
            (own_steps - u32::from(!in_contact)) / 2
        }
        Pending::Pull { .. } => own_steps.div_ceil(2),
        Pending::Push { .. } => (own_steps - 1) / 2,
    };
    (0..=most_movements).any(|movements| costs.without(movements) <= own_steps - movements)
}

/// How many of our own steps it costs to serve active pieces that are four or more apart, if no enemy piece is moved.
struct Costs {
    /// How many pieces cost that much, up to [`MOST`](Self::MOST), which stands for all that is more too.
    counts: [u32; Self::MOST + 1],
}

impl Costs {
    /// More than a turn has.
    const MOST: usize = 5;

    fn of(position: &Position) -> Self {
        let board = position.board();
        let side = position.side_to_move();
        let Activity { active, two, three } = Activity::of(board, !side);
        let [near_1, near_2, near_3, near_4] = near(board, side);
        // A piece beside a friend that is not moved, and an elephant, can only be blocked: all its squares have to be
        // filled, by different pieces.
        let blocked_only = board.side(!side).neighbors() | board.pieces(!side, Kind::Elephant);
        let two = two & blocked_only;
        let three = three & blocked_only;
        let at_least = [
            active & (!near_1 | two),
            active & (!near_2 | three | two & !near_1),
            active & (!near_3 | two & !near_1),
            active & (!near_4 | two & !near_2 | three & !near_1),
        ];
        let mut counts = [0; Self::MOST + 1];
        let mut open = active;
        for (index, class) in at_least.into_iter().enumerate().rev() {
            while let Some(square) = (open & class).first() {
                counts[index + 2] += 1;
                open &= !LESS_THAN_FOUR_AWAY[square.index()];
            }
        }
        while let Some(square) = open.first() {
            counts[1] += 1;
            open &= !LESS_THAN_FOUR_AWAY[square.index()];
        }
        Self { counts }
    }

    /// The sum, without the `served` highest costs.
    fn without(&self, served: u32) -> u32 {
        let mut served = served;
        let mut sum = 0;
        for (cost, &count) in self.counts.iter().enumerate().rev() {
            let spared = count.min(served);
            served -= spared;
            sum += cost as u32 * (count - spared);
        }
        sum
    }
}

/// The squares beside which a piece of `side` can arrive within one, two, three and four of its own steps, if nothing is
/// in its way.
fn near(board: &Board, side: Side) -> [Bitboard; 4] {
    let backward = Direction::backward(side);
    let mut rabbits = board.rabbits(side);
    let mut others = board.side(side) & !rabbits;
    let mut reached = Bitboard::EMPTY;
    [(); 4].map(|()| {
        others |= others.neighbors();
        rabbits |= rabbits.shift(backward.opposite())
            | rabbits.shift(Direction::East)
            | rabbits.shift(Direction::West);
        reached |= others | rabbits;
        reached.neighbors()
    })
}
