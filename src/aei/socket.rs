//! The link over a socket, on which the controller listens.

use std::io::{self, BufReader};
use std::net::{Ipv4Addr, Shutdown, SocketAddrV4, TcpStream};
use std::time::Duration;

use thiserror::Error;

use super::{ExitStatus, run};

/// A controller listens before it starts the engine: one that doesn't answer by then is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// There is no controller at the address.
#[derive(Debug, Error)]
#[error("there is no connection to a controller at {address}: {source}")]
pub struct ConnectError {
    /// Where the controller should listen.
    pub address: SocketAddrV4,
    /// What the system says.
    pub source: io::Error,
}

/// Connects to the controller that listens at `server`:`port` and holds a session with it.
///
/// # Errors
/// If there is no connection.
pub fn run_on_socket(server: Ipv4Addr, port: u16) -> Result<ExitStatus, ConnectError> {
    let address = SocketAddrV4::new(server, port);
    let (input, output) = connect(address).map_err(|source| ConnectError { address, source })?;
    let status = run(BufReader::new(input), &output);
    // The thread that reads holds the connection too: without this the controller would not see its end.
    let _ = output.shutdown(Shutdown::Both);
    Ok(status)
}

/// The connection's two directions.
fn connect(address: SocketAddrV4) -> io::Result<(TcpStream, TcpStream)> {
    let output = TcpStream::connect_timeout(&address.into(), PATIENCE)?;
    // Lines are short and are waited for.
    output.set_nodelay(true)?;
    Ok((output.try_clone()?, output))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    #[test]
    fn a_session_goes_over_a_socket() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let engine = thread::spawn(move || run_on_socket(Ipv4Addr::LOCALHOST, port).unwrap());
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
        let error = run_on_socket(Ipv4Addr::LOCALHOST, port).unwrap_err();
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")));
    }
}
