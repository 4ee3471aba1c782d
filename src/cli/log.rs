use tracing_subscriber::EnvFilter;

/// Sends what the program logs to standard error: errors, and what the variable `RUST_LOG` asks for.
pub(super) fn begin() {
    // The log is there to help: where it can't be set up or written, the program does without.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(anstream::stderr)
        .log_internal_errors(false)
        .try_init();
}
