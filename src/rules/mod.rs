//! The rules of the game, each in the place that its name finds.
//!
//! | rule | module |
//! | --- | --- |
//! | which boards can be | [`board`] |
//! | freezing and unfreezing | [`freezing`] |
//! | traps and captures | [`traps`] |
//! | which single steps are legal, pushes and pulls | [`steps`], [`pushes`], [`pending`] |
//! | making and undoing steps, ending a turn | [`position`] |
//! | what a whole turn may be, and why one is illegal | [`turn`], [`legality`] |
//! | all distinct turns | [`turns`] |
//! | setting up | [`setup`] |
//! | who has won, in the official order | [`outcome`] |
//! | repetition, and a game from its first setup on | [`game`] |
//! | the score that decides a stopped game | [`match_score`] |
//! | how all of it is written | [`notation`] |

pub mod board;
pub mod freezing;
pub mod game;
mod key_hash;
mod label;
pub mod legality;
pub mod match_score;
pub mod notation;
pub mod outcome;
pub mod pending;
pub mod perft;
pub mod position;
pub mod pushes;
pub mod setup;
mod step;
pub mod steps;
pub mod traps;
pub mod turn;
pub mod turns;
pub(crate) mod zobrist;

pub use board::{Board, BoardError};
pub use game::{Game, GameError, Move};
#[doc(hidden)]
pub use key_hash::KeySet;
pub use label::{Label, ParseLabelError};
pub use legality::{IllegalStep, IllegalTurn};
pub use notation::PositionError;
pub use outcome::{Outcome, Reason};
pub use pending::Pending;
pub use position::{Position, Undo};
pub use setup::{Setup, SetupError};
pub use step::{ParseStepError, Step};
pub use steps::{StepSet, Steps};
pub use turn::{ParseTurnError, Turn};
