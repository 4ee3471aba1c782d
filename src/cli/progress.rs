//! A bar on standard error while long work goes on, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns a bar for so many pieces of work. It is hidden where standard error is no terminal.
pub(super) fn bar(length: u64) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (left {eta})")?;
    let target = ProgressDrawTarget::stderr();
    Ok(ProgressBar::with_draw_target(Some(length), target).with_style(style))
}

/// Returns a bar for so many bytes to read. It is hidden where standard error is no terminal.
pub(super) fn bytes_bar(length: u64) -> anyhow::Result<ProgressBar> {
    let template = "{wide_bar} {bytes}/{total_bytes} {elapsed} (left {eta})";
    Ok(bar(length)?.with_style(ProgressStyle::with_template(template)?))
}
