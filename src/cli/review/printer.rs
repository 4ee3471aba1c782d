use super::judged_turn::JudgedTurn;
use super::summary::Summary;
use super::text;
use crate::cli::form::Form;
use crate::cli::output::Output;
use crate::rules::notation::Tag;

/// Prints the review, and keeps what has kept it from that: files may be wanted even if nobody reads standard output.
pub(super) struct Printer<'a> {
    out: &'a mut Output,
    form: Form,
    printed: anyhow::Result<()>,
}

impl<'a> Printer<'a> {
    pub(super) const fn new(out: &'a mut Output, form: Form) -> Self {
        Self {
            out,
            form,
            printed: Ok(()),
        }
    }

    pub(super) fn heading(&mut self, tags: &[Tag]) {
        self.print(|out, form| match form {
            Form::Text => Ok(text::write_heading(out, tags)?),
            Form::Json | Form::Picture => Ok(()),
        });
    }

    pub(super) fn turn(&mut self, turn: &JudgedTurn) {
        self.print(|out, form| match form {
            Form::Text => Ok(text::write_turn(out, turn)?),
            Form::Json => out.json(turn),
            Form::Picture => Ok(()),
        });
    }

    pub(super) fn summary(&mut self, summary: &Summary<'_>) {
        self.print(|out, form| match form {
            Form::Text => Ok(text::write_summary(out, summary)?),
            Form::Json => out.json(summary),
            Form::Picture => Ok(()),
        });
    }

    fn print(&mut self, write: impl FnOnce(&mut Output, Form) -> anyhow::Result<()>) {
        if self.printed.is_ok() {
            self.printed = write(self.out, self.form);
        }
    }

    /// Returns whether something could not be printed: nothing is printed after it.
    pub(super) const fn has_failed(&self) -> bool {
        self.printed.is_err()
    }

    /// Returns what could not be printed, if anything.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.printed
    }
}
