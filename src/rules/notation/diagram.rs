use std::fmt::Write;

use thiserror::Error;

use super::PositionError;
use super::aei_board::{is_empty_square, read_board};
use super::written_move::words;
use crate::rules::Label;
use crate::rules::{Board, Position};
use crate::types::{Bitboard, Piece, Square};

/// Why a text is not a board diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The line with move number and side to move is missing.
    #[error(
        "line {line}, column 1: a move number with its side, such as `12s`, must stand above the board"
    )]
    Label {
        /// The line's number, from 1.
        line: usize,
    },
    /// Steps of an unfinished turn are written beside the move number.
    #[error(
        "line {line}, column {column}: a position in the middle of a turn can't be read, only one at its start"
    )]
    StepsTaken {
        /// The line's number, from 1.
        line: usize,
        /// The place of the first step, in characters from 1.
        column: usize,
    },
    /// A rank is missing or has not eight squares.
    #[error(
        "line {line}, column {column}: rank {rank} is needed here, such as `{rank}| r r r r . r r r |`"
    )]
    Rank {
        /// The line's number, from 1.
        line: usize,
        /// Where the line is no such rank, in characters from 1.
        column: usize,
        /// The rank that should stand there.
        rank: usize,
    },
    /// The squares make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Returns the board between a frame, as arimaa.com and `roundrobin` print it: empty squares are `.` and empty traps
/// `x`.
pub fn diagram(board: &Board) -> String {
    let mut text = String::from(" +-----------------+\n");
    for rank in (0..8).rev() {
        // Writing to a string never fails.
        let _ = write!(text, "{}|", rank + 1);
        for file in 0..8 {
            let square = Square::at(file, rank);
            let letter = match board.piece_at(square) {
                Some(piece) => piece.letter(),
                None if Bitboard::TRAPS.contains(square) => 'x',
                None => '.',
            };
            let _ = write!(text, " {letter}");
        }
        text.push_str(" |\n");
    }
    text.push_str(" +-----------------+\n   a b c d e f g h\n");
    text
}

/// Reads a diagram with the line above it that gives move number and side to move, such as `12s`.
///
/// What follows the eight ranks is not read.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read_diagram(text: &str) -> Result<(Label, Position), DiagramError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.trim().is_empty());
    let (line, heading) = lines.next().unwrap_or((1, ""));
    let mut words = words(heading);
    let label = words
        .next()
        .and_then(|(_, word)| word.parse().ok())
        .ok_or(DiagramError::Label { line })?;
    if let Some((start, _)) = words.next() {
        let column = heading[..start].chars().count() + 1;
        return Err(DiagramError::StepsTaken { line, column });
    }
    let mut squares = String::with_capacity(64);
    let mut lines = lines.filter(|(_, line)| !line.trim_start().starts_with('+'));
    let mut last_line = line;
    for rank in (1..=8).rev() {
        let (line, text) = lines.next().unwrap_or((last_line + 1, ""));
        let row =
            read_rank(text, rank).map_err(|column| DiagramError::Rank { line, column, rank })?;
        squares.push_str(&row);
        last_line = line;
    }
    Ok((label, Position::new(read_board(&squares)?, label.side)))
}

/// Returns the eight letters of a line such as `8| r r r r . r r r |`.
///
/// # Errors
/// The column of the first letter that no such line has there.
fn read_rank(line: &str, rank: usize) -> Result<String, usize> {
    let letters: Vec<char> = line.trim_end().chars().collect();
    let blanks_from = |at: usize| {
        let rest = letters.get(at..).unwrap_or_default();
        rest.iter()
            .take_while(|letter| letter.is_whitespace())
            .count()
    };
    let expect = |at: usize, is_expected: &dyn Fn(char) -> bool| {
        let found = letters.get(at).copied();
        found.filter(|&letter| is_expected(letter)).ok_or(at + 1)
    };
    let digit = char::from_digit(rank as u32, 10);
    let mut at = blanks_from(0);
    expect(at, &|letter| Some(letter) == digit)?;
    at += 1;
    at += blanks_from(at);
    expect(at, &|letter| letter == '|')?;
    let mut row = String::with_capacity(8);
    for _ in 0..8 {
        expect(at + 1, &|letter| letter == ' ')?;
        let square = expect(at + 2, &|letter| {
            is_empty_square(letter) || Piece::from_letter(letter).is_some()
        })?;
        row.push(square);
        at += 2;
    }
    expect(at + 1, &|letter| letter == ' ')?;
    expect(at + 2, &|letter| letter == '|')?;
    match letters.get(at + 3) {
        Some(_) => Err(at + 4),
        None => Ok(row),
    }
}
