//! The search: iterative deepening by steps over a shared transposition table.
//!
//! It prints nothing and reads nothing: it speaks to the world through an [`Observer`] and a [`StopFlag`].

mod limits;
mod report;
mod stop;

pub use limits::Limits;
pub use report::{Iteration, Line, Observer};
pub use stop::StopFlag;
