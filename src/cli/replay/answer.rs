//! What is written about a game that was checked.

use anyhow::anyhow;
use serde::Serialize;

use super::verdict::Verdict;
use crate::cli::json::{GameResult, TagObject};
use crate::cli::output::Output;
use crate::cli::style::{HEADING, RESULT, painted_diagram, printable};
use crate::rules::Game;
use crate::rules::notation::Tag;
use crate::types::counted;

/// A game that was checked.
pub(super) struct Checked<'a> {
    /// The record's name, if there are several.
    pub(super) file: Option<&'a str>,
    /// What the record says of the game.
    pub(super) tags: &'a [Tag],
    pub(super) is_record: bool,
    pub(super) verdict: Verdict,
}

/// A game that was checked, as an object.
#[derive(Serialize)]
struct Answer<'a> {
    /// The record's name, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    verdict: VerdictObject<'a>,
    #[serde(skip_serializing_if = "TagObject::is_empty")]
    tags: TagObject<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum VerdictObject<'a> {
    Legal {
        legal: bool,
        turns: usize,
        position: String,
        result: Option<GameResult>,
        /// The game doesn't begin by the rules: pieces are missing or stand elsewhere, or gold has passed its first turn.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        free_setup: bool,
    },
    Illegal {
        legal: bool,
        turn: usize,
        r#move: &'a str,
        error: String,
        position: String,
    },
}

impl Checked<'_> {
    /// Writes everything about the game, as an object or as text.
    ///
    /// # Errors
    /// If nothing can be written, or the game is illegal.
    pub(super) fn write(self, json: bool, out: &mut Output) -> anyhow::Result<()> {
        if json {
            out.json(&self.answer())?;
        } else {
            if let Some(file) = self.file {
                writeln!(out, "{HEADING}{file}{HEADING:#}")?;
            }
            for tag in self.tags {
                writeln!(out, "{}", printable(&tag.to_string()))?;
            }
        }
        match &self.verdict {
            Verdict::Legal { turns, game } if !json => self.write_game(*turns, game, out),
            Verdict::Legal { .. } => Ok(()),
            Verdict::Illegal(illegal) => Err(anyhow!(illegal.message.clone())),
        }
    }

    fn answer(&self) -> Answer<'_> {
        let verdict = match &self.verdict {
            Verdict::Legal { turns, game } => VerdictObject::Legal {
                legal: true,
                turns: *turns,
                position: game.position().to_string(),
                result: game.outcome().map(Into::into),
                free_setup: self.is_set_up_freely(game),
            },
            Verdict::Illegal(illegal) => VerdictObject::Illegal {
                legal: false,
                turn: illegal.turn,
                r#move: &illegal.text,
                error: illegal.error.to_string(),
                position: illegal.position.to_string(),
            },
        };
        Answer {
            file: self.file,
            verdict,
            tags: TagObject(self.tags),
        }
    }

    fn write_game(&self, turns: usize, game: &Game, out: &mut Output) -> anyhow::Result<()> {
        let beginning = if self.is_set_up_freely(game) {
            " after a handicap or a free placement"
        } else {
            ""
        };
        writeln!(out, "legal: {}{beginning}", counted(turns, "move"))?;
        writeln!(out, "{}", game.label())?;
        write!(out, "{}", painted_diagram(game.position().board()))?;
        match game.outcome() {
            Some(outcome) => writeln!(out, "{RESULT}{outcome}{RESULT:#}")?,
            None => writeln!(out, "the game goes on")?,
        }
        Ok(())
    }

    /// Returns whether the game of a record doesn't begin by the rules.
    fn is_set_up_freely(&self, game: &Game) -> bool {
        let first = game.positions().first();
        self.is_record && first.is_some_and(|position| position.board().occupied().any())
    }
}
