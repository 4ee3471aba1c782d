mod archive;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use super::archive::record_by_id;
use super::failure::bad_input;
use super::interrupt::Interrupt;
use super::json::{GameResult, TagObject};
use super::output::Output;
use super::position_arg::{Moment, read_game};
use super::style::{RESULT, painted_diagram};
use super::text_source::TextSource;
use crate::rules::notation::{RecordError, RecordProblem, Tag, read_label, read_record, read_tags};
use crate::rules::{Game, GameError, Position};
use crate::types::{Side, counted};

/// Checks a game by the rules, or every game of an archive
///
/// A record, turns from a position, or an archive. Prints what the record says of the game, the final position and the
/// result; of an illegal game the first illegal turn and the rule it breaks, with exit status 1. Of an archive it prints
/// the games whose moves are illegal or lead to another end than the recorded one, and how many agree; the exit status is 1
/// if not all do.
#[derive(Args)]
#[command(override_usage = "loxodon replay [OPTIONS] <FILE>\n       \
                            loxodon replay [OPTIONS] --from <POSITION> --moves <TURNS>\n       \
                            loxodon replay [OPTIONS] --archive <FILE> [--id <ID>]")]
pub(super) struct ReplayArguments {
    /// A game record, with moves such as `1g Ra1 …`, a line each or all on one line (- for standard input)
    #[arg(required_unless_present_any = ["from", "archive"], conflicts_with_all = ["from", "moves"])]
    file: Option<String>,
    /// Begin with this position, in any form that `analyze` takes; with an empty board, with the setups
    #[arg(long, value_name = "POSITION", requires = "moves")]
    from: Option<String>,
    /// The turns to play, separated by `;`
    #[arg(long, value_name = "TURNS", requires = "from")]
    moves: Option<String>,
    /// An archive of the game site: tab-separated, with a header and a game a line (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "from", "moves"])]
    archive: Option<String>,
    /// Only the archive's game with this id, as if it were a record
    #[arg(long, value_name = "ID", requires = "archive")]
    id: Option<String>,
    #[command(flatten)]
    moment: Moment,
    /// Print one JSON object; of an archive, one for each game that doesn't agree and one for all
    #[arg(long)]
    json: bool,
}

/// A record, and what it says of the game.
struct Written {
    source: TextSource,
    tags: Vec<Tag>,
}

/// What there is to say about a game.
enum Verdict {
    Legal { turns: usize, game: Box<Game> },
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
        /// The game doesn't begin by the rules: pieces are missing or stand elsewhere, or gold has passed its first turn.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        free_setup: bool,
        #[serde(skip_serializing_if = "TagObject::is_empty")]
        tags: TagObject<'a>,
    },
    Illegal {
        legal: bool,
        turn: usize,
        r#move: &'a str,
        error: String,
        position: String,
        #[serde(skip_serializing_if = "TagObject::is_empty")]
        tags: TagObject<'a>,
    },
}

impl ReplayArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let written = match (&self.file, &self.archive, &self.id) {
            (Some(file), _, _) => Some(Written::read(file)?),
            (None, Some(archive), Some(id)) => Some(Written::find(archive, id)?),
            (None, Some(archive), None) => {
                self.moment.refuse("one game, such as that of `--id`")?;
                return archive::check(archive, self.json, &interrupt, out);
            }
            (None, None, _) => None,
        };
        let (verdict, tags) = match (&written, &self.from) {
            (Some(written), _) => (written.judge(&self.moment)?, written.tags.as_slice()),
            (None, Some(from)) => {
                let game = read_game(from, &self.moment)?;
                let moves = self.moves.as_deref().unwrap_or_default();
                (judge_turns(game, moves), [].as_slice())
            }
            (None, None) => {
                return Err(bad_input(anyhow!("a FILE, --from or --archive is needed")));
            }
        };
        if self.json {
            out.json(&answer(&verdict, tags, written.is_some()))?;
        } else {
            for tag in tags {
                writeln!(out, "{tag}")?;
            }
        }
        match verdict {
            Verdict::Legal { turns, game } if !self.json => {
                write_game(out, turns, &game, written.is_some())
            }
            Verdict::Legal { .. } => Ok(()),
            Verdict::Illegal(illegal) => Err(anyhow!(illegal.message)),
        }
    }
}

impl Written {
    fn read(file: &str) -> anyhow::Result<Self> {
        let source = TextSource::read(file)?;
        let tags = read_tags(&source.text);
        Ok(Self { source, tags })
    }

    fn find(archive: &str, id: &str) -> anyhow::Result<Self> {
        let (source, tags) = record_by_id(archive, id)?;
        Ok(Self { source, tags })
    }

    fn judge(&self, moment: &Moment) -> anyhow::Result<Verdict> {
        match read_record(&self.source.text, moment.at) {
            Ok(game) => {
                let game = Box::new(moment.play_on(game)?);
                let turns = game.moves().len();
                Ok(Verdict::Legal { turns, game })
            }
            Err(error) => illegal_move(&self.source, error).map(Verdict::Illegal),
        }
    }
}

/// Returns whether the game of a record doesn't begin by the rules.
fn is_set_up_freely(game: &Game) -> bool {
    let first = game.positions().first();
    first.is_some_and(|position| position.board().occupied().any())
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
        game: Box::new(game),
    }
}

fn answer<'a>(verdict: &'a Verdict, tags: &'a [Tag], is_record: bool) -> Answer<'a> {
    let tags = TagObject(tags);
    match verdict {
        Verdict::Legal { turns, game } => Answer::Legal {
            legal: true,
            turns: *turns,
            position: game.position().to_string(),
            result: game.outcome().map(Into::into),
            free_setup: is_record && is_set_up_freely(game),
            tags,
        },
        Verdict::Illegal(illegal) => Answer::Illegal {
            legal: false,
            turn: illegal.turn,
            r#move: &illegal.text,
            error: illegal.error.to_string(),
            position: illegal.position.to_string(),
            tags,
        },
    }
}

fn write_game(out: &mut Output, turns: usize, game: &Game, is_record: bool) -> anyhow::Result<()> {
    let setup = if is_record && is_set_up_freely(game) {
        " after a handicap or a free placement"
    } else {
        ""
    };
    writeln!(out, "legal: {}{setup}", counted(turns, "move"))?;
    writeln!(out, "{}", game.label())?;
    write!(out, "{}", painted_diagram(game.position().board()))?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{RESULT}{outcome}{RESULT:#}")?,
        None => writeln!(out, "the game goes on")?,
    }
    Ok(())
}
