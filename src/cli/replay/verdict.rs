//! Whether a game is legal, and what is wrong with one that isn't.

use crate::cli::position_arg::Moment;
use crate::cli::text_source::TextSource;
use crate::rules::notation::{RecordError, RecordProblem, read_record};
use crate::rules::{Game, GameError, Label, Position};
use crate::types::Side;

/// What there is to say about a game.
pub(super) enum Verdict {
    Legal { turns: usize, game: Box<Game> },
    Illegal(IllegalGame),
}

pub(super) struct IllegalGame {
    /// The number of the illegal turn, setups included, from 1.
    pub(super) turn: usize,
    pub(super) text: String,
    pub(super) error: GameError,
    /// The position in which it was tried.
    pub(super) position: Position,
    /// The error with the place, for people.
    pub(super) message: String,
}

/// Judges a record, up to the moment that is meant.
pub(super) fn judge_record(source: &TextSource, moment: &Moment) -> anyhow::Result<Verdict> {
    match read_record(&source.text, moment.at) {
        Ok(game) => {
            let game = Box::new(moment.play_on(game)?);
            let turns = game.moves().len();
            Ok(Verdict::Legal { turns, game })
        }
        Err(error) => illegal_move(source, error).map(Verdict::Illegal),
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
    let number = label.parse().map_or(0, |label: Label| {
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

/// Judges turns that are separated by `;`.
pub(super) fn judge_turns(mut game: Game, turns: &str) -> Verdict {
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
