//! Position files: tab-separated, with a header, `id`, `side` (g or s), `board` (64 squares), then columns of their own.

use anyhow::{Context, anyhow};

use super::text_source::TextSource;
use crate::rules::Position;
use crate::rules::notation::read_board;
use crate::types::Side;

/// The columns that every position file begins with.
const COLUMNS: [&str; 3] = ["id", "side", "board"];

/// A position and what it is called.
pub(super) struct NamedPosition {
    pub(super) id: String,
    pub(super) position: Position,
}

/// A row whose position has not been read yet.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// The number of its line, from 1.
    pub(super) line: usize,
    text: &'a str,
}

impl<'a> Row<'a> {
    /// Returns what the position is called.
    pub(super) fn id(&self) -> &'a str {
        self.text.split('\t').next().unwrap_or_default()
    }

    /// Reads the row; an error names its line.
    pub(super) fn read(&self) -> anyhow::Result<NamedPosition> {
        read_row(self.text).with_context(|| format!("line {}", self.line))
    }
}

/// Reads all positions. Empty lines and lines that begin with `#` are passed over.
pub(super) fn read_positions(source: &TextSource) -> anyhow::Result<Vec<NamedPosition>> {
    rows(source)?
        .iter()
        .map(|row| row.read().map_err(|error| source.error(error)))
        .collect()
}

/// Returns the rows below the header, at least one. Empty lines and lines that begin with `#` are passed over.
pub(super) fn rows(source: &TextSource) -> anyhow::Result<Vec<Row<'_>>> {
    rows_of(&source.text).map_err(|error| source.error(error))
}

fn rows_of(text: &str) -> anyhow::Result<Vec<Row<'_>>> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let (number, header) = lines.next().unwrap_or((1, ""));
    if !header.split('\t').map(str::trim_end).take(3).eq(COLUMNS) {
        return Err(anyhow!(
            "line {number}: a header is needed that begins with the columns {}, separated by tabs",
            COLUMNS.join(", ")
        ));
    }
    let rows: Vec<Row<'_>> = lines.map(|(line, text)| Row { line, text }).collect();
    if rows.is_empty() {
        return Err(anyhow!("line {number}: no position follows the header"));
    }
    Ok(rows)
}

fn read_row(line: &str) -> anyhow::Result<NamedPosition> {
    let mut cells = line.split('\t');
    let (Some(id), Some(side), Some(board)) = (cells.next(), cells.next(), cells.next()) else {
        return Err(anyhow!(
            "the columns {} are needed, separated by tabs",
            COLUMNS.join(", ")
        ));
    };
    let side = match side {
        "g" => Side::Gold,
        "s" => Side::Silver,
        _ => {
            let column = id.chars().count() + 2;
            return Err(anyhow!(
                "column {column}: the side is {side:?}, `g` or `s` is needed"
            ));
        }
    };
    let board = read_board(board.trim_end_matches('\r'))?;
    Ok(NamedPosition {
        id: id.to_owned(),
        position: Position::new(board, side),
    })
}
