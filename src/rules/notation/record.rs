use std::fmt::Write;

use thiserror::Error;

use crate::rules::game::Label;
use crate::rules::{Game, GameError, Move, Position, Reason};
use crate::types::Side;

/// Why a text is not the record of a legal game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// The line doesn't begin with a move number.
    #[error("{found:?} is no move number; `{expected}` is next")]
    NoLabel {
        /// What the line begins with.
        found: String,
        /// The label that the line should begin with.
        expected: String,
    },
    /// The line has the number of another move.
    #[error("this is `{found}`, but `{expected}` is next")]
    WrongLabel {
        /// The line's label.
        found: String,
        /// The label that it should have.
        expected: String,
    },
    /// The move is illegal.
    #[error("{label} {text}: {error}")]
    Illegal {
        /// The move's label.
        label: String,
        /// The move as it was written.
        text: String,
        /// Why it is illegal.
        error: GameError,
        /// The position in which it was tried.
        position: Box<Position>,
    },
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The record has no moves.
    #[error("there is no move in the record; a line such as `1g Ra1 Rb1 …` is needed")]
    Empty,
    /// The position asked for never occurs.
    #[error("the record ends at {last}, it has no position before {wanted}")]
    NotReached {
        /// The label of the position asked for.
        wanted: String,
        /// The label of the record's last position.
        last: String,
    },
}

/// Reads a move number with its side, such as `12s`.
pub fn read_label(word: &str) -> Option<Label> {
    let side = Side::from_letter(word.chars().last()?.to_ascii_lowercase())?;
    let number = word.get(..word.len() - 1)?.parse().ok()?;
    (number > 0).then_some(Label { number, side })
}

/// Reads a game record: a line a move, `1g Ra1 …`, `1s …`, `2g Ee2n …`.
///
/// Sides may be `w` and `b` as in older records. `takeback` instead of a move takes the last one back, `resigns` ends
/// the game. Lines before the first move, empty lines and lines that begin with `#` are passed over.
///
/// With `until`, returns the game before that move, as it was finally played: of a move that was taken back, the one
/// played in its place counts. A line that is wrong is then an error only if that move isn't reached before it.
///
/// # Errors
/// The first line that is wrong, with its number.
pub fn read_record(text: &str, until: Option<Label>) -> Result<Game, RecordError> {
    let mut game = Game::new();
    let mut begun = false;
    let mut last_line = 1;
    let mut result = Ok(());
    for (index, line) in text.lines().enumerate() {
        let (word, rest) = match line.trim().split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line.trim(), ""),
        };
        if word.is_empty() || word.starts_with('#') {
            continue;
        }
        let label = read_label(word);
        if label.is_none() && !begun {
            continue;
        }
        begun = true;
        last_line = index + 1;
        let expected = game.label();
        result = read_line(&mut game, expected, word, label, rest);
        if result.is_err() {
            break;
        }
    }
    if !begun {
        result = Err(RecordProblem::Empty);
    }
    let read = match until {
        None => result.map(|()| game),
        Some(wanted) => match game_before(&game, wanted) {
            Some(before) if begun => Ok(before),
            _ => Err(result.err().unwrap_or_else(|| RecordProblem::NotReached {
                wanted: wanted.to_string(),
                last: game.label().to_string(),
            })),
        },
    };
    read.map_err(|problem| RecordError {
        line: last_line,
        problem,
    })
}

/// Returns the game as it stood before the move with this label, without a later resignation, if it was reached.
fn game_before(game: &Game, wanted: Label) -> Option<Game> {
    let mut before = Game::new();
    for played in game.moves() {
        if before.label() == wanted {
            break;
        }
        before.play(played.clone()).ok()?;
    }
    (before.label() == wanted).then_some(before)
}

fn read_line(
    game: &mut Game,
    expected: Label,
    word: &str,
    label: Option<Label>,
    text: &str,
) -> Result<(), RecordProblem> {
    let found = || word.to_owned();
    let expected_text = expected.to_string();
    match label {
        None => {
            return Err(RecordProblem::NoLabel {
                found: found(),
                expected: expected_text,
            });
        }
        Some(label) if label != expected => {
            return Err(RecordProblem::WrongLabel {
                found: found(),
                expected: expected_text,
            });
        }
        Some(_) => {}
    }
    match text {
        // The number of a move that is still to come.
        "" => Ok(()),
        "takeback" => game
            .take_back()
            .map(|_: Move| ())
            .ok_or(RecordProblem::NothingToTakeBack),
        "resigns" | "resign" => {
            game.resign();
            Ok(())
        }
        _ => game
            .play_text(text)
            .map_err(|error| RecordProblem::Illegal {
                label: expected_text,
                text: text.to_owned(),
                error,
                position: Box::new(*game.position()),
            }),
    }
}

/// Writes a game's moves, a line each, and the resignation if one has ended it.
pub fn write_record(game: &Game) -> String {
    let mut text = String::new();
    for (label, written) in game.labels().zip(game.written_moves()) {
        // Writing to a string never fails.
        let _ = writeln!(text, "{label} {written}");
    }
    if let Some(outcome) = game.outcome()
        && outcome.reason == Reason::Resignation
    {
        let _ = writeln!(text, "{} resigns", game.label());
    }
    text
}
