//! What clap has to say: help and version on standard output, a wrong usage in one line on standard error.

use anyhow::anyhow;

use super::failure::bad_input;
use super::output::Output;

/// Prints help and version; any other answer is an error of usage.
pub(super) fn answer(answer: &clap::Error, out: &mut Output) -> anyhow::Result<()> {
    if answer.use_stderr() {
        return Err(bad_input(anyhow!(message(&answer.render().to_string()))));
    }
    write!(out, "{}", answer.render().ansi())?;
    Ok(())
}

/// Clap's message without its usage and its hint at `--help`.
fn message(rendered: &str) -> String {
    let paragraphs = rendered.split("\n\n").take_while(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    });
    let joined = paragraphs.map(str::trim).collect::<Vec<_>>().join("; ");
    joined
        .strip_prefix("error: ")
        .map_or(joined.clone(), str::to_owned)
}
