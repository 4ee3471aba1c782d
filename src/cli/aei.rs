use std::io::{self, BufReader};
use std::net::Ipv4Addr;

use anyhow::bail;
use clap::Args;

use crate::aei::{self, ExitStatus};

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
        let status = match (self.server, self.port) {
            (Some(server), Some(port)) => aei::run_on_socket(server, port)?,
            _ => aei::run(BufReader::new(io::stdin()), io::stdout()),
        };
        match status {
            ExitStatus::Success => Ok(()),
            ExitStatus::Failure => {
                bail!("the AEI session has ended with an error; its last log message says which")
            }
        }
    }
}
