//! Exact tactics against brute force over the distinct turns.

#[path = "../data/mod.rs"]
mod data;

mod brute;
mod finish;
mod positions;
