//! Counts by which rules cores are compared: step sequences, distinct turns, and a hash of the boards that turns reach.

use crate::rules::notation::board_string;
use crate::rules::{Position, outcome};

/// How many different lists of exactly `position.steps_left()` steps there are that complete every push.
///
/// Lists that lead back to the same board count, and a rabbit on its goal row ends nothing. The last steps of all
/// lists are counted, not made.
pub fn count_step_sequences(position: &mut Position) -> u64 {
    let steps = position.legal_steps();
    if position.steps_left() <= 1 {
        return steps.len() as u64;
    }
    let continued = steps.iter().map(|step| {
        let undo = position.play(step);
        let count = count_step_sequences(position);
        position.undo(undo);
        count
    });
    continued.sum()
}

/// The same count, with every step really made and undone.
pub fn walk_step_sequences(position: &mut Position) -> u64 {
    if position.steps_left() == 0 {
        return 1;
    }
    let continued = position.legal_steps().iter().map(|step| {
        let undo = position.play(step);
        let count = walk_step_sequences(position);
        position.undo(undo);
        count
    });
    continued.sum()
}

/// The distinct turns of a position, counted, with a hash that tells whether two programs mean the same turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCount {
    /// How many distinct boards the turns lead to.
    pub turns: u64,
    /// The sum, modulo 2^64, of the FNV-1a hashes of those boards as 64 characters from a8 to h1.
    pub hash: u64,
}

/// Counts and hashes the distinct turns, repetition aside.
pub fn count_turns(position: &Position) -> TurnCount {
    let turns = position.distinct_turns();
    let hash = turns
        .iter()
        .map(|turn| fnv1a(&board_string(position.after_turn(turn).board())))
        .fold(0, u64::wrapping_add);
    TurnCount {
        turns: turns.len() as u64,
        hash,
    }
}

/// The distinct turns after each distinct turn that doesn't end the game, summed up.
pub fn count_turns_of_two(position: &Position) -> u64 {
    position
        .distinct_turns()
        .iter()
        .map(|turn| position.after_turn(turn))
        .filter(|after| outcome::at_start_of_turn(after).is_none())
        .map(|after| after.count_distinct_turns() as u64)
        .sum()
}

/// The 64-bit hash of Fowler, Noll and Vo in its variant 1a.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
