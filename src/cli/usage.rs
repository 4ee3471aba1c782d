//! What clap has to say: help and version on standard output, a wrong usage in one line on standard error.

use std::ffi::OsString;

use anyhow::anyhow;
use clap::error::{ContextKind, ContextValue};

use super::failure::bad_input;
use super::output::Output;
use crate::types::abridged;

/// Prints help and version; any other answer to the arguments is an error of usage.
pub(super) fn answer(
    mut answer: clap::Error,
    program: clap::Command,
    arguments: &[OsString],
    out: &mut Output,
) -> anyhow::Result<()> {
    if answer.use_stderr() {
        abridge(&mut answer);
        let message = message(&answer.render().to_string());
        let usage = usage(program, arguments);
        return Err(bad_input(anyhow!("{message}; usage: {usage}")));
    }
    write!(out, "{}", answer.render().ansi())?;
    Ok(())
}

/// Cuts what the user has typed where it is long.
fn abridge(answer: &mut clap::Error) {
    for kind in [
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidValue,
    ] {
        if let Some(ContextValue::String(text)) = answer.get(kind) {
            let text = abridged(text);
            answer.insert(kind, ContextValue::String(text));
        }
    }
}

/// Returns how the command that the arguments name is used, or else the program.
fn usage(mut program: clap::Command, arguments: &[OsString]) -> String {
    // Has clap give the commands their full names.
    program.build();
    let named = arguments
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .find(|word| program.find_subcommand(word).is_some());
    let usage = match named.and_then(|name| program.find_subcommand_mut(name)) {
        Some(command) => command.render_usage(),
        None => program.render_usage(),
    };
    let usage = usage.to_string();
    let forms = usage.trim_start_matches("Usage:").lines().map(str::trim);
    forms.collect::<Vec<_>>().join(" or ")
}

/// Returns clap's message without its usage and its hint at `--help`.
fn message(rendered: &str) -> String {
    let paragraphs = rendered.split("\n\n").take_while(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    });
    let joined = paragraphs.map(str::trim).collect::<Vec<_>>().join("; ");
    joined
        .strip_prefix("error: ")
        .map_or(joined.clone(), str::to_owned)
}
