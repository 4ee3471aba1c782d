//! The search: iterative deepening by steps over a shared transposition table.
//!
//! It neither prints nor reads anything: it reports to an [`Observer`], and a [`StopFlag`] stops it.

mod abdada;
mod action;
mod deepening;
mod eval_cache;
mod extensions;
mod game_limit;
mod history;
mod limits;
mod make;
mod node;
mod ordering;
mod other_lines;
mod prefetch;
mod pruning;
mod pv;
mod quiescence;
mod repetition;
mod report;
mod root;
mod root_turns;
mod sampling;
mod shared;
mod statistics;
mod stop;
mod table;
mod thread_pool;
mod time_manager;
mod tree;
mod worker;

pub use deepening::MAX_DEPTH;
pub(crate) use deepening::{Found, search};
pub use limits::Limits;
pub use report::{Iteration, Line, Observer};
pub use sampling::Sampling;
pub use statistics::Statistics;
pub use stop::StopFlag;
pub(crate) use table::Table;
pub(crate) use thread_pool::{STACK_BYTES, ThreadPool};
