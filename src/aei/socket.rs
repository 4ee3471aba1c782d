//! The link over a socket, on which the controller listens.

use std::io::{self, BufReader};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::{ExitStatus, run};
use crate::eval::Network;

/// A controller listens before it starts the engine: one that doesn't answer by then is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// There is no controller at the address.
#[derive(Debug, Error)]
#[error("there is no connection to a controller at {address}: {source}")]
pub struct ConnectError {
    /// Where the controller should listen, `host:port`.
    pub address: String,
    /// What the system says.
    pub source: io::Error,
}

/// Connects to the controller that listens at `server`, an address or a name, and `port`, and holds a session with it.
///
/// # Errors
/// If there is no connection.
pub fn run_on_socket(
    network: Arc<Network>,
    server: &str,
    port: u16,
) -> Result<ExitStatus, ConnectError> {
    let (input, output) = connect(server, port).map_err(|source| ConnectError {
        address: format!("{server}:{port}"),
        source,
    })?;
    let status = run(network, BufReader::new(input), &output);
    // The thread that reads holds the connection too: without this the controller would not see its end.
    let _ = output.shutdown(Shutdown::Both);
    Ok(status)
}

/// Returns the connection's two directions. A name may have several addresses: the first that answers is taken.
fn connect(server: &str, port: u16) -> io::Result<(TcpStream, TcpStream)> {
    let mut connected = Err(io::Error::from(io::ErrorKind::AddrNotAvailable));
    for address in (server, port).to_socket_addrs()? {
        connected = TcpStream::connect_timeout(&address, PATIENCE);
        if connected.is_ok() {
            break;
        }
    }
    let output = connected?;
    // Lines are short and are waited for.
    output.set_nodelay(true)?;
    Ok((output.try_clone()?, output))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, Write};
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    #[test]
    fn a_session_goes_over_a_socket() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let engine =
            thread::spawn(move || run_on_socket(Network::built_in(), "localhost", port).unwrap());
        let (mut controller, _) = listener.accept().unwrap();
        controller.write_all(b"aei\r\nisready\r\nquit\r\n").unwrap();
        let lines: Vec<String> = BufReader::new(controller)
            .lines()
            .map(Result::unwrap)
            .collect();
        assert_eq!(lines.first().unwrap(), "protocol-version 1");
        assert_eq!(lines.last().unwrap(), "readyok");
        assert_eq!(engine.join().unwrap(), ExitStatus::Success);
    }

    #[test]
    fn an_error_names_the_address() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let error = run_on_socket(Network::built_in(), "127.0.0.1", port).unwrap_err();
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")));
    }
}
