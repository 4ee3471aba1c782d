//! Text from a file, or from standard input by the name `-`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use thiserror::Error;

use super::failure::bad_input;

/// A text and how messages call the place where it is from.
pub(super) struct TextSource {
    pub(super) name: String,
    pub(super) text: String,
}

/// Why a text can't be read.
#[derive(Debug, Error)]
pub enum ReadTextError {
    /// What the system says.
    #[error(transparent)]
    Failed(#[from] io::Error),
    /// It is in another encoding, or no text.
    #[error(
        "line {line} is no UTF-8 text: byte {column} of it is 0x{byte:02X}; convert the file to UTF-8"
    )]
    NotUtf8 {
        /// The first line that is at fault, from 1.
        line: usize,
        /// Where in the line, in bytes from 1.
        column: usize,
        /// The byte that no UTF-8 text has there.
        byte: u8,
    },
}

impl TextSource {
    /// Reads the file, or standard input for `-`.
    pub(super) fn read(path: &str) -> anyhow::Result<Self> {
        let (name, read) = match path {
            "-" => ("standard input".to_owned(), read_standard_input()),
            "" => ("a file without a name".to_owned(), read_text(path)),
            _ => (path.to_owned(), read_text(path)),
        };
        let text = read
            .with_context(|| format!("{name} can't be read"))
            .map_err(bad_input)?;
        Ok(Self { name, text })
    }

    /// Returns an error of input in this text, whose message says the line.
    pub(super) fn error(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        bad_input(error.into().context(self.name.clone()))
    }
}

/// Reads a file of UTF-8 text, without the byte order mark that it may begin with.
///
/// # Errors
/// If the system doesn't let it be read, or it is no UTF-8 text.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, ReadTextError> {
    decode(fs::read(path)?)
}

fn read_standard_input() -> Result<String, ReadTextError> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    decode(bytes)
}

fn decode(bytes: Vec<u8>) -> Result<String, ReadTextError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let lines = || valid.split(|&byte| byte == b'\n');
        ReadTextError::NotUtf8 {
            line: lines().count(),
            column: lines().next_back().map_or(0, <[u8]>::len) + 1,
            byte: rest.first().copied().unwrap_or_default(),
        }
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
