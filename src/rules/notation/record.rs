use std::fmt::{self, Write};
use std::mem;
use std::str::FromStr;

use thiserror::Error;

use super::Token;
use super::free_setup::play_setup;
use super::tags::{Tag, read_preamble};
use super::written_move::{WrittenMove, words, written_moves};
use crate::rules::game::Label;
use crate::rules::{Game, GameError, Position, Reason, SetupError};
use crate::types::Side;

/// A game record: a game, and what is said about it.
///
/// It is read as [`read_record`] and [`read_tags`](super::read_tags) say, and written so that it reads the same.
///
/// ```
/// use loxodon::rules::notation::Record;
/// let text = "Gold: Ada
/// 1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2 1b resigns";
/// let record: Record = text.parse()?;
/// assert_eq!(record.tags[0].value, "Ada");
/// assert_eq!(record.game.outcome().map(|end| end.to_string()).unwrap(), "gold wins by resignation");
/// # Ok::<(), loxodon::rules::notation::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// What the lines before the moves say, in their order.
    pub tags: Vec<Tag>,
    /// The game as it was finally played.
    pub game: Game,
}

/// Why a text is not the record of a legal game, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line's number, from 1.
    pub line: usize,
    /// The place in the line, in characters from 1.
    pub column: usize,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A move has no number.
    #[error("{found:?} is no move number; `{expected}` is next")]
    NoLabel {
        /// What stands in its place.
        found: String,
        /// The label that should stand there.
        expected: String,
    },
    /// A move has the number of another one.
    #[error("this is `{found}`, but `{expected}` is next")]
    WrongLabel {
        /// The label that is written.
        found: String,
        /// The label that should stand there.
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

impl FromStr for Record {
    type Err = RecordError;

    /// Reads the tags and the whole game.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Ok(Self {
            tags: read_preamble(text).tags,
            game: read_record(text, None)?,
        })
    }
}

impl fmt::Display for Record {
    /// The tags, the moves, and who is to move unless a player has given up or run out of time: a line each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            writeln!(f, "{tag}")?;
        }
        f.write_str(&write_record(&self.game))?;
        match ending_of(&self.game) {
            Some(_) => Ok(()),
            None => writeln!(f, "{}", self.game.label()),
        }
    }
}

/// Reads a game record: moves with their numbers, `1g Ra1 …`, `1s …`, `2g Ee2n …`, a line each or several a line.
///
/// - Sides may be `w` and `b` as in older records. Between moves a `;` may stand instead of the second one's number.
/// - `takeback` instead of a move takes the last one back, `resigns` and `lost` (on time) end the game, and a number
///   without a move says who is to move. `pass` may stand for the last steps of a turn.
/// - Lines before the first move, empty lines and lines that begin with `#` are passed over.
/// - A setup may lack pieces (a handicap) or place them outside the home rows (a free placement), up to a full set. The
///   game then [goes on from that position](Game::from_numbered_position), and if both setups are like that, its first turn
///   may have any number and be either side's.
///
/// With `until`, returns the game before that move, as it was finally played: of a move that was taken back, the one
/// played in its place counts. What is wrong is then an error only if that move isn't reached before it.
///
/// # Errors
/// What is wrong first, with its line and column.
pub fn read_record(text: &str, until: Option<Label>) -> Result<Game, RecordError> {
    let Some(lines_before) = read_preamble(text).lines else {
        return Err(RecordError {
            line: 1,
            column: 1,
            problem: RecordProblem::Empty,
        });
    };
    let mut reader = Reader::default();
    let (mut line, mut column) = (lines_before + 1, 1);
    let mut result = Ok(());
    for written in written_moves(text, lines_before) {
        result = reader.read(&written);
        (line, column) = (written.line, written.column());
        if let Err(Fault { offset, .. }) = &result {
            column = offset.map_or(column, |offset| written.text_column(offset));
            break;
        }
    }
    let result = result.map_err(|fault| fault.problem);
    let read = match until {
        None => result.map(|()| reader.game),
        Some(wanted) => match (reader.before(wanted), result) {
            (Some(game), _) => Ok(game),
            (None, Err(problem)) => Err(problem),
            (None, Ok(())) => Err(RecordProblem::NotReached {
                wanted: wanted.to_string(),
                last: reader.game.label().to_string(),
            }),
        },
    };
    read.map_err(|problem| RecordError {
        line,
        column,
        problem,
    })
}

/// What is wrong with a move.
struct Fault {
    problem: RecordProblem,
    /// The byte of its text where the fault is; none if it is in the number.
    offset: Option<usize>,
}

impl From<RecordProblem> for Fault {
    fn from(problem: RecordProblem) -> Self {
        Self {
            problem,
            offset: None,
        }
    }
}

/// The game as far as it has been read.
#[derive(Default)]
struct Reader {
    game: Game,
    /// The games before each setup that isn't one by the rules, after which `game` has no moves.
    before_free_setups: Vec<Game>,
}

impl Reader {
    fn read(&mut self, written: &WrittenMove<'_>) -> Result<(), Fault> {
        self.check_label(written)?;
        let text = written.text();
        let played = match text {
            // The number of a move that is still to come.
            "" => Ok(()),
            "takeback" => return Ok(self.take_back()?),
            "resigns" | "resign" => self.lose(Game::resign),
            "lost" => self.lose(Game::lose_on_time),
            _ => self.play(text),
        };
        played.map_err(|error| Fault {
            offset: Some(first_fault(&self.game, text)),
            problem: RecordProblem::Illegal {
                label: self.game.label().to_string(),
                text: text.to_owned(),
                error,
                position: Box::new(*self.game.position()),
            },
        })
    }

    /// Lets the side to move lose, unless it has lost already.
    fn lose(&mut self, end: impl FnOnce(&mut Game)) -> Result<(), GameError> {
        match self.game.outcome() {
            None => end(&mut self.game),
            Some(outcome) if outcome.winner == self.game.side_to_move() => {
                return Err(GameError::Over(outcome));
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn check_label(&mut self, written: &WrittenMove<'_>) -> Result<(), RecordProblem> {
        let expected = self.game.label();
        let found = || written.first_word().to_owned();
        match written.label {
            None if written.needs_label => Err(RecordProblem::NoLabel {
                found: found(),
                expected: expected.to_string(),
            }),
            Some(label) if label != expected => {
                if self.may_begin_with(label) {
                    let position = Position::new(*self.game.position().board(), label.side);
                    self.game = Game::from_numbered_position(position, label);
                    return Ok(());
                }
                Err(RecordProblem::WrongLabel {
                    found: found(),
                    expected: expected.to_string(),
                })
            }
            None | Some(_) => Ok(()),
        }
    }

    /// Returns whether the first turn after a free placement of both sides' pieces is still to come and may have this number.
    fn may_begin_with(&self, label: Label) -> bool {
        !self.before_free_setups.is_empty()
            && self.game.moves().is_empty()
            && !self.game.is_setting_up()
            && self.game.outcome().is_none()
            && label.number >= Label::FIRST_TURN.number
    }

    fn play(&mut self, text: &str) -> Result<(), GameError> {
        if !self.game.is_setting_up() {
            return self.game.play_text(text);
        }
        if let Some(outcome) = self.game.outcome() {
            return Err(GameError::Over(outcome));
        }
        let played = play_setup(&self.game, text)?;
        let before = mem::replace(&mut self.game, played);
        if self.game.moves().is_empty() {
            self.before_free_setups.push(before);
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), RecordProblem> {
        if self.game.take_back().is_some() {
            return Ok(());
        }
        self.game = self
            .before_free_setups
            .pop()
            .ok_or(RecordProblem::NothingToTakeBack)?;
        Ok(())
    }

    /// Returns the game as it stood before the move with this label, if it was reached.
    fn before(&self, wanted: Label) -> Option<Game> {
        let mut games = self.before_free_setups.iter().rev();
        self.game
            .before(wanted)
            .or_else(|| games.find_map(|game| game.before(wanted)))
    }
}

/// Returns the byte where the word begins that makes the move illegal; 0 if it is the move as a whole.
fn first_fault(game: &Game, text: &str) -> usize {
    if game.outcome().is_some() {
        return 0;
    }
    let is_wrong = |beginning: &str| {
        if game.is_setting_up() {
            let read = game.read_move(beginning);
            !matches!(
                read,
                Ok(_) | Err(GameError::Setup(SetupError::WrongCount { .. }))
            )
        } else {
            game.position().read_steps(beginning).is_err()
        }
    };
    words(text)
        .find(|(start, word)| is_wrong(&text[..start + word.len()]))
        .map_or(0, |(start, _)| start)
}

/// Writes a game's moves, a line each, and what has ended it if that was a resignation or the clock.
///
/// Of a game that began with pieces on the board, these are written as the setups.
pub fn write_record(game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string never fails.
    let placed = game
        .positions()
        .first()
        .map(|position| *position.board())
        .unwrap_or_default();
    for (label, side) in [Label::FIRST, Label::FIRST.next()]
        .into_iter()
        .zip(Side::ALL)
    {
        let words: Vec<String> = placed
            .iter()
            .filter(|(_, piece)| piece.side == side)
            .map(|(square, piece)| Token::Placement(piece, square).to_string())
            .collect();
        if !words.is_empty() {
            let _ = writeln!(text, "{label} {}", words.join(" "));
        }
    }
    for (label, written) in game.labels().zip(game.written_moves()) {
        let _ = writeln!(text, "{label} {written}");
    }
    if let Some(ending) = ending_of(game) {
        let _ = writeln!(text, "{} {ending}", game.label());
    }
    text
}

/// Returns the word for an end of the game that the board doesn't show.
fn ending_of(game: &Game) -> Option<&'static str> {
    match game.outcome()?.reason {
        Reason::Resignation => Some("resigns"),
        Reason::Time => Some("lost"),
        Reason::Goal | Reason::Elimination | Reason::Immobilization | Reason::Repetition => None,
    }
}
