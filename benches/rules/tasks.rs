//! What is measured: counts that we and the peer both make, in ways that match.

use arimaa_engine_step::GameState;
use loxodon::rules::Position;
use loxodon::rules::perft::{count_step_sequences, walk_step_sequences};

use crate::cases::Case;
use crate::peer;

/// A count that both sides make.
pub(crate) struct Task {
    /// What is counted.
    pub(crate) name: &'static str,
    /// The count that both must reach.
    pub(crate) expected: fn(&Case) -> u64,
    /// Our way.
    pub(crate) ours: fn(&mut Position) -> u64,
    /// The peer's way.
    pub(crate) peers: fn(&GameState) -> u64,
}

/// All that is measured.
pub(crate) const TASKS: [Task; 4] = [
    // Neither makes the last steps, of which it is enough to know how many there are.
    Task {
        name: "sequences counted",
        expected: |case| case.sequences,
        ours: |position| count_step_sequences(position),
        peers: peer::count_step_sequences,
    },
    Task {
        name: "sequences with every step made",
        expected: |case| case.sequences,
        ours: walk_step_sequences,
        peers: peer::walk_step_sequences,
    },
    // What a user gains who only needs the count and steps through the peer's states today.
    Task {
        name: "counted, the peer's made",
        expected: |case| case.sequences,
        ours: |position| count_step_sequences(position),
        peers: peer::walk_step_sequences,
    },
    Task {
        name: "distinct turns",
        expected: |case| case.turns,
        ours: |position| position.count_distinct_turns() as u64,
        peers: peer::count_distinct_turns,
    },
];
