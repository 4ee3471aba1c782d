use std::net::Ipv4Addr;

use clap::Args;

/// Speaks the Arimaa Engine Interface (AEI) with a controller
///
/// On standard input and output, or over a connection to a controller that listens.
#[derive(Args)]
pub(super) struct AeiArguments {
    /// The address at which the controller listens
    #[arg(long, value_name = "IP", requires = "port")]
    server: Option<Ipv4Addr>,
    /// The port at which the controller listens
    #[arg(long, value_name = "N", requires = "server")]
    port: Option<u16>,
}

impl AeiArguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let _ = (self.server, self.port);
        anyhow::bail!("the AEI session is not built yet")
    }
}
