//! Standard output: coloured on a terminal only, and quiet about a reader that has gone.

use std::fmt;
use std::io::{self, StdoutLock, Write};

use anstream::AutoStream;
use serde::Serialize;
use thiserror::Error;

/// Nothing more can be written.
#[derive(Debug, Error)]
pub(super) enum OutputError {
    /// Whoever was reading has enough.
    #[error("standard output is closed")]
    Closed,
    /// The disk is full, say.
    #[error("standard output can't be written: {0}")]
    Failed(io::Error),
}

/// Standard output for `write!` and `writeln!`.
pub(super) struct Output(AutoStream<StdoutLock<'static>>);

impl Output {
    pub(super) fn new() -> Self {
        Self(AutoStream::auto(io::stdout().lock()))
    }

    /// Writes and makes sure that it has arrived.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> Result<(), OutputError> {
        self.0
            .write_fmt(text)
            .and_then(|()| self.0.flush())
            .map_err(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => OutputError::Closed,
                _ => OutputError::Failed(error),
            })
    }

    /// Writes an object as a line of JSON.
    pub(super) fn json(&mut self, object: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(object)?;
        writeln!(self, "{text}")?;
        Ok(())
    }
}
