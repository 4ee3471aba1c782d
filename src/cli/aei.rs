use std::io::{self, BufReader};
use std::net::Ipv4Addr;

use clap::Args;

use super::failure::ToldAlready;
use super::weights::WeightsArguments;
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
    #[command(flatten)]
    evaluation: WeightsArguments,
}

impl AeiArguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        self.evaluation.choose()?;
        let status = match (self.server, self.port) {
            (Some(server), Some(port)) => aei::run_on_socket(server, port)?,
            _ => aei::run(BufReader::new(io::stdin()), io::stdout()),
        };
        match status {
            ExitStatus::Success => Ok(()),
            // The session has logged to the controller what is wrong.
            ExitStatus::Failure => Err(ToldAlready.into()),
        }
    }
}
