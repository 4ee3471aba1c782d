//! Counts by which rules cores are compared: step sequences, distinct turns, and a hash of the boards that turns reach.

use crate::rules::key_hash::KeyMap;
use crate::rules::notation::board_string;
use crate::rules::turns::USUAL_GROWTH;
use crate::rules::{Position, outcome};

/// Returns how many different lists of exactly `position.steps_left()` steps there are that complete every push.
///
/// Lists that lead back to the same board count, and a rabbit on its goal row ends nothing. Lists that have come to the
/// same position go on alike, so they are counted on together, and the last steps of all are counted, not made.
pub fn count_step_sequences(position: &Position) -> u64 {
    let last_steps = |position: &Position| position.legal_steps().len() as u64;
    let steps_before_last = match position.steps_left() {
        0 => return 1,
        1 => return last_steps(position),
        more => more - 1,
    };
    // The positions after so many steps, each with the number of lists that lead to it.
    let mut level = vec![(*position, 1)];
    for _ in 1..steps_before_last {
        level = a_step_further(&level, |&position| position);
    }
    a_step_further(&level, last_steps)
        .iter()
        .map(|(last_steps, lists)| last_steps * lists)
        .sum()
}

/// Returns what is wanted of each position that a step more leads to, with the number of lists that lead there.
fn a_step_further<T>(level: &[(Position, u64)], wanted: impl Fn(&Position) -> T) -> Vec<(T, u64)> {
    let mut next: Vec<(T, u64)> = Vec::with_capacity(USUAL_GROWTH * level.len());
    let mut places = KeyMap::default();
    places.reserve(USUAL_GROWTH * level.len());
    for (position, lists) in level {
        for step in &position.legal_steps() {
            let mut after = *position;
            after.play_unchecked(step);
            let place = *places.entry(after.key()).or_insert(next.len());
            match next.get_mut(place) {
                Some((_, known)) => *known += lists,
                None => next.push((wanted(&after), *lists)),
            }
        }
    }
    next
}

/// Returns the same count, with every step really made and undone.
pub fn walk_step_sequences(position: &mut Position) -> u64 {
    if position.steps_left() == 0 {
        return 1;
    }
    let continued = position.legal_steps().iter().map(|step| {
        let undo = position.play_unchecked(step);
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

/// Returns the distinct turns after each distinct turn that doesn't end the game, summed up.
pub fn count_turns_of_two(position: &Position) -> u64 {
    position
        .distinct_turns()
        .iter()
        .map(|turn| position.after_turn(turn))
        .filter(|after| outcome::at_start_of_turn(after).is_none())
        .map(|after| after.count_distinct_turns() as u64)
        .sum()
}

/// Returns the 64-bit hash of Fowler, Noll and Vo in its variant 1a: short, and the same on every machine and with every
/// compiler.
#[doc(hidden)]
pub fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
