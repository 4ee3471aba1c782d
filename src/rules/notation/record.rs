use std::fmt;
use std::str::FromStr;

use super::record_error::RecordError;
use super::record_reader::read_record;
use super::record_writer::{ending_of, write_record};
use super::tags::{Tag, read_tags};
use crate::rules::Game;

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

impl FromStr for Record {
    type Err = RecordError;

    /// Reads the tags and the whole game.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Ok(Self {
            tags: read_tags(text),
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
