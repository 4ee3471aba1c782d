use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The status of a process that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Whether no more games are to be begun.
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Set by the first Ctrl-C or request to terminate; the second ends the process at once.
    pub(super) fn on_ctrl_c() -> anyhow::Result<Self> {
        let flag = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&flag);
        ctrlc::set_handler(move || {
            if heard.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
            eprintln!("finishing the games that have begun; once more stops at once");
        })
        .context("Ctrl-C can't be listened to")?;
        Ok(Self(flag))
    }

    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
