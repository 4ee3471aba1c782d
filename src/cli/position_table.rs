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

/// Reads all positions. Empty lines and lines that begin with `#` are passed over.
pub(super) fn read_positions(source: &TextSource) -> anyhow::Result<Vec<NamedPosition>> {
    read(&source.text).map_err(|error| source.error(error))
}

fn read(text: &str) -> anyhow::Result<Vec<NamedPosition>> {
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
    let positions: Vec<NamedPosition> = lines
        .map(|(number, line)| read_row(line).with_context(|| format!("line {number}")))
        .collect::<Result<_, _>>()?;
    if positions.is_empty() {
        return Err(anyhow!("line {number}: no position follows the header"));
    }
    Ok(positions)
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
        _ => return Err(anyhow!("the side is {side:?}, `g` or `s` is needed")),
    };
    let board = read_board(board.trim_end_matches('\r'))?;
    Ok(NamedPosition {
        id: id.to_owned(),
        position: Position::new(board, side),
    })
}
