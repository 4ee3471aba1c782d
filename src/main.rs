//! The command `loxodon`.

use std::io::{self, BufReader, Write};
use std::net::Ipv4Addr;
use std::process::ExitCode;

use clap::Parser;
use tracing_subscriber::EnvFilter;

use loxodon::aei;

/// An Arimaa engine that speaks AEI on standard input and output, or over a socket.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Speak to the controller that listens at this address, a dotted quad.
    #[arg(long, requires = "port")]
    server: Option<Ipv4Addr>,
    /// The controller's port.
    #[arg(long, requires = "server")]
    port: Option<u16>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Standard output belongs to the protocol, and nothing is said about a standard error that is closed.
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::from_default_env())
        .with_writer(io::stderr)
        .log_internal_errors(false)
        .init();
    let (Some(server), Some(port)) = (arguments.server, arguments.port) else {
        return aei::run(BufReader::new(io::stdin()), io::stdout()).into();
    };
    match aei::run_on_socket(server, port) {
        Ok(status) => status.into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "loxodon: {error}");
            ExitCode::FAILURE
        }
    }
}
