//! Wins by capturing the last of the opponent's rabbits within the turn.
//!
//! Exact. Only enemy movements capture enemy pieces, one at most each, and with every enemy movement goes a step of our
//! own: the one that completes the push or the one that has begun the pull. So a whole turn captures two rabbits at
//! most, and nearly every position is settled by counting them.

use crate::rules::{Board, Pending, Position, Turn};
use crate::types::{Bitboard, Side, Square};

/// The most pieces that a turn can capture, also with a pull open at its start.
const MOST_CAPTURES: usize = 2;

/// Returns a shortest way to take all the opponent's rabbits within the steps left and to end the turn then; none if
/// there is no way.
///
/// Exact from any position, with anything open. Without rabbits the opponent has lost, whatever else the turn has done;
/// with one of our rabbits on its goal row as well, the rules call it a goal. Where the opponent has no rabbit left and
/// the turn may end already, the line is empty.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::elimination;
/// // The last silver rabbit stands on b3. The elephant on a3 pushes it into the trap.
/// let position: Position = "g [........................................Er....................R.]".parse()?;
/// let line: Vec<_> = elimination::line(&position).unwrap().iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["b3e", "a3e"]);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn line(position: &Position) -> Option<Turn> {
    let rabbits = position.board().rabbits(!position.side_to_move());
    if rabbits.len() > MOST_CAPTURES {
        return None;
    }
    let steps_left = position.steps_left();
    (fewest_steps_at_best(position)..=steps_left).find_map(|budget| {
        let mut turn = Turn::new();
        finish(position, budget, &mut turn).then_some(turn)
    })
}

/// Looks for a way with exactly `budget` more steps, and adds it to `turn`.
fn finish(position: &Position, budget: u8, turn: &mut Turn) -> bool {
    let needed = fewest_steps_at_best(position);
    if needed > budget {
        return false;
    }
    if budget == 0 {
        return position.can_end_turn();
    }
    let sources = relevant_sources(position, budget, budget - needed);
    for step in &position.legal_steps() {
        if !sources.contains(step.from()) {
            continue;
        }
        let mut after = *position;
        after.play_unchecked(step);
        turn.push(step);
        if finish(&after, budget - 1, turn) {
            return true;
        }
        turn.pop();
    }
    false
}

/// Returns a number of steps that no way goes below: two for each enemy movement that is needed, less the step that an open
/// pull has made already, or one more to complete an open push.
fn fewest_steps_at_best(position: &Position) -> u8 {
    let steps = 2 * fewest_movements(position.board(), !position.side_to_move());
    match position.pending() {
        Pending::None => steps,
        Pending::Pull { .. } => steps.saturating_sub(1),
        Pending::Push { .. } => steps + 1,
    }
}

/// Returns the fewest movements of the loser's pieces that could capture all its rabbits.
fn fewest_movements(board: &Board, loser: Side) -> u8 {
    let rabbits = board.rabbits(loser);
    let hardest = rabbits
        .into_iter()
        .map(|rabbit| {
            let ways = Bitboard::TRAPS.into_iter();
            ways.map(|trap| movements_to_capture(board, loser, rabbit, trap))
                .min()
                .unwrap_or(0)
        })
        .max()
        .unwrap_or(0);
    // A movement captures one piece at most.
    hardest.max(rabbits.len() as u8)
}

/// Returns the fewest movements that could capture the rabbit on that trap: it has to get there, and every other piece beside
/// the trap has to go, for a guard of a trap can't be captured where it stands.
fn movements_to_capture(board: &Board, loser: Side, rabbit: Square, trap: Square) -> u8 {
    let way = rabbit.distance(trap) as u8;
    way + guards(board, loser, rabbit, trap).len() as u8
}

/// Returns the pieces beside the trap that defend the rabbit on it.
fn guards(board: &Board, loser: Side, rabbit: Square, trap: Square) -> Bitboard {
    trap.neighbors() & board.side(loser) & !rabbit.bit()
}

/// Returns the squares from which a next step can be part of a way with `budget` steps, `slack` of which are not needed
/// for the movements that must be.
///
/// The movements are those of the targets: rabbits, and guards of traps that are near enough. Whether a target can be
/// displaced now and where to depends on the squares up to two steps away from it: those beside it, and those beside the
/// pusher or puller on one of them. So a preparing step comes from three steps away at most: it ends within two, or
/// takes the defence of a trap within two away. When two are made, the first may only make way for the second, which
/// depends on squares two further away.
fn relevant_sources(position: &Position, budget: u8, slack: u8) -> Bitboard {
    // The pushers have been chosen with the push.
    if position.pending().is_push() {
        return Bitboard::ALL;
    }
    let board = position.board();
    let loser = !position.side_to_move();
    let rabbits = board.rabbits(loser);
    if rabbits.is_empty() {
        return Bitboard::ALL;
    }
    let movements = budget.div_ceil(2);
    let mut targets = rabbits;
    for rabbit in rabbits {
        for trap in Bitboard::TRAPS {
            if movements_to_capture(board, loser, rabbit, trap) <= movements {
                targets |= guards(board, loser, rabbit, trap);
            }
        }
    }
    let distance = match slack {
        0 => 1,
        1 => 3,
        _ => 5,
    };
    targets.within(distance)
}
