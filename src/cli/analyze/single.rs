//! One position, whose analysis is shown as it goes on.

use super::analysis::End;
use super::observer::Listener;
use super::settings::Settings;
use super::{json, text};
use crate::cli::form::Form;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Output;
use crate::cli::picture;
use crate::cli::picture_file::PictureFile;
use crate::cli::position_arg::{Moment, read_game};
use crate::rules::Move;

/// Analyses the position that the argument means.
pub(super) fn run(
    settings: &Settings,
    argument: &str,
    moment: &Moment,
    interrupt: &Interrupt,
    form: Form,
    picture_file: Option<&PictureFile>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let game = read_game(argument, moment)?;
    let subject = settings.subject(argument, &game);
    let end = if let Some(outcome) = game.outcome() {
        End::Decided(outcome)
    } else {
        let mut engine = settings.engine()?;
        let search = settings.search(&mut engine, &game, interrupt.begin_searching());
        let mut listener = Listener::new(subject, out, search.stop_flag(), form);
        listener.begin();
        let report = search.run(&mut listener);
        listener.all_written()?;
        End::of(report)?
    };
    if let Some(file) = picture_file {
        let best = match &end {
            End::Best(Move::Turn(turn), _) => Some(turn),
            End::Best(Move::Setup(_), _) | End::Decided(_) => None,
        };
        file.write(&picture::of(&game, best), out)?;
    }
    match form {
        Form::Text => text::write_end(out, &game, &end),
        Form::Json => out.json(&json::last(&subject, &end)),
        Form::Picture => Ok(()),
    }
}
