use std::io::{self, BufReader, IsTerminal, Write};

use clap::Args;

use super::failure::ToldAlready;
use super::network::NetworkArguments;
use super::values;
use crate::aei::{self, ExitStatus};

/// Speaks the Arimaa Engine Interface (AEI) with a controller
///
/// On standard input and output, or over a connection to a controller that listens.
#[derive(Args)]
pub(super) struct AeiArguments {
    /// The address or name of the machine on which the controller listens
    #[arg(long, value_name = "HOST", requires = "port")]
    server: Option<String>,
    /// The port at which the controller listens
    #[arg(
        long,
        value_name = "N",
        requires = "server",
        value_parser = values::whole_number::<u16>(1..=u64::from(u16::MAX)),
        allow_negative_numbers = true
    )]
    port: Option<u16>,
    #[command(flatten)]
    network: NetworkArguments,
}

impl AeiArguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let network = self.network.load()?;
        let status = if let (Some(server), Some(port)) = (&self.server, self.port) {
            aei::run_on_socket(network, server, port)?
        } else {
            greet_people();
            aei::run(network, BufReader::new(io::stdin()), io::stdout())
        };
        match status {
            ExitStatus::Success => Ok(()),
            // The session has logged to the controller what is wrong.
            ExitStatus::Failure => Err(ToldAlready.into()),
        }
    }
}

/// Tells people at a terminal what the session waits for; controllers need no telling.
fn greet_people() {
    if io::stdin().is_terminal() {
        // The session goes on without anybody to tell.
        let _ = writeln!(
            anstream::stderr(),
            "Loxodon {} waits for a controller's messages (Arimaa Engine Interface): `aei` begins a session, `quit` ends it.\n\
             Started with --help, it says what else it can do.",
            crate::engine::VERSION
        );
    }
}
