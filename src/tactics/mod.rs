//! What one turn can bring: goals, captures and other wins, found on the board without search of what the opponent
//! answers.

pub mod capture;
pub mod elimination;
pub mod goal;
pub mod hanging;
pub mod hunt;
pub mod immobilization;
pub mod walk;
