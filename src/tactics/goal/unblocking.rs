//! Goals for which other pieces must unblock or unfreeze the rabbit: how many steps they take at least, and which first
//! steps can matter. All of it without search.

use super::freeing;
use crate::rules::pushes::pushable;
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Board, Position, traps};
use crate::tactics::walk;
use crate::types::{Bitboard, Kind, Side, Square};

/// What limits the goals in which at least one step is made by another piece than the rabbit.
pub(super) struct Unblocking {
    /// A lower bound on the steps that such a goal takes, the rabbit's own included.
    pub(super) fewest_steps: u8,
    /// The first step of such a goal leaves or reaches one of these squares.
    pub(super) squares: Bitboard,
    /// A first step that neither leaves nor reaches one of these squares can only prepare the second step.
    pub(super) near: Bitboard,
    /// If the first step neither leaves nor reaches one of these squares, no rabbit can walk to goal right after it.
    pub(super) beside: Bitboard,
}

impl Unblocking {
    /// Returns these limits for goals of `most` steps or fewer, or `None` if there can be none.
    pub(super) fn needed(position: &Position, most: u8) -> Option<Self> {
        let side = position.side_to_move();
        let near = walk::rows_within(side, most.checked_sub(1)?);
        let rabbits = position.board().rabbits(side) & near;
        if rabbits.is_empty() {
            return None;
        }
        let obstacles = Obstacles::of(position, most);
        // Most often no rabbit reaches goal, and one look at all of them together shows it.
        if rabbits.more_than_one() {
            obstacles.way_home(side, rabbits, most)?;
        }
        rabbits
            .into_iter()
            .filter_map(|rabbit| Self::of_rabbit(position, &obstacles, rabbit, most))
            .reduce(|one, other| Self {
                fewest_steps: one.fewest_steps.min(other.fewest_steps),
                squares: one.squares | other.squares,
                near: one.near | other.near,
                beside: one.beside | other.beside,
            })
    }

    /// Returns the limits for one rabbit.
    ///
    /// As for the squares, the last step of another piece changes who stands on the way or beside it: it leaves or
    /// reaches such a square, or leaves a piece on a trap there without defence. An earlier one has freed that piece or
    /// made room for it, held it on a trap or begun the same push or pull: it has changed something at most two squares
    /// from where the later one does. And one of the helpers must be near enough to get there at all.
    fn of_rabbit(
        position: &Position,
        obstacles: &Obstacles,
        rabbit: Square,
        most: u8,
    ) -> Option<Self> {
        let board = position.board();
        let side = position.side_to_move();
        let Way {
            fewest_steps,
            squares,
        } = obstacles.way_home(side, rabbit.bit(), most)?;
        if position.pending().is_push() {
            // Who completes the push has to step now, whether that helps or not.
            return Some(Self {
                fewest_steps,
                squares: Bitboard::ALL,
                near: Bitboard::ALL,
                beside: Bitboard::ALL,
            });
        }
        let rows_to_go = match side {
            Side::Gold => 7 - rabbit.rank(),
            Side::Silver => rabbit.rank(),
        };
        let helping_steps = usize::from(most) - rows_to_go;
        if !freeing::is_possible(position, rabbit, helping_steps) {
            return None;
        }
        let beside = squares.within(1);
        let helpers = board.side(side) ^ rabbit.bit() | position.pending().pulled();
        if (helpers & beside.within(helping_steps)).is_empty() {
            return None;
        }
        let changed_by_one_of =
            |last: usize| traps::with_guards(beside.within(2 * (last - 1)), board.occupied());
        Some(Self {
            fewest_steps,
            squares: changed_by_one_of(helping_steps),
            near: changed_by_one_of(helping_steps.min(2)),
            beside: changed_by_one_of(1),
        })
    }
}

/// Where a rabbit can come to, and the steps to goal.
struct Way {
    /// A lower bound on the steps to goal.
    fewest_steps: u8,
    /// The squares that it may come to.
    squares: Bitboard,
}

/// What stands in the way of rabbits, by the steps that it takes to make room.
struct Obstacles {
    empty: Bitboard,
    /// The pieces on traps.
    on_trap: Bitboard,
    one_step: Bitboard,
    two_steps: Bitboard,
    three_steps: Bitboard,
}

impl Obstacles {
    /// Returns the obstacles to goals of `most` steps or fewer.
    ///
    /// A friend has to step away, which takes a step; an enemy has to be pushed or pulled away, which takes two, or one if the
    /// pull has begun, and a step before that if no stronger friend is beside it. The exception is a piece on a trap, which is
    /// gone when its defender goes: it is counted as nothing.
    #[inline]
    fn of(position: &Position, most: u8) -> Self {
        let board = position.board();
        let side = position.side_to_move();
        let leaving_soon = position.pending().pulled();
        let on_trap = board.occupied() & Bitboard::TRAPS;
        let enemies = board.side(!side) & !leaving_soon & !on_trap;
        let two_steps = enemies & pushable(board, side, board.side(side));
        Self {
            empty: board.empty(),
            on_trap,
            one_step: (board.side(side) | leaving_soon) & !on_trap,
            two_steps,
            three_steps: displaced_in_three_steps(board, side, enemies & !two_steps, most),
        }
    }

    /// Returns the ways of all these rabbits that take `most` steps or fewer, at least one of them another piece's, or `None` if no
    /// such way leads to goal.
    ///
    /// Each square of the way takes a step of the rabbit, and what it takes to make room there. Each step, push or pull takes
    /// one piece off the way at most: if it leaves an own piece where it displaces an enemy, that piece has to move once more.
    /// Whether the rabbit is frozen on its way is not asked.
    #[inline]
    fn way_home(&self, side: Side, rabbits: Bitboard, most: u8) -> Option<Way> {
        match side {
            Side::Gold => self.way_home_of(Side::Gold, rabbits, most),
            Side::Silver => self.way_home_of(Side::Silver, rabbits, most),
        }
    }

    /// Returns the same as [`way_home`](Self::way_home) does; it is compiled for each side.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the side is to be known when it is compiled"
    )]
    fn way_home_of(&self, side: Side, rabbits: Bitboard, most: u8) -> Option<Way> {
        let &Self {
            empty,
            on_trap,
            one_step,
            two_steps,
            three_steps,
        } = self;
        // Where the rabbits can come at a cost of so many steps: over squares that are empty now, and over any, which of the
        // latter is known already of the next three costs.
        let mut on_empty = rabbits;
        let mut cleared = Bitboard::EMPTY;
        let mut cleared_next = Bitboard::EMPTY;
        let mut cleared_after = Bitboard::EMPTY;
        let mut cleared_last = Bitboard::EMPTY;
        let mut way = on_empty;
        let mut bound = None;
        for cost in 1..=most {
            let next = walk::one_step(on_empty, side);
            let next_cleared = walk::one_step(cleared, side);
            let any = next | next_cleared;
            let in_time = walk::rows_within(side, most - cost);
            let was_empty = on_empty;
            on_empty = next & empty & in_time;
            cleared = (cleared_next | next_cleared & empty | any & on_trap) & in_time;
            cleared_next = cleared_after | any & one_step;
            cleared_after = cleared_last | any & two_steps;
            cleared_last = any & three_steps;
            way |= on_empty | cleared;
            // Even where nothing has to make room another piece has taken a step.
            if bound.is_none() && ((was_empty | cleared) & side.goal_row()).any() {
                bound = Some(cost);
            }
        }
        bound.map(|fewest_steps| Way {
            fewest_steps,
            squares: way,
        })
    }
}

/// Returns those of `enemies` that may be displaced in three steps, the first of which brings a stronger friend beside them. With the
/// rabbit's step onto the goal row that is a whole turn, so only enemies on the goal row matter.
#[inline]
fn displaced_in_three_steps(board: &Board, side: Side, enemies: Bitboard, most: u8) -> Bitboard {
    let last = enemies & side.goal_row();
    if most < STEPS_PER_TURN || last.is_empty() {
        return Bitboard::EMPTY;
    }
    let mut reached = Bitboard::EMPTY;
    let mut displaced = Bitboard::EMPTY;
    for kind in Kind::ALL.into_iter().rev() {
        displaced |= last & board.kind(kind) & reached.neighbors();
        reached |= board.pieces(side, kind).neighbors() & board.empty();
    }
    displaced
}
