//! The Arimaa Engine Interface (AEI), version 1: messages, options and the session with a controller.
//!
//! A controller starts the engine, writes a [`Command`] a line and reads a [`Response`] a line, over standard input and
//! output ([`run`]) or over a socket on which the controller listens ([`run_on_socket`]). Both links carry the same
//! session:
//!
//! - It begins with `aei` and ends with `quit`, the end of the input, or an output that nobody reads any more.
//! - Messages are done in the order in which they come, also while a search runs on its own thread.
//! - What is wrong with a message is logged, and the state stays as it was. Only an unrecognised type of message ends
//!   the session, with a failure.
//!
//! Where the protocol leaves a choice:
//!
//! - `aei` is answered every time, at the beginning and later, and changes nothing later on.
//! - Any other message before the first `aei` is logged as an error; `quit` is done.
//! - The protocol's own words, option names included, may be upper-case, and a byte order mark may stand before the first.
//! - `setposition` takes the squares in quotation marks or bare, too. On an empty board, or if the side to move has no
//!   pieces and the other side only its setup, the setups are still to come.
//! - `makemove takeback` takes the last turn or setup back.
//! - A time on the clocks below 0 is 0.
//! - All that is sent is ASCII: in log texts other letters are escaped.
//! - An illegal `makemove` during a search is logged and the search goes on.
//! - `makemove`, `newgame` and `setposition` during a search for `go` first send its `bestmove`: there is exactly one
//!   for each `go`. After `go ponder` there is one only for `stop`. In a game that is over it is empty.
//! - What came before `quit` or the end of the input is done first; a search that is running is not waited for, and one
//!   that `stop` or a move has ended only briefly.
//! - `stop` without a search is logged as a warning: it crosses the `bestmove` on its way easily.
//! - Besides AEI's own options there are `threads` and `seed`, which fixes the choice of setups and how the first turns vary.

// A session must outlive whatever a controller sends.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod command;
mod response;
mod seconds;
mod session;
mod settings;
mod socket;

pub use command::{Command, ParseCommandError};
pub use response::{Id, Info, Level, Log, ParseResponseError, Response, variation};
pub use session::{ExitStatus, run};
pub use settings::{Observed, Occasion, SettingError, Settings};
pub use socket::{ConnectError, run_on_socket};

/// Returns the first word of a text and what follows it, without the blanks around them.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}
