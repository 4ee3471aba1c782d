use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::first_word;
use crate::rules::Position;
use crate::rules::notation::PositionError;

/// A message from the controller to the engine.
///
/// ```
/// use loxodon::aei::Command;
/// let command: Command = " setoption name tcmove value 2.5 ".parse()?;
/// assert_eq!(command.to_string(), "setoption name tcmove value 2.5");
/// assert!("go faster".parse::<Command>().is_err());
/// # Ok::<(), loxodon::aei::ParseCommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// `aei`: the controller opens the session.
    Aei,
    /// `isready`: the controller wants to know when all earlier messages are done.
    IsReady,
    /// `newgame`: an empty board, gold is to set up.
    NewGame,
    /// `setposition <side> [<squares>]`: a position to go on from.
    SetPosition(Position),
    /// `setoption name <id> [value <x>]`.
    SetOption {
        /// The option's name, one word.
        name: String,
        /// All that follows the word `value`, without blanks around it; may be empty.
        value: Option<String>,
    },
    /// `makemove <move>`: a setup or a turn, not yet read, since that takes the game.
    MakeMove(String),
    /// `makemove takeback`: the last setup or turn is taken back.
    TakeBack,
    /// `go`: search and send a move.
    Go,
    /// `go ponder`: search until another message ends it.
    GoPonder,
    /// `stop`: end the search and send its move.
    Stop,
    /// `quit`: exit.
    Quit,
}

/// Why a line is not a [`Command`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseCommandError {
    /// The first word is no type of message: engine and controller don't speak the same language.
    #[error(
        "{found:?} is no message; aei, isready, newgame, setposition, setoption, makemove, go, stop and quit are"
    )]
    UnrecognisedType {
        /// The line's first word.
        found: String,
    },
    /// Something follows a message that is a single word.
    #[error("`{message}` stands alone, but {found:?} follows it")]
    NotAlone {
        /// The message.
        message: &'static str,
        /// What follows it.
        found: String,
    },
    /// `go` is followed by something else than `ponder`.
    #[error("`go` can be followed by `ponder` only, not by {found:?}")]
    Go {
        /// What follows it.
        found: String,
    },
    /// `setposition` is followed by no position, or by one that can't be.
    #[error("setposition: {0}")]
    Position(#[from] PositionError),
    /// `setoption` is not followed by a name and perhaps a value.
    #[error("setoption needs `name <id>` and perhaps `value <x>` after it, not {found:?}")]
    SetOption {
        /// What follows it.
        found: String,
    },
    /// `makemove` is followed by nothing.
    #[error("makemove needs a setup (Ra1 Rb1 ...), a turn (Ee2n ...) or `takeback` after it")]
    NoMove,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aei => f.write_str("aei"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("newgame"),
            Self::SetPosition(position) => write!(f, "setposition {position}"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption {
                name,
                value: Some(value),
            } => write!(f, "setoption name {name} value {value}"),
            Self::MakeMove(text) => write!(f, "makemove {text}"),
            Self::TakeBack => f.write_str("makemove takeback"),
            Self::Go => f.write_str("go"),
            Self::GoPonder => f.write_str("go ponder"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Command {
    type Err = ParseCommandError;

    /// Reads a line; blanks around it and between its words carry no meaning, and the protocol's own words may be
    /// upper-case.
    fn from_str(line: &str) -> Result<Self, ParseCommandError> {
        let (message, rest) = first_word(line);
        let rest = rest.trim_end();
        match message.to_ascii_lowercase().as_str() {
            "aei" => alone("aei", rest, Self::Aei),
            "isready" => alone("isready", rest, Self::IsReady),
            "newgame" => alone("newgame", rest, Self::NewGame),
            "setposition" => Ok(Self::SetPosition(rest.parse()?)),
            "setoption" => read_option(rest).ok_or_else(|| ParseCommandError::SetOption {
                found: rest.to_owned(),
            }),
            "makemove" if rest.is_empty() => Err(ParseCommandError::NoMove),
            "makemove" if rest.eq_ignore_ascii_case("takeback") => Ok(Self::TakeBack),
            "makemove" => Ok(Self::MakeMove(rest.to_owned())),
            "go" if rest.is_empty() => Ok(Self::Go),
            "go" if rest.eq_ignore_ascii_case("ponder") => Ok(Self::GoPonder),
            "go" => Err(ParseCommandError::Go {
                found: rest.to_owned(),
            }),
            "stop" => alone("stop", rest, Self::Stop),
            "quit" => alone("quit", rest, Self::Quit),
            _ => Err(ParseCommandError::UnrecognisedType {
                found: message.to_owned(),
            }),
        }
    }
}

fn alone(
    message: &'static str,
    rest: &str,
    command: Command,
) -> Result<Command, ParseCommandError> {
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(ParseCommandError::NotAlone {
            message,
            found: rest.to_owned(),
        })
    }
}

fn read_option(text: &str) -> Option<Command> {
    let (keyword, text) = first_word(text);
    let (name, text) = first_word(text);
    if !keyword.eq_ignore_ascii_case("name") || name.is_empty() {
        return None;
    }
    let value = match first_word(text) {
        ("", _) => None,
        (keyword, value) if keyword.eq_ignore_ascii_case("value") => Some(value.to_owned()),
        _ => return None,
    };
    Some(Command::SetOption {
        name: name.to_owned(),
        value,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> Result<Command, ParseCommandError> {
        line.parse()
    }

    fn option(name: &str, value: Option<&str>) -> Command {
        Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        }
    }

    #[test]
    fn every_message_is_read() {
        assert_eq!(read("aei"), Ok(Command::Aei));
        assert_eq!(read("isready"), Ok(Command::IsReady));
        assert_eq!(read("newgame"), Ok(Command::NewGame));
        assert_eq!(
            read("makemove Ee2n Ed2n"),
            Ok(Command::MakeMove("Ee2n Ed2n".into()))
        );
        assert_eq!(read("makemove takeback"), Ok(Command::TakeBack));
        assert_eq!(read("go"), Ok(Command::Go));
        assert_eq!(read("go ponder"), Ok(Command::GoPonder));
        assert_eq!(read("stop"), Ok(Command::Stop));
        assert_eq!(read("quit"), Ok(Command::Quit));
    }

    #[test]
    fn blanks_carry_no_meaning() {
        assert_eq!(read("  go \t ponder \r"), Ok(Command::GoPonder));
        assert_eq!(
            read("\tsetoption   name  tcmove   value  5  "),
            Ok(option("tcmove", Some("5")))
        );
    }

    #[test]
    fn words_of_the_protocol_may_be_upper_case() {
        assert_eq!(read("AEI"), Ok(Command::Aei));
        assert_eq!(read("IsReady"), Ok(Command::IsReady));
        assert_eq!(read("GO Ponder"), Ok(Command::GoPonder));
        assert_eq!(read("MakeMove TakeBack"), Ok(Command::TakeBack));
        assert_eq!(
            read("SETOPTION NAME event VALUE The Cup"),
            Ok(option("event", Some("The Cup")))
        );
        assert_eq!(
            read("MAKEMOVE Ee2n"),
            Ok(Command::MakeMove("Ee2n".into())),
            "the case of a piece says whose it is"
        );
    }

    #[test]
    fn squares_stand_in_brackets_in_quotation_marks_or_bare() {
        const SQUARES: &str = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";
        let spaced = SQUARES.replace('.', " ");
        let expected = read(&format!("setposition g [{SQUARES}]"));
        assert!(expected.is_ok());
        for arguments in [
            format!("g \"{SQUARES}\""),
            format!("g \"{spaced}\" "),
            format!("g '{SQUARES}'"),
            format!("g {SQUARES}"),
            format!("g {spaced}"),
            format!("G [{spaced}]"),
            format!("W\t\"{SQUARES}\"\t"),
            format!("\t w \t {SQUARES}"),
            format!("g[{SQUARES}]"),
        ] {
            assert_eq!(
                read(&format!("SetPosition {arguments}")),
                expected,
                "{arguments}"
            );
        }
        for arguments in [
            format!("g \"{SQUARES}"),
            format!("g {SQUARES}\""),
            format!("g \"{SQUARES}]"),
            format!("g [{SQUARES}] x"),
            format!("g {SQUARES} x"),
            SQUARES.to_owned(),
        ] {
            let error = read(&format!("setposition {arguments}")).unwrap_err();
            assert!(
                matches!(error, ParseCommandError::Position(_)),
                "{arguments}"
            );
        }
    }

    #[test]
    fn options_may_lack_a_value_and_values_may_have_blanks() {
        assert_eq!(read("setoption name x"), Ok(option("x", None)));
        assert_eq!(read("setoption name x value"), Ok(option("x", Some(""))));
        assert_eq!(
            read("setoption name opponent value Mr. value 2"),
            Ok(option("opponent", Some("Mr. value 2")))
        );
    }

    #[test]
    fn blanks_in_the_brackets_are_squares() {
        let board = format!("{:<63}e", "rrr");
        for side in ["g", "w", "s", "b"] {
            let Ok(Command::SetPosition(position)) =
                read(&format!("setposition {side} [{board}] "))
            else {
                panic!("{side} is a side");
            };
            assert_eq!(position.side_to_move().letter() == 'g', "gw".contains(side));
            assert_eq!(position.board().occupied().len(), 4);
        }
    }

    #[test]
    fn unrecognised_types_are_told_from_unreadable_arguments() {
        for line in ["", "uci", "goponder", "isready?", "gö"] {
            let error = read(line).unwrap_err();
            assert!(
                matches!(error, ParseCommandError::UnrecognisedType { .. }),
                "{line}: {error}"
            );
        }
        for line in [
            "aei 2",
            "isready now",
            "newgame g",
            "go infinite",
            "go ponder now",
            "stop it",
            "quit it",
            "makemove",
            "setposition",
            "setposition g",
            "setposition x [                                                                ]",
            "setposition g [  ]",
            "setoption",
            "setoption depth",
            "setoption name",
            "setoption name depth 4",
        ] {
            let error = read(line).unwrap_err();
            assert!(
                !matches!(error, ParseCommandError::UnrecognisedType { .. }),
                "{line}: {error}"
            );
        }
    }

    #[test]
    fn errors_name_what_was_wrong_and_what_is_accepted() {
        assert_eq!(
            read("go infinite").unwrap_err().to_string(),
            "`go` can be followed by `ponder` only, not by \"infinite\""
        );
        assert_eq!(
            read("setposition q []").unwrap_err().to_string(),
            "setposition: the side to move is \"q\", `g` or `s` is needed"
        );
    }

    fn any_command() -> impl Strategy<Value = Command> {
        let text = "[!-~]{1,8}( [!-~é]{1,8}){0,3}";
        prop_oneof![
            Just(Command::Aei),
            Just(Command::IsReady),
            Just(Command::NewGame),
            Just(Command::Go),
            Just(Command::GoPonder),
            Just(Command::Stop),
            Just(Command::Quit),
            "[gs] \\[[.]{8}[.C][.D][.H][.M][.E][.c][.d][.r][.]{48}\\]"
                .prop_map(|position| Command::SetPosition(position.parse().unwrap())),
            text.prop_map(Command::MakeMove),
            ("[!-~]{1,8}", proptest::option::of(text))
                .prop_map(|(name, value)| Command::SetOption { name, value }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(command in any_command()) {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }

        #[test]
        fn no_line_is_too_odd(line in ".{0,80}") {
            let _ = read(&line);
        }
    }
}
