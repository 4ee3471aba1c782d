//! The search: iterative deepening by steps over a shared transposition table.
//!
//! The way of a search, in the order of the calls:
//!
//! | what | file | functions |
//! | --- | --- | --- |
//! | a search of all threads | `iterative_deepening` | `search` |
//! | the loop over depths, and when it ends | `iterative_deepening`, `time_manager` | `run_main`, `best_line` |
//! | the root's turns from depth 7 on | `root`; their order: `ranking`, `root_turns`; other lines: `other_lines` | `search_root`, `rank`, `search_root_turn`, `line_among_best` |
//! | the opponent's replies to the best turn that threaten a goal, as whole turns | `replies`, `reply_turns` | `after_replies` |
//! | a node, and at the root of smaller depths | `negamax`, `node` | `negamax`, `search_actions`, `search_action`, `child` |
//! | what is searched first, what is not, what is searched deeper | `action_picker`, `history`; `pruning`; `extensions` | `list`, `reward`; `should_prune`, `reduction`; `threat_extension` |
//! | an action is made | `make` | `make`, `pass`, `after_turn`, `unmake` |
//! | the numbers in this | `parameters` | |
//! | a leaf | `qsearch` | `leaf`, `quiescence`, `search_defences` |
//! | its evaluation | `worker`, `eval_cache` | `evaluation` |
//! | what threads share | `shared`, `transposition_table`, `probe`, `abdada` | `probe`, `put` |
//!
//! Nodes and quiescence search call themselves; apart from that the way turns back only where `after_replies` calls
//! `search_root`, one turn deeper.
//!
//! It neither prints nor reads anything: it reports to an [`Observer`], and a [`StopFlag`] stops it.

mod abdada;
mod action;
mod action_picker;
mod eval_cache;
mod extensions;
mod game_limit;
mod history;
mod iterative_deepening;
mod limits;
mod make;
mod negamax;
mod node;
mod other_lines;
mod parameters;
mod prefetch;
mod probe;
mod pruning;
mod pv;
mod qsearch;
mod ranking;
mod repetition;
mod replies;
mod reply_turns;
mod report;
mod root;
mod root_turns;
mod sampling;
mod shared;
mod statistics;
mod stop;
mod thread_pool;
mod time_manager;
mod transposition_table;
mod worker;

pub(crate) use iterative_deepening::{Found, search};
pub use limits::{Limits, MAX_DEPTH};
#[doc(hidden)]
pub use parameters::{PARAMETERS, Parameter};
pub use report::{Iteration, Line, Observer};
#[doc(hidden)]
pub use sampling::Reservoir;
pub use sampling::Sampling;
pub use statistics::Statistics;
pub use stop::StopFlag;
pub(crate) use thread_pool::{STACK_BYTES, ThreadPool};
pub(crate) use transposition_table::Table;
