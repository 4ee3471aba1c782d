//! Network files on the command line.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use loxodon::eval::Network;

/// Reads a network from a file; the error names the file.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    read_with_checksum(path).map(|(network, _)| network)
}

/// Reads a network and the [`checksum`] of its file; the error names the file.
pub(crate) fn read_with_checksum(path: &Path) -> anyhow::Result<(Arc<Network>, String)> {
    let bytes = fs::read(path).with_context(|| format!("{} can't be read", path.display()))?;
    let network = Network::read(&bytes).with_context(|| path.display().to_string())?;
    Ok((Arc::new(network), checksum(&bytes)))
}

/// Returns the CRC-32 of a network's file or a checkpoint without its last four bytes: in a network's file these are the
/// CRC-32 of the others, and the CRC-32 of numbers followed by their own is the same for all.
pub(crate) fn checksum(file: &[u8]) -> String {
    let content = &file[..file.len().saturating_sub(size_of::<u32>())];
    format!("{:08x}", crc32fast::hash(content))
}
