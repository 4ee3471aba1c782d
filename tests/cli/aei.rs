//! That the session is reached; what it says is tested with the protocol.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::program::{run, run_with_input};

#[test]
fn with_and_without_its_name_it_speaks_on_standard_input() {
    for arguments in [&[][..], &["aei"]] {
        let said = run_with_input(arguments, "aei\nisready\nquit\n").output();
        assert!(said.starts_with("protocol-version 1\n"), "{said}");
        assert!(said.ends_with("aeiok\nreadyok\n"), "{said}");
    }
}

#[test]
fn with_and_without_its_name_it_connects_to_a_controller() {
    for (first, server) in [(&[][..], "127.0.0.1"), (&["aei"], "localhost")] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args([first, &["--server", server, "--port", &port]].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut controller, _) = listener.accept().unwrap();
        controller.write_all(b"aei\nquit\n").unwrap();
        let said: Vec<String> = BufReader::new(controller)
            .lines()
            .map(Result::unwrap)
            .collect();
        assert_eq!(said.last().unwrap(), "aeiok");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn a_controller_that_is_not_there_is_a_failed_run() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    run(&["--server", "127.0.0.1", "--port", &port]).fails(1, &[&format!("127.0.0.1:{port}")]);
}

#[test]
fn an_unrecognised_message_is_a_failed_run_that_the_controller_hears_of() {
    let ended = run_with_input(&["aei"], "aei\nhello\n");
    assert_eq!((ended.status, ended.err.as_str()), (1, ""));
    assert!(
        ended
            .out
            .lines()
            .last()
            .unwrap()
            .starts_with("log Error: \"hello\"")
    );
}

#[test]
fn a_name_that_means_no_machine_is_a_failed_run() {
    let arguments = ["aei", "--server", "nowhere.invalid", "--port", "5000"];
    run(&arguments).fails(1, &["nowhere.invalid:5000"]);
}

/// Without a word on standard output, which belongs to the protocol.
#[cfg(unix)]
#[test]
fn people_at_a_terminal_are_told_what_it_waits_for() {
    use std::fs::{File, OpenOptions};
    use std::os::unix::ffi::OsStrExt;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    for arguments in [&[][..], &["aei"]] {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let path = std::ffi::OsStr::from_bytes(name.as_bytes());
        let input = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args(arguments)
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let first = said.next().unwrap().unwrap();
        assert!(first.contains("Arimaa Engine Interface"), "{first}");
        assert!(said.next().unwrap().unwrap().contains("--help"));
        File::from(terminal.try_clone().unwrap())
            .write_all(b"quit\n")
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout.is_empty());
    }
}
