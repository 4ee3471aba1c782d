//! The command line, as users and their scripts see it: the real program is run.

mod aei;
mod analyze;
mod archive;
mod batch;
mod bench;
#[path = "../data/mod.rs"]
mod data;
mod interrupt;
mod json;
mod network;
mod perft;
mod position;
mod program;
mod records;
mod replay;
mod review;
mod show;
mod usage;

/// The customary array with gold to move.
const ARRAY: &str = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
/// The board before the setups.
const EMPTY: &str = "g [................................................................]";
