//! How far long work has come.

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar on standard error if that is a terminal, else nothing: so many of the `whole` are `done`, counted in
/// `unit`. Its message follows the unit.
pub(crate) fn bar(whole: u64, done: u64, unit: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} {prefix}{msg}, {eta} left",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(whole)
        .with_style(style)
        .with_prefix(unit)
        .with_position(done);
    bar.reset_eta();
    bar
}
