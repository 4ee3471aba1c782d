//! What one turn can bring: goals, captures and other wins, found on the board without search of what the opponent
//! answers; and what keeps the opponent from its goal.

pub(crate) mod approach;
pub mod capture;
pub mod capture_hints;
pub mod defence;
pub mod elimination;
pub mod goal;
mod goal_cache;
pub mod hanging;
pub mod immobilization;
pub(crate) mod threatening;
pub mod walk;
pub mod win;
