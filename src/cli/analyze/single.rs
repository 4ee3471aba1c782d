//! One position, whose analysis is shown as it goes on.

use super::analysis::End;
use super::observer::Listener;
use super::settings::Settings;
use super::{json, text};
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Output;
use crate::cli::position_arg::{Moment, read_game};

/// Analyses the position that the argument means.
pub(super) fn run(
    settings: &Settings,
    argument: &str,
    moment: &Moment,
    interrupt: &Interrupt,
    is_json: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let game = read_game(argument, moment)?;
    let subject = settings.subject(argument, &game);
    let end = if let Some(outcome) = game.outcome() {
        End::Decided(outcome)
    } else {
        let mut engine = settings.engine()?;
        let search = settings.search(&mut engine, &game, interrupt.begin_searching());
        let mut listener = Listener::new(subject, out, search.stop_flag(), is_json);
        listener.begin();
        let report = search.run(&mut listener);
        listener.all_written()?;
        End::of(report)?
    };
    if is_json {
        out.json(&json::last(&subject, &end))
    } else {
        text::write_end(out, &game, &end)
    }
}
