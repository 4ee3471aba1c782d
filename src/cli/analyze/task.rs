//! The positions that are to be analysed, by the names that users give them.

use std::collections::HashMap;

use anyhow::{Context, anyhow};

use crate::cli::position_arg::{Moment, game_of_position, read_game};
use crate::cli::position_table::{Row, rows};
use crate::cli::text_source::TextSource;
use crate::rules::Game;

/// A position to analyse, which has not been read yet.
pub(super) struct Task<'a> {
    /// The argument as it was given, or the row's `id`.
    pub(super) label: &'a str,
    origin: Origin<'a>,
    /// The place of an earlier position with the same label.
    earlier: Option<String>,
}

/// Where a position is from.
#[derive(Clone, Copy)]
enum Origin<'a> {
    Argument,
    Row(Row<'a>, &'a TextSource),
}

/// Returns the positions of the arguments, then those of the table.
pub(super) fn tasks<'a>(
    arguments: &'a [String],
    table: Option<&'a TextSource>,
) -> anyhow::Result<Vec<Task<'a>>> {
    let mut tasks: Vec<Task<'a>> = arguments
        .iter()
        .map(|argument| Task::new(argument, Origin::Argument))
        .collect();
    if let Some(source) = table {
        let rows = rows(source)?.into_iter();
        tasks.extend(rows.map(|row| Task::new(row.id(), Origin::Row(row, source))));
    }
    let mut first = HashMap::new();
    for index in 0..tasks.len() {
        let earlier = *first.entry(tasks[index].label).or_insert(index);
        if earlier < index {
            tasks[index].earlier = Some(tasks[earlier].place());
        }
    }
    Ok(tasks)
}

impl<'a> Task<'a> {
    fn new(label: &'a str, origin: Origin<'a>) -> Self {
        Self {
            label,
            origin,
            earlier: None,
        }
    }

    /// Returns the file and line, or the argument, for messages.
    pub(super) fn place(&self) -> String {
        match self.origin {
            Origin::Argument => format!("POSITION {}", self.label),
            Origin::Row(row, source) => format!("{}: line {}", source.name, row.line),
        }
    }

    /// Reads the position. A label that an earlier one has already is an error, since nothing could tell the two apart.
    pub(super) fn game(&self, moment: &Moment) -> anyhow::Result<Game> {
        if let Some(earlier) = &self.earlier {
            return Err(anyhow!(
                "{}: the label {:?} is that of another position ({earlier}); each needs its own",
                self.place(),
                self.label
            ));
        }
        match self.origin {
            Origin::Argument => read_game(self.label, moment).map_err(|error| {
                if error.to_string().contains(self.label) {
                    error
                } else {
                    error.context(self.place())
                }
            }),
            Origin::Row(row, source) => {
                let named = row.read().map_err(|error| source.error(error))?;
                let game = game_of_position(named.position);
                let game = game.and_then(|game| moment.play_on(game));
                game.with_context(|| self.place())
            }
        }
    }
}
