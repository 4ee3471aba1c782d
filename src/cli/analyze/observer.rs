use super::analysis::Subject;
use super::{json, text};
use crate::cli::form::Form;
use crate::cli::output::Output;
use crate::search::{Iteration, Observer, StopFlag};

/// Prints every finished depth. If that fails, it ends the search and keeps the error.
pub(super) struct Listener<'a> {
    subject: Subject<'a>,
    out: &'a mut Output,
    stop: StopFlag,
    form: Form,
    written: anyhow::Result<()>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(
        subject: Subject<'a>,
        out: &'a mut Output,
        stop: StopFlag,
        form: Form,
    ) -> Self {
        Self {
            subject,
            out,
            stop,
            form,
            written: Ok(()),
        }
    }

    /// Prints what comes before the first depth.
    pub(super) fn begin(&mut self) {
        if self.form == Form::Text {
            let Subject { game, is_multi, .. } = self.subject;
            let written = text::write_heading(self.out, game, is_multi);
            self.keep(written.map_err(Into::into));
        }
    }

    /// Returns whether everything so far could be printed.
    pub(super) fn all_written(self) -> anyhow::Result<()> {
        self.written
    }

    fn keep(&mut self, written: anyhow::Result<()>) {
        if written.is_err() {
            self.stop.stop();
            self.written = written;
        }
    }

    fn write(&mut self, iteration: &Iteration) -> anyhow::Result<()> {
        let Subject {
            game,
            network,
            is_multi,
            ..
        } = self.subject;
        match self.form {
            Form::Text => Ok(text::write_depth(
                self.out, game, network, iteration, is_multi,
            )?),
            Form::Json => json::of_depth(&self.subject, iteration)
                .iter()
                .try_for_each(|object| self.out.json(object)),
            Form::Picture => Ok(()),
        }
    }
}

impl Observer for Listener<'_> {
    fn finished_depth(&mut self, iteration: &Iteration) {
        if self.written.is_ok() {
            let written = self.write(iteration);
            self.keep(written);
        }
    }
}
