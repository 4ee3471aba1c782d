//! Loxodon, an Arimaa engine.
//!
//! The layers, from the ground up; an arrow of dependence only points down this list:
//! [`types`], [`clock`].

pub mod clock;
pub mod types;
