//! Where the analyses of several positions go.

use super::analysis::{Analysis, Subject};
use super::append_file::Appender;
use super::json;
use super::table::Columns;
use crate::cli::output::Output;

/// Takes one analysis after the other.
pub(super) enum Report<'a> {
    /// A table for people. Its heading is printed with the first analysis.
    Table {
        out: &'a mut Output,
        columns: Columns,
        has_begun: bool,
    },
    /// Objects on standard output.
    Json(&'a mut Output),
    /// Objects at the end of a file.
    File(Appender),
}

impl<'a> Report<'a> {
    /// Returns a table that has not begun.
    pub(super) fn table(out: &'a mut Output, columns: Columns) -> Self {
        Self::Table {
            out,
            columns,
            has_begun: false,
        }
    }

    pub(super) fn write(
        &mut self,
        subject: &Subject<'_>,
        analysis: &Analysis,
    ) -> anyhow::Result<()> {
        match self {
            Self::Table {
                out,
                columns,
                has_begun,
            } => {
                if !std::mem::replace(has_begun, true) {
                    columns.write_heading(out)?;
                }
                Ok(columns.write(out, subject, analysis)?)
            }
            Self::Json(out) => Ok(write!(out, "{}", json::lines(subject, analysis)?)?),
            Self::File(appender) => appender.append(&json::lines(subject, analysis)?),
        }
    }
}
