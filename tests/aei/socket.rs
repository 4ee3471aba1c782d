//! Sessions over a socket: the real binary connects to a controller that listens.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use crate::driver::{A_WHILE, Engine, PATIENCE, START, bestmove, check_line, command, game};

#[test]
fn the_engine_connects_to_a_controller_that_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let engine = Engine::start_command(command().args(["--server", "127.0.0.1", "--port", &port]));
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut output = stream.try_clone().unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut expect = |beginning: &str| {
        for line in lines.by_ref() {
            check_line(&line);
            if line.starts_with(beginning) {
                return line;
            }
        }
        panic!("no {beginning:?}");
    };
    output.write_all(b"aei\r\nisready\r\n").unwrap();
    expect("readyok");
    output
        .write_all(format!("setposition {START}\ngo\nisready\nstop\n").as_bytes())
        .unwrap();
    expect("readyok");
    game().play_text(&bestmove(&expect("bestmove"))).unwrap();
    output.write_all(b"quit\n").unwrap();
    let ended = engine.wait();
    assert_eq!(
        (ended.code, ended.lines, ended.errors),
        (0, vec![], String::new())
    );
}

#[test]
fn a_controller_that_hangs_up_ends_the_session() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let engine = Engine::start_command(command().args(["--server", "127.0.0.1", "--port", &port]));
    let (mut stream, _) = listener.accept().unwrap();
    stream
        .write_all(format!("aei\nsetposition {START}\ngo\n").as_bytes())
        .unwrap();
    thread::sleep(A_WHILE);
    drop(stream);
    let ended = engine.wait();
    assert_eq!((ended.code, ended.errors), (0, String::new()));
}

#[test]
fn a_missing_controller_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    let engine = Engine::start_command(command().args(["--server", "127.0.0.1", "--port", &port]));
    let ended = engine.wait();
    assert_ne!(ended.code, 0);
    assert_eq!(ended.lines, Vec::<String>::new());
    assert!(ended.errors.contains(&format!("127.0.0.1:{port}")));
    for arguments in [
        &["--server", "127.0.0.1"][..],
        &["--port", "1"],
        &["--server", "x", "--port", "1"],
    ] {
        let ended = Engine::start_command(command().args(arguments)).wait();
        assert_ne!(ended.code, 0);
        assert_eq!(ended.lines, Vec::<String>::new());
    }
}
