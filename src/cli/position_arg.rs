//! The argument POSITION: a board as AEI writes it, or a file with a board, a diagram or a game record.

use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;

use super::failure::bad_input;
use super::text_source::TextSource;
use crate::rules::Label;
use crate::rules::legality::PASS;
use crate::rules::notation::{DiagramError, PositionError, Token, read_diagram, read_record};
use crate::rules::{Board, Game, GameError, Move, Position, Setup};
use crate::types::{Bitboard, Side, Square, abridged};

/// The array in which many games begin, with gold to move.
pub(super) const CUSTOMARY_ARRAY: &str =
    "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

/// The forms that are understood, for messages.
const FORMS: &str = "a board such as `g [rrr…RRR]`, a diagram below its move number such as `12s`, or a game record such \
                     as `1g Ra1 …`";

/// A position that may be left out.
#[derive(Args)]
pub(super) struct PositionArguments {
    /// A board such as `g [<64 squares>]`, or a file (- for standard input) with such a board, a diagram, or a game
    /// record, whose last position is meant [default: the customary array]
    position: Option<String>,
    #[command(flatten)]
    moment: Moment,
}

/// Which position of a record is meant.
#[derive(Args)]
pub(super) struct Moment {
    /// The position before this move of a game record, such as 12s
    #[arg(long, value_name = "MOVE")]
    pub(super) at: Option<Label>,
    /// Play on from there, turns separated by `;`. A last turn of fewer than four steps goes on unless a `;` ends it
    #[arg(long, value_name = "TURNS")]
    after: Option<String>,
}

impl Moment {
    /// Refuses `--at` and `--after` where there is no single game.
    pub(super) fn refuse(&self, needed: &str) -> anyhow::Result<()> {
        let option = match (self.at, &self.after) {
            (Some(_), _) => "--at",
            (None, Some(_)) => "--after",
            (None, None) => return Ok(()),
        };
        Err(bad_input(anyhow!("{option} needs {needed}")))
    }

    /// Plays on from the position as `--after` says.
    pub(super) fn play_on(&self, mut game: Game) -> anyhow::Result<Game> {
        let Some(text) = &self.after else {
            return Ok(game);
        };
        let (whole, begun) = text.rsplit_once(';').unwrap_or(("", text));
        let turns = whole.split(';').filter(|turn| !turn.trim().is_empty());
        let play = || {
            for turn in turns {
                game.play_text(turn)?;
            }
            if begun.trim().is_empty() {
                return Ok(());
            }
            // A turn of four steps, one that ends with `pass`, or a setup is whole.
            let is_whole = game.is_setting_up()
                || begun.split_whitespace().next_back() == Some(PASS)
                || game.position().read_steps(begun)?.1.steps_left() == 0;
            if is_whole {
                game.play_text(begun)
            } else {
                game.begin_turn(begun)
            }
        };
        let played: Result<(), GameError> = play();
        played.map_err(|error| bad_input(anyhow!("--after {}: {error}", abridged(text))))?;
        Ok(game)
    }
}

impl PositionArguments {
    /// Returns the game that leads to the position.
    pub(super) fn game(&self) -> anyhow::Result<Game> {
        read_game(
            self.position.as_deref().unwrap_or(CUSTOMARY_ARRAY),
            &self.moment,
        )
    }
}

/// Returns the game that leads to the position which the argument means.
///
/// A record keeps its past; of a board it is only known that both sides have set up, unless it is empty.
pub(super) fn read_game(argument: &str, moment: &Moment) -> anyhow::Result<Game> {
    moment.play_on(read_game_at(argument, moment.at)?)
}

fn read_game_at(argument: &str, at: Option<Label>) -> anyhow::Result<Game> {
    if let Some(board) = board_in(argument) {
        refuse_moment(at).map_err(bad_input)?;
        return game_of_board(board)
            .with_context(|| format!("POSITION {:?}", abridged(argument)))
            .map_err(bad_input);
    }
    let source = TextSource::read(argument).map_err(|error| {
        if argument == "-" || Path::new(argument).exists() {
            return error;
        }
        bad_input(anyhow!(
            "{error:#}; POSITION must be {FORMS}, or a file (or -) with one of these"
        ))
    })?;
    read_game_text(&source.text, at).map_err(|error| source.error(error))
}

fn read_game_text(text: &str, at: Option<Label>) -> anyhow::Result<Game> {
    let lines = || {
        text.lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    };
    if lines().any(|(_, line)| is_diagram_line(line)) {
        refuse_moment(at)?;
        let first = lines().next().map_or(1, |(number, _)| number);
        return game_of_diagram(&without_comments(text), first);
    }
    if let Some((number, board)) =
        lines().find_map(|(number, line)| Some((number, board_in(line)?)))
    {
        refuse_moment(at)?;
        if let Some((other, _)) = lines().find(|&(other, _)| other != number) {
            return Err(anyhow!(
                "line {other}, column 1: beside the board in line {number} nothing is expected"
            ));
        }
        return game_of_board(board).map_err(|error| {
            let at = text.lines().nth(number - 1).map_or(0, |line| {
                // The board is the end of its line.
                let end = line.trim_end();
                end[..end.len() - board.len()].chars().count()
            });
            let column = at + fault_in_board(board, &error) + 1;
            error.context(format!("line {number}, column {column}"))
        });
    }
    if lines().any(|(_, line)| begins_moves(line)) {
        return Ok(read_record(text, at)?);
    }
    let first = lines().next().map_or(1, |(number, _)| number);
    Err(anyhow!(
        "line {first}, column 1: there is no position here, {FORMS} is needed"
    ))
}

/// Returns the board in a text, without the word `setposition`, if the text begins like `g [`, `g "` or `setposition`
/// or is a side and 64 letters.
fn board_in(text: &str) -> Option<&str> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    if word.eq_ignore_ascii_case("setposition") {
        return Some(rest);
    }
    let is_bracketed = text.split_once('[').is_some_and(|(before, _)| {
        let side = before.trim();
        side.len() <= 1 && side.chars().all(char::is_alphabetic)
    });
    let is_side = || matches!(word, "g" | "s" | "w" | "b" | "G" | "S" | "W" | "B");
    let is_quoted_or_bare = || rest.starts_with(['"', '\'']) || rest.chars().count() == 64;
    (is_bracketed || is_side() && is_quoted_or_bare()).then_some(text)
}

/// Returns whether a line begins with the number of a move, or with a placement where moves have none.
fn begins_moves(line: &str) -> bool {
    let word = line
        .split(|letter: char| letter == ';' || letter.is_whitespace())
        .next()
        .unwrap_or_default();
    word.parse::<Label>().is_ok() || matches!(word.parse(), Ok(Token::Placement(..)))
}

/// Returns whether a line is the frame or a rank of a diagram.
fn is_diagram_line(line: &str) -> bool {
    line.starts_with("+-")
        || line
            .strip_prefix(|rank: char| ('1'..='8').contains(&rank))
            .is_some_and(|rest| rest.trim_start().starts_with('|'))
}

/// Returns the text with its comments as empty lines, so that the other lines keep their numbers.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.trim_start().starts_with('#') {
            ""
        } else {
            line
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn refuse_moment(at: Option<Label>) -> anyhow::Result<()> {
    match at {
        Some(label) => Err(anyhow!(
            "--at {label} needs a game record, not a single position"
        )),
        None => Ok(()),
    }
}

fn game_of_board(text: &str) -> anyhow::Result<Game> {
    game_of_position(text.parse()?)
}

/// Returns the game that goes on from a position: of one with pieces it is only known that both sides have set up.
pub(super) fn game_of_position(position: Position) -> anyhow::Result<Game> {
    if position.board().occupied().any() {
        return Ok(Game::from_position(position));
    }
    before_setups(position.side_to_move())
}

/// Returns how many characters stand before what is wrong with the text of a board.
fn fault_in_board(text: &str, error: &anyhow::Error) -> usize {
    let Some(PositionError::Letter { square, .. }) = error.downcast_ref() else {
        return 0;
    };
    let before = Square::in_reading_order().position(|other| other == *square);
    // The last 64 letters are the squares, but for what closes them.
    let closed = text.trim_end_matches([']', '"', '\'']);
    closed.chars().count().saturating_sub(64) + before.unwrap_or_default()
}

fn game_of_diagram(text: &str, first_line: usize) -> anyhow::Result<Game> {
    let (label, position) = read_diagram(text).map_err(|error| match error {
        // The other messages say their line themselves.
        DiagramError::Position(error) => anyhow!("diagram from line {first_line} on: {error}"),
        error => error.into(),
    })?;
    let board = position.board();
    if board.occupied().is_empty() {
        before_setups(label.side).with_context(|| format!("line {first_line}"))
    } else if label == Label::FIRST.next() && board.side(Side::Silver).is_empty() {
        before_silvers_setup(board).with_context(|| format!("diagram from line {first_line} on"))
    } else {
        Ok(Game::from_numbered_position(position, label))
    }
}

fn before_setups(side: Side) -> anyhow::Result<Game> {
    match side {
        Side::Gold => Ok(Game::new()),
        Side::Silver => Err(anyhow!(
            "on an empty board it is gold's turn to set up, not silver's"
        )),
    }
}

/// Returns the game in which gold has set up like this.
fn before_silvers_setup(board: &Board) -> anyhow::Result<Game> {
    let outside: Bitboard = board.occupied() & !Side::Gold.home_rows();
    if let Some(square) = outside.first() {
        return Err(anyhow!(
            "before silver's setup gold has nothing on {square} yet"
        ));
    }
    let placements: Vec<String> = board
        .iter()
        .map(|(square, piece)| format!("{}{square}", piece.letter()))
        .collect();
    let mut game = Game::new();
    let setup = Setup::read(Side::Gold, &placements.join(" ")).context("gold's setup")?;
    game.play(Move::Setup(setup))?;
    Ok(game)
}
