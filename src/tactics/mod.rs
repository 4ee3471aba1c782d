//! What one turn can bring: goals, captures and other wins, found on the board without search of what the opponent
//! answers; and what keeps the opponent from its goal.

pub(crate) mod approach;
pub mod capture;
// What only benches and tools need of the search's inside is no interface for others.
#[doc(hidden)]
pub mod capture_hints;
pub mod defence;
pub mod elimination;
pub mod goal;
mod goal_cache;
pub mod hanging;
pub mod immobilization;
pub(crate) mod threatening;
#[doc(hidden)]
pub mod walk;
pub mod win;
