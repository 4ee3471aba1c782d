//! Loxodon, an Arimaa engine.
//!
//! The layers, from the ground up; an arrow of dependence only points down this list:
//! [`types`], [`rules`].

pub mod rules;
pub mod types;
