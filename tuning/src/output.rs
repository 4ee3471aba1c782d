//! What the tools say on standard output beside what they write to files.

use std::fmt;
use std::io::{self, Write};

/// Says something on standard output while there is more to do. That nobody reads it any more is no reason to lose the work;
/// that it can't be written is told on standard error.
pub(crate) fn say(text: fmt::Arguments<'_>) {
    match io::stdout().write_fmt(text) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => eprintln!("standard output can't be written: {error}"),
    }
}
