use super::{json, text};
use crate::cli::output::Output;
use crate::eval::Network;
use crate::rules::Game;
use crate::search::{Iteration, Observer, StopFlag};

/// How depths are printed.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// As JSON instead of lines for people.
    pub(super) is_json: bool,
    /// With the number of each of several lines.
    pub(super) is_multi: bool,
}

/// Prints every finished depth. If that fails, it ends the search and keeps the error.
pub(super) struct Listener<'a> {
    game: &'a Game,
    network: &'a Network,
    out: &'a mut Output,
    stop: StopFlag,
    form: Form,
    written: anyhow::Result<()>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(
        game: &'a Game,
        network: &'a Network,
        out: &'a mut Output,
        stop: StopFlag,
        form: Form,
    ) -> Self {
        Self {
            game,
            network,
            out,
            stop,
            form,
            written: Ok(()),
        }
    }

    /// Prints what comes before the first depth.
    pub(super) fn begin(&mut self) {
        if !self.form.is_json {
            let written = text::write_heading(self.out, self.game, self.form.is_multi);
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
        let multi = self.form.is_multi;
        if self.form.is_json {
            json::of_depth(self.game, self.network, iteration, multi)
                .iter()
                .try_for_each(|object| self.out.json(object))
        } else {
            Ok(text::write_depth(
                self.out,
                self.game,
                self.network,
                iteration,
                multi,
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
