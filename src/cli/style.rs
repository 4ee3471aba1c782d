//! The colours of text on a terminal; elsewhere the streams of `anstream` leave them out.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::rules::Board;
use crate::rules::notation::diagram;

/// The word `error:`.
pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Headings of tables and sections.
pub(super) const HEADING: Style = Style::new().bold();
/// What the reader came for.
pub(super) const RESULT: Style = AnsiColor::Green.on_default().bold();

const GOLD: Style = AnsiColor::Yellow.on_default().bold();
const SILVER: Style = AnsiColor::Cyan.on_default();
const TRAP: Style = AnsiColor::Red.on_default();

/// Returns a text from a file without the control characters that a terminal would obey; lines and tabs stay.
pub(super) fn printable(text: &str) -> String {
    let is_obeyed = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    text.replace(is_obeyed, "\u{fffd}")
}

/// Returns the board's diagram with the pieces in their colours.
pub(super) fn painted_diagram(board: &Board) -> String {
    let mut text = String::new();
    for line in diagram(board).lines() {
        let squares_from = line.find('|').unwrap_or(line.len());
        let (margin, squares) = line.split_at(squares_from);
        text.push_str(margin);
        for letter in squares.chars() {
            let style = match letter {
                'x' => TRAP,
                'A'..='Z' => GOLD,
                'a'..='z' => SILVER,
                _ => Style::new(),
            };
            // Writing to a string never fails.
            let _ = write!(text, "{style}{letter}{style:#}");
        }
        text.push('\n');
    }
    text
}
