//! Text from a file, or from standard input by the name `-`.

use std::{fs, io};

use anyhow::Context;

use super::failure::bad_input;

/// A text and how messages call the place where it is from.
pub(super) struct TextSource {
    pub(super) name: String,
    pub(super) text: String,
}

impl TextSource {
    /// Reads the file, or standard input for `-`.
    pub(super) fn read(path: &str) -> anyhow::Result<Self> {
        let (name, read) = if path == "-" {
            ("standard input".to_owned(), io::read_to_string(io::stdin()))
        } else {
            (path.to_owned(), fs::read_to_string(path))
        };
        let text = read
            .with_context(|| format!("{name} can't be read"))
            .map_err(bad_input)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        Ok(Self { name, text })
    }

    /// An error of input in this text, whose message says the line.
    pub(super) fn error(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        bad_input(error.into().context(self.name.clone()))
    }
}
