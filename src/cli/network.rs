use std::fs;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;

use super::failure::bad_input;
use crate::eval::Network;

/// Which network positions are evaluated by.
#[derive(Args)]
pub(super) struct NetworkArguments {
    /// Evaluate by the network of this file, as `loxodon-tuning train` writes it, instead of the one built in
    #[arg(long, value_name = "FILE")]
    network: Option<String>,
}

impl NetworkArguments {
    /// Returns the file that it is read from, if it is.
    pub(super) fn file(&self) -> Option<&str> {
        self.network.as_deref()
    }

    /// Reads the network, if it is not the one built in.
    pub(super) fn load(&self) -> anyhow::Result<Arc<Network>> {
        let Some(path) = &self.network else {
            return Ok(Network::built_in());
        };
        let bytes = fs::read(path)
            .with_context(|| format!("{path} can't be read"))
            .map_err(bad_input)?;
        let network = Network::read(&bytes).with_context(|| path.clone());
        Ok(Arc::new(network.map_err(bad_input)?))
    }
}
