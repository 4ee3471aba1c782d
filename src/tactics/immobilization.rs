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

use super::walk;
use crate::rules::pushes::pushable;
use crate::rules::{Board, KeySet, Pending, Position, Step, Turn, freezing, outcome};
use crate::types::{Bitboard, Direction, Kind, Side};

/// The squares less than four steps away from each square.
const LESS_THAN_FOUR_AWAY: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Bitboard(1 << index).within(3);
        index += 1;
    }
    table
};

/// Returns a shortest way to end the turn within the steps left so that the opponent has no step and has not won on the
/// board; none if there is no way.
///
/// Exact from any position, with anything open. If a goal or the loss of the opponent's last rabbit comes with it, the
/// rules name the win after that. Where the turn may end so already, the line is empty.
pub fn line(position: &Position) -> Option<Turn> {
    if !may_be_possible(position) {
        return None;
    }
    if ends_so(position) {
        return Some(Turn::new());
    }
    // Breadth first, as the distinct turns are visited: a position is met first with the most steps left.
    let mut level = vec![(*position, Turn::new())];
    let mut reached = KeySet::default();
    while !level.is_empty() {
        let mut next = Vec::new();
        for (position, turn) in &level {
            for step in worthwhile_steps(position) {
                let mut after = *position;
                after.play_unchecked(step);
                if ends_so(&after) {
                    return Some(turn.followed_by(step));
                }
                if after.steps_left() > 0 && reached.insert(after.key()) && may_be_possible(&after)
                {
                    next.push((after, turn.followed_by(step)));
                }
            }
        }
        level = next;
    }
    None
}

/// Returns the legal steps, but for last ones that don't serve every active piece.
fn worthwhile_steps(position: &Position) -> impl Iterator<Item = Step> {
    let board = position.board();
    let side = position.side_to_move();
    let beside_all_active = if position.steps_left() == 1 {
        beside_all(Activity::of(board, !side).active)
    } else {
        Bitboard::ALL
    };
    // The other last steps complete a pull.
    let enemies = board.side(!side);
    let steps = position.legal_steps();
    steps
        .iter()
        .filter(move |step| beside_all_active.contains(step.to()) || enemies.contains(step.from()))
}

/// Returns whether the turn may end here, the opponent has no step then, and has not won.
fn ends_so(position: &Position) -> bool {
    let mover = position.side_to_move();
    if !position.can_end_turn() || Activity::of(position.board(), !mover).active.any() {
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

/// Returns whether no bound says that the steps left are too few.
///
/// Of the steps left some are enemy movements, and what they don't serve has to be served by our own pieces alone, in
/// the steps that remain:
///
/// - among pieces four or more apart each enemy movement serves one at most, and no server of our own serves two;
/// - an enemy movement serves seven pieces at most, those beside its two squares and the moved one, and a server of our
///   own fills a square beside three at most, for it has come from the fourth side.
fn may_be_possible(position: &Position) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    let steps = u32::from(position.steps_left());
    let elephant = ElephantCosts::of(board, side);
    if elephant.block() > steps {
        return false;
    }
    let activity = Activity::of(board, !side);
    let pulls = matches!(position.pending(), Pending::Pull { .. });
    if steps == 1 && !pulls {
        return activity.active.is_empty() || beside_all(activity.active).any();
    }
    let costs = Costs::of(board, side, &activity);
    if elephant.fillings + costs.apart.len() > steps {
        return false;
    }
    // An enemy movement goes with a step of our own, but for the pull that is open.
    let most_movements = match position.pending() {
        Pending::None => steps / 2,
        Pending::Pull { .. } => steps.div_ceil(2),
        Pending::Push { .. } => (steps - 1) / 2,
    };
    (0..=most_movements).any(|movements| {
        let own_steps = steps - movements;
        let fillings = elephant.fillings.saturating_sub(movements);
        let suffice = |servable| {
            fillings + costs.apart.without(movements, servable) <= own_steps
                && costs.fillings.without(7 * movements, servable) <= 3 * own_steps
        };
        suffice(Bitboard::ALL)
            && (movements == 0 || suffice(served_by_enemies(position, movements)))
    })
}

/// What it takes to stop the opponent's elephant where it is on no trap: it can be neither frozen nor moved nor captured.
/// One movement fills one square.
struct ElephantCosts {
    /// How many empty squares are beside it; they have to be filled.
    fillings: u32,
    /// How many of our pieces beside it, other than our elephant, it can push. For each a square has to be filled that
    /// is beside two of them at most, or it has to be replaced.
    pushed: u32,
}

impl ElephantCosts {
    fn of(board: &Board, side: Side) -> Self {
        let beside = unstoppable(board, !side).neighbors();
        let weaker = board.side(side) & !board.pieces(side, Kind::Elephant);
        Self {
            fillings: (beside & board.empty()).len() as u32,
            pushed: (beside & weaker & board.empty().neighbors()).len() as u32,
        }
    }

    /// Returns the fewest movements that could stop it. None does two of the things needed: a square beside the elephant is
    /// at an odd distance from it, a square beside one of the pushed pieces at an even one, and a replacement goes where
    /// neither is missing.
    const fn block(&self) -> u32 {
        self.fillings + self.pushed.div_ceil(2)
    }
}

/// Returns the elephant of `side`, but on a trap, where it can be captured.
fn unstoppable(board: &Board, side: Side) -> Bitboard {
    board.pieces(side, Kind::Elephant) & !Bitboard::TRAPS
}

/// Returns the squares beside all of those.
fn beside_all(squares: Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::ALL, |all, square| all & square.neighbors())
}

/// Returns the squares on which a piece can be served by an enemy piece, if there are that many enemy movements.
///
/// The last of our own steps is itself part of a push or pull, so that a captor, stronger than the piece that it moves,
/// comes nearer by all the others at most. And what is moved serves what is beside its first and its last square.
fn served_by_enemies(position: &Position, movements: u32) -> Bitboard {
    let board = position.board();
    let side = position.side_to_move();
    let steps_left = u32::from(position.steps_left());
    let mut moved = Bitboard::EMPTY;
    if let Pending::Pull { pulled, .. } = position.pending() {
        moved = pulled;
    } else if steps_left == 2 * movements {
        // The first step is part of a push or pull already.
        let at_once = pushable(board, side, freezing::free(board, side));
        if movements == 1 || at_once.is_empty() {
            return at_once.within(movements as usize + 1);
        }
    }
    let mut captors = Bitboard::EMPTY;
    for kind in Kind::ALL.into_iter().rev() {
        moved |= board.pieces(!side, kind) & captors.within((steps_left - movements) as usize);
        captors |= board.pieces(side, kind);
    }
    moved.within(movements as usize + 1)
}

/// What it costs to serve active pieces with our own pieces alone.
struct Costs {
    /// Steps, for a choice of pieces that are four or more apart from each other and from an
    /// active elephant on no trap.
    apart: Weights,
    /// Squares beside a piece on which our pieces have to arrive, for all active pieces.
    fillings: Weights,
}

impl Costs {
    fn of(board: &Board, side: Side, activity: &Activity) -> Self {
        let &Activity { active, two, three } = activity;
        let [near_1, near_2, near_3, near_4] = near(board, side);
        // A piece beside a friend that is not moved can only be blocked: all its squares have to be filled, by different
        // pieces of which each comes that far.
        let blocked_only = board.side(!side).neighbors();
        let two = two & blocked_only;
        let three = three & blocked_only;
        let at_least = [
            active,
            active & (!near_1 | two),
            active & (!near_2 | three | two & !near_1),
            active & (!near_3 | two & !near_1),
            active & (!near_4 | two & !near_2 | three & !near_1),
        ];
        let mut apart = [Bitboard::EMPTY; 5];
        let mut open = active;
        if let Some(elephant) = (active & unstoppable(board, !side)).first() {
            open &= !LESS_THAN_FOUR_AWAY[elephant.index()];
        }
        for (chosen, class) in apart.iter_mut().zip(at_least).rev() {
            while let Some(square) = (open & class).first() {
                *chosen |= square.bit();
                open &= !LESS_THAN_FOUR_AWAY[square.index()];
            }
        }
        let none = Bitboard::EMPTY;
        Self {
            apart: Weights(apart),
            fillings: Weights([active & !two, two & !three, three, none, none]),
        }
    }
}

/// Squares of which each weighs 1, 2, 3, 4 or 5.
struct Weights([Bitboard; 5]);

impl Weights {
    /// Returns how many squares there are.
    fn len(&self) -> u32 {
        self.0.iter().map(|squares| squares.len() as u32).sum()
    }

    /// Returns the sum, without the heaviest `served` squares of `servable`.
    fn without(&self, served: u32, servable: Bitboard) -> u32 {
        let mut served = served;
        let mut sum = 0;
        for (weight, squares) in [1, 2, 3, 4, 5].into_iter().zip(self.0).rev() {
            let spared = served.min((squares & servable).len() as u32);
            served -= spared;
            sum += weight * (squares.len() as u32 - spared);
        }
        sum
    }
}

/// Returns the squares beside which a piece of `side` can arrive within one, two, three and four of its own steps, if
/// nothing is in its way.
fn near(board: &Board, side: Side) -> [Bitboard; 4] {
    let mut rabbits = board.rabbits(side);
    let mut others = board.side(side) & !rabbits;
    let mut reached = Bitboard::EMPTY;
    [(); 4].map(|()| {
        others |= others.neighbors();
        rabbits |= walk::one_step(rabbits, side);
        reached |= others | rabbits;
        reached.neighbors()
    })
}
