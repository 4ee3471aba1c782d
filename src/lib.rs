//! Loxodon, an Arimaa engine.
//!
//! The layers, from the ground up; an arrow of dependence only points down this list:
//! [`types`], [`rules`], [`clock`], [`search`], [`engine`], [`aei`].

pub mod aei;
pub mod clock;
pub mod engine;
pub mod rules;
pub mod search;
pub mod types;
