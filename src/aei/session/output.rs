//! The one place that writes to the controller.

use std::fmt;
use std::io::Write;

use super::event::End;
use crate::aei::{Level, Log, Response};

/// What the controller reads: a line a message, flushed at once.
pub(super) struct Output<W>(W);

impl<W: Write> Output<W> {
    pub(super) const fn new(writer: W) -> Self {
        Self(writer)
    }

    pub(super) fn send(&mut self, response: &Response) -> Result<(), End> {
        tracing::debug!("sent: {response}");
        let line = format!("{response}\n");
        self.0
            .write_all(line.as_bytes())
            .and_then(|()| self.0.flush())
            .map_err(|error| {
                tracing::debug!("the output has failed: {error}");
                End::OutputClosed
            })
    }

    pub(super) fn error(&mut self, text: impl fmt::Display) -> Result<(), End> {
        self.log(Level::Error, &text.to_string())
    }

    pub(super) fn warning(&mut self, text: impl fmt::Display) -> Result<(), End> {
        self.log(Level::Warning, &text.to_string())
    }

    /// Logs an error that ends the session.
    pub(super) fn fail<T>(&mut self, text: impl fmt::Display) -> Result<T, End> {
        self.error(text)?;
        Err(End::Failure)
    }

    fn log(&mut self, level: Level, text: &str) -> Result<(), End> {
        self.send(&Response::Log(Log::new(level, text)))
    }
}
