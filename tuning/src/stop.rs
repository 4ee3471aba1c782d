//! Ctrl-C while long work is done: the first ends it in good order, the second at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use thiserror::Error;

/// The status of a process that Ctrl-C has ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// The work was ended by Ctrl-C or a request to terminate.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Interrupted(pub(crate) String);

/// Whether the work should end.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that the first Ctrl-C or request to terminate sets; the second ends the process at once. To be called
    /// once.
    ///
    /// `finishing` says on standard error what is still done after the first.
    pub(crate) fn on_ctrl_c(finishing: &'static str) -> anyhow::Result<Self> {
        let stop = Self::default();
        let heard = stop.clone();
        ctrlc::set_handler(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED.into());
            }
            eprintln!("{finishing}; once more stops at once");
        })
        .context("Ctrl-C can't be listened to")?;
        Ok(stop)
    }

    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
