//! Loxodon, an Arimaa engine.
//!
//! The layers, from the ground up; an arrow of dependence only points down this list:
//! [`types`], [`rules`], [`clock`], [`tactics`], [`eval`], [`search`], [`engine`], [`aei`], [`cli`].

pub mod aei;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod rules;
pub mod search;
pub mod tactics;
pub mod types;

pub use engine::VERSION;
