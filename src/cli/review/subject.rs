//! The game that is reviewed.

use anyhow::anyhow;

use super::judged_turn::PlayedTurn;
use crate::cli::archive::{record_by_id, refuse_archive};
use crate::cli::failure::bad_input;
use crate::cli::text_source::TextSource;
use crate::rules::notation::{Tag, read_record, read_tags};
use crate::rules::{Game, Move, Turn};

/// A game with all the games that led to it.
pub(super) struct Subject {
    /// What its record says of it.
    pub(super) tags: Vec<Tag>,
    /// The game before each turn, and after the last one.
    pub(super) games: Vec<Game>,
    turns: Vec<Turn>,
    /// The game as it was given, with a resignation if there was one.
    pub(super) whole: Game,
}

impl Subject {
    /// Reads the record in a file (`-` for standard input).
    pub(super) fn of_file(path: &str) -> anyhow::Result<Self> {
        let source = TextSource::read(path)?;
        refuse_archive(&source)?;
        let tags = read_tags(&source.text);
        Self::new(&source, tags)
    }

    /// Reads the game of an archive that has this id.
    pub(super) fn of_archive(path: &str, id: &str) -> anyhow::Result<Self> {
        let (source, tags) = record_by_id(path, id)?;
        Self::new(&source, tags)
    }

    fn new(source: &TextSource, tags: Vec<Tag>) -> anyhow::Result<Self> {
        let whole = read_record(&source.text, None).map_err(|error| source.error(error))?;
        let mut game = whole.clone();
        // A resignation or a loss on time says nothing of the position.
        if let Some(last) = game.take_back() {
            game.play(last)?;
        }
        let mut games = vec![game.clone()];
        let mut turns = Vec::new();
        while let Some(Move::Turn(turn)) = game.take_back() {
            games.push(game.clone());
            turns.push(turn);
        }
        games.reverse();
        turns.reverse();
        if turns.is_empty() {
            return Err(bad_input(anyhow!(
                "{}: there is no turn to review after the setups",
                source.name
            )));
        }
        Ok(Self {
            tags,
            games,
            turns,
            whole,
        })
    }

    /// Returns how many turns were played after the setups.
    pub(super) const fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns a turn after the setups, from 0 on.
    pub(super) fn turn(&self, index: usize) -> PlayedTurn<'_> {
        PlayedTurn {
            label: self.games[index].label(),
            turn: &self.turns[index],
            before: &self.games[index],
            after: &self.games[index + 1],
        }
    }
}
