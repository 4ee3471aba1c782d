use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::first_word;
use super::seconds::{parse_seconds, write_seconds};
use crate::rules::notation::write_turns;
use crate::rules::{Position, Turn};
use crate::types::Score;

/// A message from the engine to the controller.
///
/// ```
/// use loxodon::aei::{Info, Response};
/// let response: Response = "info depth 9+".parse()?;
/// assert_eq!(response, Response::Info(Info::Depth { steps: 9, more: true }));
/// assert_eq!(response.to_string(), "info depth 9+");
/// # Ok::<(), loxodon::aei::ParseResponseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Response {
    /// `protocol-version <n>`: the first answer to `aei`.
    ProtocolVersion(u32),
    /// `id <type> <text>`: who the engine is.
    Id(Id),
    /// `aeiok`: the session is open.
    AeiOk,
    /// `readyok`: all earlier messages are done.
    ReadyOk,
    /// `bestmove <move>`: a setup, a turn with its captures, or `resign`; empty if no move can be made.
    BestMove(String),
    /// `info …`: what a search has found so far.
    Info(Info),
    /// `log …`: for people to read.
    Log(Log),
}

/// Who the engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Id {
    /// The engine's name.
    Name(String),
    /// Who made it.
    Author(String),
    /// Which version it is.
    Version(String),
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Info {
    /// `multipv`: which of several variations the infos after it are about, from 1 for the best.
    MultiPv(NonZeroUsize),
    /// `score`: in centi-rabbits from the engine's side.
    Score(Score),
    /// `depth`: how deep the search has looked.
    Depth {
        /// The steps that are finished.
        steps: u32,
        /// Whether the next step is under way, written `+`.
        more: bool,
    },
    /// `nodes`: how many positions were visited, those of the quiescence search included.
    Nodes(u64),
    /// `time`: how long the search has lasted, to the millisecond.
    Time(Duration),
    /// `currmovenumber`: which of the moves at the root is being searched.
    CurrentMoveNumber(u64),
    /// `pv`: the line of play that is expected, as [`variation`] writes it.
    Pv(String),
}

/// A text for people to read: one line, never longer than [`Log::LONGEST`] characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    level: Level,
    text: String,
}

/// How a controller should take a [`Log`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something has gone wrong.
    Error,
    /// Something looks wrong.
    Warning,
    /// Only of interest when looking for faults.
    Debug,
    /// Anything else; nothing is written before the text.
    Plain,
}

/// Why a line is not a [`Response`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseResponseError {
    /// The first word is no type of message.
    #[error(
        "{found:?} is no message; protocol-version, id, aeiok, readyok, bestmove, info and log are"
    )]
    UnrecognisedType {
        /// The line's first word.
        found: String,
    },
    /// What follows the type of message is not what should.
    #[error("{message} needs {accepted} after it, not {found:?}")]
    Unreadable {
        /// The type of message, for `info` and `id` with the word after it.
        message: String,
        /// What follows it.
        found: String,
        /// What may follow it.
        accepted: &'static str,
    },
}

/// What stands for the middle of a text that is too long.
const LEFT_OUT: &str = "...";

impl Log {
    /// The most bytes of a text. Of a longer one the middle is left out: it only echoes what a controller has sent, and the end
    /// says what is wrong with it.
    pub const LONGEST: usize = 500;

    /// Returns a text to log. Line ends and other control characters become spaces; blanks around the text are left
    /// out. Controllers decode ASCII only, so other letters are escaped as in `\u{e9}`.
    pub fn new(level: Level, text: &str) -> Self {
        let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
        let mut ascii = String::new();
        for letter in text.trim_matches(is_blank).chars() {
            match letter {
                _ if letter.is_control() => ascii.push(' '),
                _ if letter.is_ascii() => ascii.push(letter),
                _ => ascii.extend(letter.escape_unicode()),
            }
        }
        if ascii.len() > Self::LONGEST {
            let kept = (Self::LONGEST - LEFT_OUT.len()) / 2;
            ascii.replace_range(kept..ascii.len() - kept, LEFT_OUT);
        }
        Self { level, text: ascii }
    }

    /// Returns how a controller should take it.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns what it says.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Level {
    /// Returns what is written before the text.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Error => "Error:",
            Self::Warning => "Warning:",
            Self::Debug => "Debug:",
            Self::Plain => "",
        }
    }
}

/// Writes the turns that are expected from `position` on: first the steps of the side to move, then each later turn
/// after its side's letter, as in `Ee2n Ee3n s ed7s g Ee4n`.
///
/// The last turn may be unfinished or empty; the others must be legal.
pub fn variation(position: &Position, turns: &[Turn]) -> String {
    let begun = turns.split(|turn| turn.is_empty()).next();
    let mut side = position.side_to_move();
    let mut text = String::new();
    for written in write_turns(position, begun.unwrap_or_default()) {
        if !text.is_empty() {
            side = !side;
            text.extend([' ', side.letter(), ' ']);
        }
        text.push_str(&written);
    }
    text
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtocolVersion(version) => write!(f, "protocol-version {version}"),
            Self::Id(id) => write!(f, "id {id}"),
            Self::AeiOk => f.write_str("aeiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(text) => followed_by(f, "bestmove", text),
            Self::Info(info) => write!(f, "info {info}"),
            Self::Log(log) => followed_by(f, "log", &log.to_string()),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write!(f, "name {text}"),
            Self::Author(text) => write!(f, "author {text}"),
            Self::Version(text) => write!(f, "version {text}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MultiPv(number) => write!(f, "multipv {number}"),
            Self::Score(score) => write!(f, "score {score}"),
            Self::Depth { steps, more } => {
                write!(f, "depth {steps}{}", if *more { "+" } else { "" })
            }
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Time(time) => write!(f, "time {}", write_seconds(*time)),
            Self::CurrentMoveNumber(number) => write!(f, "currmovenumber {number}"),
            Self::Pv(text) => followed_by(f, "pv", text),
        }
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Level::Plain => f.write_str(&self.text),
            level => followed_by(f, level.prefix(), &self.text),
        }
    }
}

/// Writes a word and a text with a space between them if there is a text.
fn followed_by(f: &mut fmt::Formatter<'_>, word: &str, text: &str) -> fmt::Result {
    if text.is_empty() {
        f.write_str(word)
    } else {
        write!(f, "{word} {text}")
    }
}

impl FromStr for Response {
    type Err = ParseResponseError;

    fn from_str(line: &str) -> Result<Self, ParseResponseError> {
        let (message, rest) = first_word(line);
        let rest = rest.trim_end();
        match message {
            "protocol-version" => number(message, rest).map(Self::ProtocolVersion),
            "id" => read_id(rest).map(Self::Id),
            "aeiok" => alone(message, rest, Self::AeiOk),
            "readyok" => alone(message, rest, Self::ReadyOk),
            "bestmove" => Ok(Self::BestMove(rest.to_owned())),
            "info" => read_info(rest).map(Self::Info),
            "log" => Ok(Self::Log(read_log(rest))),
            _ => Err(ParseResponseError::UnrecognisedType {
                found: message.to_owned(),
            }),
        }
    }
}

fn unreadable(message: &str, found: &str, accepted: &'static str) -> ParseResponseError {
    ParseResponseError::Unreadable {
        message: message.to_owned(),
        found: found.to_owned(),
        accepted,
    }
}

fn alone(message: &str, rest: &str, response: Response) -> Result<Response, ParseResponseError> {
    if rest.is_empty() {
        Ok(response)
    } else {
        Err(unreadable(message, rest, "nothing"))
    }
}

fn number<N: FromStr>(message: &str, rest: &str) -> Result<N, ParseResponseError> {
    rest.parse()
        .map_err(|_| unreadable(message, rest, "a whole number"))
}

fn read_id(text: &str) -> Result<Id, ParseResponseError> {
    let (word, rest) = first_word(text);
    let rest = rest.to_owned();
    match word {
        "name" => Ok(Id::Name(rest)),
        "author" => Ok(Id::Author(rest)),
        "version" => Ok(Id::Version(rest)),
        _ => Err(unreadable("id", text, "name, author or version and a text")),
    }
}

fn read_info(text: &str) -> Result<Info, ParseResponseError> {
    let (word, rest) = first_word(text);
    let message = format!("info {word}");
    match word {
        "multipv" => number(&message, rest).map(Info::MultiPv),
        "score" => number(&message, rest).map(|score| Info::Score(Score(score))),
        "depth" => {
            let (steps, more) = rest
                .strip_suffix('+')
                .map_or((rest, false), |steps| (steps, true));
            let steps = number(&message, steps)?;
            Ok(Info::Depth { steps, more })
        }
        "nodes" => number(&message, rest).map(Info::Nodes),
        "time" => parse_seconds(rest)
            .map(Info::Time)
            .ok_or_else(|| unreadable(&message, rest, "a number of seconds")),
        "currmovenumber" => number(&message, rest).map(Info::CurrentMoveNumber),
        "pv" => Ok(Info::Pv(rest.to_owned())),
        _ => Err(unreadable(
            "info",
            text,
            "multipv, score, depth, nodes, time, currmovenumber or pv and its value",
        )),
    }
}

fn read_log(text: &str) -> Log {
    for level in [Level::Error, Level::Warning, Level::Debug] {
        if let Some(text) = text.strip_prefix(level.prefix()) {
            return Log::new(level, text);
        }
    }
    Log::new(Level::Plain, text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_message_is_written_as_the_protocol_has_it() {
        let log = |level| Response::Log(Log::new(level, "no"));
        let depth = |more| Response::Info(Info::Depth { steps: 12, more });
        for (response, line) in [
            (Response::ProtocolVersion(1), "protocol-version 1"),
            (Response::Id(Id::Name("A b".into())), "id name A b"),
            (Response::Id(Id::Author("C".into())), "id author C"),
            (Response::Id(Id::Version("0.1".into())), "id version 0.1"),
            (Response::AeiOk, "aeiok"),
            (Response::ReadyOk, "readyok"),
            (Response::BestMove("rb3e rc3x".into()), "bestmove rb3e rc3x"),
            (Response::BestMove(String::new()), "bestmove"),
            (Response::Info(Info::Score(Score(-31))), "info score -31"),
            (depth(false), "info depth 12"),
            (depth(true), "info depth 12+"),
            (Response::Info(Info::Nodes(7)), "info nodes 7"),
            (
                Response::Info(Info::Time(Duration::from_millis(1005))),
                "info time 1.005",
            ),
            (
                Response::Info(Info::CurrentMoveNumber(3)),
                "info currmovenumber 3",
            ),
            (
                Response::Info(Info::Pv("Ee2n s ed7s".into())),
                "info pv Ee2n s ed7s",
            ),
            (log(Level::Error), "log Error: no"),
            (log(Level::Warning), "log Warning: no"),
            (log(Level::Debug), "log Debug: no"),
            (log(Level::Plain), "log no"),
        ] {
            assert_eq!(response.to_string(), line);
            assert_eq!(line.parse(), Ok(response));
        }
    }

    #[test]
    fn what_is_no_response_is_refused() {
        for line in [
            "",
            "hello",
            "aeiok 1",
            "protocol-version one",
            "id",
            "id nick x",
            "info",
            "info depth x",
            "info depth +",
            "info time -1",
            "info string x",
        ] {
            assert!(line.parse::<Response>().is_err(), "{line}");
        }
    }

    #[test]
    fn a_log_is_one_line_of_bounded_length() {
        let log = Log::new(Level::Error, "\n a\r\nb\u{85}c ");
        assert_eq!(log.to_string(), "Error: a  b c");
        let whole = "x".repeat(Log::LONGEST);
        assert_eq!(Log::new(Level::Plain, &whole).text(), whole);
        for letter in ["x", "ü", "x "] {
            let text = format!("what {} is wrong", letter.repeat(70_000));
            let cut = Log::new(Level::Plain, &text);
            assert!(cut.text().starts_with("what ") && cut.text().ends_with(" is wrong"));
            assert!((Log::LONGEST - 1..=Log::LONGEST).contains(&cut.text().len()));
            assert_eq!(Log::new(Level::Plain, cut.text()), cut);
        }
    }

    #[test]
    fn a_log_is_ascii() {
        let log = Log::new(Level::Warning, "\u{feff}Zoë … \u{fffd}");
        assert_eq!(
            log.to_string(),
            r"Warning: \u{feff}Zo\u{eb} \u{2026} \u{fffd}"
        );
    }

    #[test]
    fn a_variation_names_the_side_of_each_later_turn() {
        let position: Position =
            "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
                .parse()
                .unwrap();
        let gold = position.read_turn("Ee2n Ee3n").unwrap();
        let after_gold = position.after_turn(&gold);
        let silver = after_gold.read_turn("ed7s ed6s ed5s hh7s").unwrap();
        let after_silver = after_gold.after_turn(&silver);
        let unfinished = Turn::from_iter([after_silver.read_turn("Ee4n").unwrap()[0]]);
        assert_eq!(
            variation(&position, &[gold.clone(), silver, unfinished]),
            "Ee2n Ee3n s ed7s ed6s ed5s hh7s g Ee4n"
        );
        assert_eq!(variation(&after_gold, &[]), "");
    }

    #[test]
    fn a_variation_has_its_captures_and_may_end_in_an_open_push() {
        let squares = format!("{:<40}{:<24}", "r", "rER");
        let position: Position = format!("g [{squares}]").parse().unwrap();
        let push = position
            .legal_steps()
            .iter()
            .find(|step| step.to_string() == "a3n");
        let unfinished: Turn = push.into_iter().collect();
        assert_eq!(variation(&position, &[unfinished, Turn::new()]), "ra3n");
        let capture = position.read_turn("Eb3n").unwrap();
        assert_eq!(variation(&position, &[capture]), "Eb3n Rc3x");
    }

    fn any_response() -> impl Strategy<Value = Response> {
        let text = "([!-~é]{1,8}( [!-~]{1,8}){0,3})?";
        let level = prop_oneof![
            Just(Level::Error),
            Just(Level::Warning),
            Just(Level::Debug),
            Just(Level::Plain)
        ];
        prop_oneof![
            any::<u32>().prop_map(Response::ProtocolVersion),
            text.prop_map(|text| Response::Id(Id::Name(text))),
            text.prop_map(|text| Response::Id(Id::Author(text))),
            text.prop_map(|text| Response::Id(Id::Version(text))),
            Just(Response::AeiOk),
            Just(Response::ReadyOk),
            text.prop_map(Response::BestMove),
            any::<NonZeroUsize>().prop_map(|number| Response::Info(Info::MultiPv(number))),
            any::<i32>().prop_map(|score| Response::Info(Info::Score(Score(score)))),
            any::<(u32, bool)>()
                .prop_map(|(steps, more)| Response::Info(Info::Depth { steps, more })),
            any::<u64>().prop_map(|nodes| Response::Info(Info::Nodes(nodes))),
            (0..1_000_000_000u64)
                .prop_map(|ms| Response::Info(Info::Time(Duration::from_millis(ms)))),
            any::<u64>().prop_map(|number| Response::Info(Info::CurrentMoveNumber(number))),
            text.prop_map(|text| Response::Info(Info::Pv(text))),
            (level, text).prop_map(|(level, text)| Response::Log(Log::new(level, &text))),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(response in any_response()) {
            prop_assert_eq!(response.to_string().parse(), Ok(response));
        }

        #[test]
        fn a_response_is_one_line(level in Just(Level::Error), text in any::<String>()) {
            let line = Response::Log(Log::new(level, &text)).to_string();
            prop_assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{:?}", line);
        }

        #[test]
        fn no_line_is_too_odd(line in ".{0,80}") {
            let _ = line.parse::<Response>();
        }
    }
}
