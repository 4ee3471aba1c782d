//! Text files that people write or keep.

use std::fs;
use std::path::Path;

use anyhow::Context;

/// Reads a text file, without the byte order mark that some editors put at its start.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut text =
        fs::read_to_string(path).with_context(|| format!("{} can't be read", path.display()))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
