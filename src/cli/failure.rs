//! How a command ends: quietly, or with one line on standard error.

use std::io::Write;
use std::process::ExitCode;

use thiserror::Error;

use super::output::OutputError;
use super::style;

const FAILED_RUN: u8 = 1;
const BAD_INPUT: u8 = 2;
/// The status that shells give to a program that Ctrl-C has ended.
pub(super) const INTERRUPTED: u8 = 130;

/// The user's arguments or files are to blame, not the run.
#[derive(Debug, Error)]
#[error(transparent)]
struct BadInput(anyhow::Error);

/// Ctrl-C has ended the run before it was done.
#[derive(Debug, Error)]
pub(super) enum Interrupted {
    /// Nothing was printed.
    #[error("interrupted before there was a result")]
    WithoutResult,
    /// What is done was printed; `done` says what that is, or what is not done.
    #[error("interrupted: the figures are partial, {done}")]
    Partial {
        /// As a part of a sentence.
        done: String,
    },
}

/// The run has failed, and whoever is concerned has been told already.
#[derive(Debug, Error)]
#[error("the run has failed")]
pub(super) struct ToldAlready;

/// Marks an error as one of usage or input, for the exit status.
pub(super) fn bad_input(error: impl Into<anyhow::Error>) -> anyhow::Error {
    BadInput(error.into()).into()
}

/// Reports the error, if there is one, and returns the exit status.
///
/// A reader that has closed its end of standard output wants nothing more: that is no failure.
pub(super) fn exit_code(done: anyhow::Result<()>) -> ExitCode {
    let Err(error) = done else {
        return ExitCode::SUCCESS;
    };
    if matches!(error.downcast_ref(), Some(OutputError::Closed)) {
        return ExitCode::SUCCESS;
    }
    if error.is::<ToldAlready>() {
        return ExitCode::from(FAILED_RUN);
    }
    report(&error);
    ExitCode::from(if error.is::<BadInput>() {
        BAD_INPUT
    } else if error.is::<Interrupted>() {
        INTERRUPTED
    } else {
        FAILED_RUN
    })
}

/// Writes the error in one line on standard error.
pub(super) fn report(error: &anyhow::Error) {
    let error_style = style::ERROR;
    // There is nobody left to tell if standard error is closed too.
    let _ = writeln!(
        anstream::stderr(),
        "{error_style}error:{error_style:#} {}",
        one_line(&with_causes(error))
    );
}

/// Returns the error with its causes, but for those that it names itself.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Returns the text with every run of blanks and control characters as one blank.
fn one_line(text: &str) -> String {
    text.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_many_lines_becomes_one() {
        assert_eq!(one_line("a\r\n  b\t\u{1b}c\n"), "a b c");
    }
}
