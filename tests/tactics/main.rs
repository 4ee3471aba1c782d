//! Exact tactics against brute force over the distinct turns.

#[path = "../data/mod.rs"]
mod data;

mod brute;
mod defence;
mod finish;
mod positions;
