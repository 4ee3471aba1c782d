use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use super::failure::bad_input;
use super::interrupt::Interrupt;
use super::json::GameResult;
use super::output::Output;
use super::position_arg::{Moment, read_game};
use super::style::{RESULT, painted_diagram};
use super::text_source::TextSource;
use crate::rules::notation::{RecordError, RecordProblem, read_label, read_record};
use crate::rules::{Game, GameError, Position};
use crate::types::{Side, counted};

/// Checks a game by the rules
///
/// Either a record, or turns from a position. Prints the final position and the result; of an illegal game the first
/// illegal turn and the rule it breaks, with exit status 1.
#[derive(Args)]
#[command(override_usage = "loxodon replay [OPTIONS] <FILE>\n       \
                            loxodon replay [OPTIONS] --from <POSITION> --moves <TURNS>")]
pub(super) struct ReplayArguments {
    /// A game record, with lines such as `1g Ra1 …` (- for standard input)
    #[arg(required_unless_present = "from", conflicts_with_all = ["from", "moves"])]
    file: Option<String>,
    /// Begin with this position, in any form that `analyze` takes; with an empty board, with the setups
    #[arg(long, value_name = "POSITION", requires = "moves")]
    from: Option<String>,
    /// The turns to play, separated by `;`
    #[arg(long, value_name = "TURNS", requires = "from")]
    moves: Option<String>,
    #[command(flatten)]
    moment: Moment,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What there is to say about a game.
enum Verdict {
    Legal { turns: usize, game: Game },
    Illegal(IllegalGame),
}

struct IllegalGame {
    /// The number of the illegal turn, setups included, from 1.
    turn: usize,
    text: String,
    error: GameError,
    /// The position in which it was tried.
    position: Position,
    /// The error with the place, for people.
    message: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Legal {
        legal: bool,
        turns: usize,
        position: String,
        result: Option<GameResult>,
    },
    Illegal {
        legal: bool,
        turn: usize,
        r#move: &'a str,
        error: String,
        position: String,
    },
}

impl ReplayArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        Interrupt::listen()?;
        let verdict = match (&self.file, &self.from) {
            (Some(file), _) => self.judge_record(file)?,
            (None, Some(from)) => {
                let game = read_game(from, &self.moment)?;
                judge_turns(game, self.moves.as_deref().unwrap_or_default())
            }
            (None, None) => return Err(bad_input(anyhow!("a FILE or --from is needed"))),
        };
        if self.json {
            out.json(&Answer::from(&verdict))?;
        }
        match verdict {
            Verdict::Legal { turns, game } if !self.json => write_game(out, turns, &game),
            Verdict::Legal { .. } => Ok(()),
            Verdict::Illegal(illegal) => Err(anyhow!(illegal.message)),
        }
    }

    fn judge_record(&self, file: &str) -> anyhow::Result<Verdict> {
        let source = TextSource::read(file)?;
        match read_record(&source.text, self.moment.at) {
            Ok(game) => {
                let game = self.moment.play_on(game)?;
                let turns = game.moves().len();
                Ok(Verdict::Legal { turns, game })
            }
            Err(error) => illegal_move(&source, error).map(Verdict::Illegal),
        }
    }
}

/// Returns what is illegal in the record; any other mistake in it is an error.
fn illegal_move(source: &TextSource, error: RecordError) -> anyhow::Result<IllegalGame> {
    let message = format!("{}: {error}", source.name);
    let RecordProblem::Illegal {
        label,
        text,
        error,
        position,
    } = error.problem
    else {
        return Err(source.error(error));
    };
    let number = read_label(&label).map_or(0, |label| {
        // Two moves a number, gold's first.
        label.number as usize * 2 - usize::from(label.side == Side::Gold)
    });
    Ok(IllegalGame {
        turn: number,
        text,
        error,
        position: *position,
        message,
    })
}

fn judge_turns(mut game: Game, turns: &str) -> Verdict {
    let mut played = 0;
    if !turns.trim().is_empty() {
        for text in turns.split(';').map(str::trim) {
            if let Err(error) = game.play_text(text) {
                let turn = played + 1;
                let message = format!("turn {turn}, {} {text}: {error}", game.label());
                return Verdict::Illegal(IllegalGame {
                    turn,
                    text: text.to_owned(),
                    error,
                    position: *game.position(),
                    message,
                });
            }
            played += 1;
        }
    }
    Verdict::Legal {
        turns: played,
        game,
    }
}

impl<'a> From<&'a Verdict> for Answer<'a> {
    fn from(verdict: &'a Verdict) -> Self {
        match verdict {
            Verdict::Legal { turns, game } => Self::Legal {
                legal: true,
                turns: *turns,
                position: game.position().to_string(),
                result: game.outcome().map(Into::into),
            },
            Verdict::Illegal(illegal) => Self::Illegal {
                legal: false,
                turn: illegal.turn,
                r#move: &illegal.text,
                error: illegal.error.to_string(),
                position: illegal.position.to_string(),
            },
        }
    }
}

fn write_game(out: &mut Output, turns: usize, game: &Game) -> anyhow::Result<()> {
    writeln!(out, "legal: {}", counted(turns, "move"))?;
    writeln!(out, "{}", game.label())?;
    write!(out, "{}", painted_diagram(game.position().board()))?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{RESULT}{outcome}{RESULT:#}")?,
        None => writeln!(out, "the game goes on")?,
    }
    Ok(())
}
