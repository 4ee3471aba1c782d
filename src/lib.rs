//! Loxodon, an Arimaa engine: the rules of the game, exact tactics, a network that evaluates, and a parallel search.
//!
//! ```
//! use loxodon::engine::{Engine, Options};
//! use loxodon::search::Limits;
//!
//! let mut engine = Engine::new(Options::default())?;
//! engine.play("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2")?;
//! engine.play("ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7")?;
//! let report = engine.prepare(Limits { depth: Some(4), ..Limits::default() }).run(&mut ());
//! println!("{}", engine.game().write_move(&report.best.expect("there are legal turns")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Those who want the rules alone begin with [`rules::Game`] and [`rules::Position`]; `examples/` has short programs. The
//! default feature `cli` carries the binary, the feature `serde` serialises what has a text, such as boards and turns.
//!
//! The layers, from the ground up; an arrow of dependence only points down this list:
//! [`types`], [`rules`], [`clock`], [`tactics`], [`eval`], [`search`], [`engine`], [`aei`], [`cli`].

pub mod aei;
// What the binary and the tools share is no interface for others.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod rules;
pub mod search;
pub mod tactics;
pub mod types;

pub use engine::VERSION;

// The README's example is tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
