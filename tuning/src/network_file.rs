//! Network files on the command line.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use loxodon::eval::Network;

/// Reads a network from a file; the error names the file.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let network = Network::read(&bytes).with_context(|| path.display().to_string())?;
    Ok(Arc::new(network))
}
