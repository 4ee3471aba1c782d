//! Ctrl-C, and the system's request to end.
//!
//! Before there is anything worth keeping, and the second time, it ends the program; otherwise it ends the work in good order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::failure::{self, Interrupted};
use crate::search::StopFlag;

/// Whether the user has asked to end.
#[derive(Clone)]
pub(super) struct Interrupt(Arc<State>);

#[derive(Default)]
struct State {
    /// Whether the work has begun that is ended in good order.
    has_begun: AtomicBool,
    asked: StopFlag,
}

impl Interrupt {
    /// Listens from now on. To be called once.
    pub(super) fn listen() -> anyhow::Result<Self> {
        let interrupt = Self(Arc::default());
        let heard = interrupt.clone();
        ctrlc::set_handler(move || heard.ask_to_end()).context("Ctrl-C can't be listened for")?;
        Ok(interrupt)
    }

    fn ask_to_end(&self) {
        if !self.0.has_begun.load(Ordering::Relaxed) {
            failure::report(&Interrupted::WithoutResult.into());
            std::process::exit(failure::INTERRUPTED.into());
        }
        if self.is_asked() {
            std::process::exit(failure::INTERRUPTED.into());
        }
        self.0.asked.stop();
    }

    /// Begins work that asks whether it should end, or searches.
    pub(super) fn begin(&self) {
        self.0.has_begun.store(true, Ordering::Relaxed);
    }

    /// Returns whether the user has asked to end.
    pub(super) fn is_asked(&self) -> bool {
        self.0.asked.is_set()
    }

    /// Begins work with searches, and returns the flag that ends them when the user asks for it.
    pub(super) fn begin_searching(&self) -> StopFlag {
        self.begin();
        self.0.asked.clone()
    }
}
