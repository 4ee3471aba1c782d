//! The search: iterative deepening by steps over a shared transposition table.
//!
//! It prints nothing and reads nothing: it speaks to the world through an [`Observer`] and a [`StopFlag`].

mod action;
mod crew;
mod deepening;
mod evaluations;
mod goal_attack;
mod halt;
mod hints;
mod history;
mod limits;
mod making;
mod node;
mod ordering;
mod other_lines;
mod quiescence;
mod ranking;
mod repetition;
mod report;
mod root;
mod sampling;
mod selectivity;
mod shared;
mod statistics;
mod stop;
mod table;
mod tree;
mod under_way;
mod variation;
mod worker;

pub use crew::{Crew, STACK_BYTES};
pub use deepening::{Found, MAX_DEPTH, search};
pub use limits::Limits;
pub use report::{Iteration, Line, Observer};
pub use sampling::Sampling;
pub use statistics::Statistics;
pub use stop::StopFlag;
pub use table::Table;
