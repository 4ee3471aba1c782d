//! The evaluation: how good a position is, without looking ahead.
//!
//! An efficiently updated network judges it (`docs/network.md` tells how it works and how to train one). Of a position it
//! is told the [`features`]: where the pieces stand, which of them are frozen or held free by a friend, and what stands
//! beside the traps, from the view of either side. The sums of its hidden units are kept from one evaluation to the
//! next and updated by what has changed ([`Evaluator`]), so the end of a turn costs nothing and a step little. All
//! arithmetic is in integers: a network gives the same score on every machine.

mod accumulator;
mod evaluator;
mod explain;
// What a network is made of concerns those who train one.
#[doc(hidden)]
pub mod features;
#[doc(hidden)]
pub mod layers;
mod network;
mod simd;

pub use evaluator::Evaluator;
pub use explain::{Explanation, PieceWorth};
pub use network::{Network, NetworkError};
