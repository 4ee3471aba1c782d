use super::analysis::Subject;
use super::{json, text};
use crate::cli::output::Output;
use crate::search::{Iteration, Observer, StopFlag};

/// Prints every finished depth. If that fails, it ends the search and keeps the error.
pub(super) struct Listener<'a> {
    subject: Subject<'a>,
    out: &'a mut Output,
    stop: StopFlag,
    /// Whether JSON is printed instead of lines for people.
    is_json: bool,
    written: anyhow::Result<()>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(
        subject: Subject<'a>,
        out: &'a mut Output,
        stop: StopFlag,
        is_json: bool,
    ) -> Self {
        Self {
            subject,
            out,
            stop,
            is_json,
            written: Ok(()),
        }
    }

    /// Prints what comes before the first depth.
    pub(super) fn begin(&mut self) {
        if !self.is_json {
            let Subject { game, is_multi, .. } = self.subject;
            let written = text::write_heading(self.out, game, is_multi);
            self.keep(written.map_err(Into::into));
        }
    }

    /// Whether everything so far could be printed.
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
        if self.is_json {
            json::of_depth(&self.subject, iteration)
                .iter()
                .try_for_each(|object| self.out.json(object))
        } else {
            let Subject {
                game,
                network,
                is_multi,
                ..
            } = self.subject;
            Ok(text::write_depth(
                self.out, game, network, iteration, is_multi,
            )?)
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
