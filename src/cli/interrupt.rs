//! Ctrl-C, and the system's request to end: the first ends the work in good order, the second ends the program.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;

use crate::search::StopFlag;

/// The status that shells give to a program that Ctrl-C has ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Whether the user has asked to end, and the search that has to end then.
#[derive(Clone)]
pub(super) struct Interrupt(Arc<State>);

#[derive(Default)]
struct State {
    asked: StopFlag,
    search: Mutex<StopFlag>,
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
        if self.is_asked() {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        self.0.asked.stop();
        self.search().stop();
    }

    /// Whether the user has asked to end.
    pub(super) fn is_asked(&self) -> bool {
        self.0.asked.is_set()
    }

    /// Makes this the search that ends when the user asks for it, or now if they have asked already.
    pub(super) fn ends(&self, search: StopFlag) {
        let mut current = self.search();
        *current = search;
        if self.is_asked() {
            current.stop();
        }
    }

    fn search(&self) -> std::sync::MutexGuard<'_, StopFlag> {
        self.0.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
