use std::mem;

use super::free_setup::play_setup;
use super::record_error::{RecordError, RecordProblem};
use super::tags::read_preamble;
use super::written_move::{WrittenMove, words, written_moves};
use crate::rules::Label;
use crate::rules::legality::PASS;
use crate::rules::{Game, GameError, Position};
use crate::types::Side;

/// Reads a game record: moves with their numbers, `1g Ra1 …`, `1s …`, `2g Ee2n …`, a line each or several a line.
///
/// - Sides may be `w` and `b` as in older records. Between moves a `;` may stand instead of the second one's number.
/// - `takeback` instead of a move takes the last one back, `resigns` and `lost` (on time) end the game, and a number
///   without a move says who is to move. `pass` may stand for the last steps of a turn.
/// - Lines before the first move, empty lines and lines that begin with `#` are passed over.
/// - A setup may lack pieces (a handicap) or place them outside the home rows (a free placement), up to a full set. The
///   game then [goes on from that position](Game::from_numbered_position), and if silver's setup is like that, its first turn
///   may have any number and be either side's. After any setups gold may `pass` the first turn.
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
    /// The games before each setup or first turn that isn't one by the rules, after which `game` has no moves.
    before_free_starts: Vec<Game>,
}

impl Reader {
    fn read(&mut self, written: &WrittenMove<'_>) -> Result<(), Fault> {
        self.check_label(written)?;
        let text = written.text();
        let played = match text {
            // The number of a move that is still to come.
            "" => Ok(()),
            "takeback" => return Ok(self.take_back()?),
            _ if self.gold_passes_at_first(text) => {
                let position = Position::new(*self.game.position().board(), Side::Silver);
                let passed = Game::from_numbered_position(position, Label::FIRST_TURN.next());
                self.before_free_starts
                    .push(mem::replace(&mut self.game, passed));
                Ok(())
            }
            "resigns" | "resign" => self.lose(Game::resign),
            "lost" => self.lose(Game::lose_on_time),
            _ => self.play(text),
        };
        played.map_err(|error| Fault {
            offset: Some(first_fault(&self.game, text, &error)),
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

    /// Returns whether gold leaves the first turn to silver.
    fn gold_passes_at_first(&self, text: &str) -> bool {
        self.game.label() == Label::FIRST_TURN
            && self.game.outcome().is_none()
            && text.split_whitespace().all(|word| word == PASS)
    }

    /// Returns whether the first turn after a free placement of both sides' pieces is still to come and may have this number.
    fn may_begin_with(&self, label: Label) -> bool {
        let before = self.before_free_starts.last();
        before.is_some_and(Game::is_setting_up)
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
            self.before_free_starts.push(before);
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), RecordProblem> {
        if self.game.take_back().is_some() {
            return Ok(());
        }
        self.game = self
            .before_free_starts
            .pop()
            .ok_or(RecordProblem::NothingToTakeBack)?;
        Ok(())
    }

    /// Returns the game as it stood before the move with this label, if it was reached.
    fn before(&self, wanted: Label) -> Option<Game> {
        let mut games = self.before_free_starts.iter().rev();
        self.game
            .before(wanted)
            .or_else(|| games.find_map(|game| game.before(wanted)))
    }
}

/// Returns the byte where the word begins that makes the move illegal; 0 if it is the move as a whole.
fn first_fault(game: &Game, text: &str, error: &GameError) -> usize {
    if game.outcome().is_some() {
        return 0;
    }
    let is_wrong = |beginning: &str| {
        if game.is_setting_up() {
            play_setup(game, beginning).is_err_and(|other| other == *error)
        } else {
            game.position().read_steps(beginning).is_err()
        }
    };
    words(text)
        .find(|(start, word)| is_wrong(&text[..start + word.len()]))
        .map_or(0, |(start, _)| start)
}
