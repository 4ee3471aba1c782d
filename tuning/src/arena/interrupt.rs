//! The end of a match before its last game: Ctrl-C, or a decided test.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The status that shells give to a program that Ctrl-C has ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Whether the games that are being played should be given up.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    set: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on; the second one ends the program at once. To be called once.
    pub(super) fn listen() -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            if heard.is_set() {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
            heard.set();
        })
        .context("Ctrl-C can't be listened for")?;
        Ok(interrupt)
    }

    /// Gives the games up.
    pub(super) fn set(&self) {
        self.set.store(true, Ordering::Relaxed);
    }

    /// Whether they are given up.
    pub(super) fn is_set(&self) -> bool {
        self.set.load(Ordering::Relaxed)
    }
}
