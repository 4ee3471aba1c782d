//! What one turn can bring: goals and captures, found on the board without search.

pub mod capture;
pub mod elimination;
pub mod goal;
pub mod immobilization;
pub mod walk;
