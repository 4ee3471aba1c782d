//! Sessions with the real binary: how they begin and end, and messages that have no place in them. Games, searches, options,
//! the clock, the socket and what goes wrong around a session have files of their own.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::driver::{A_WHILE, Engine, START, assert_error, command, count};

#[test]
fn the_handshake_says_who_the_engine_is() {
    let mut engine = Engine::start();
    engine.send("aei");
    let lines = engine.expect("aeiok");
    let version = format!("id version {}", loxodon::VERSION);
    assert_eq!(lines[..2], ["protocol-version 1", "id name Loxodon"]);
    assert!(lines[2].starts_with("id author "));
    assert_eq!(lines[3..], [version.as_str(), "aeiok"]);
    engine.quit_well();
}

#[test]
fn nothing_is_said_before_aei() {
    let ended = Engine::start().quit();
    assert_eq!(
        (ended.code, ended.lines, ended.errors),
        (0, vec![], String::new())
    );
    let mut engine = Engine::start();
    engine.close_input();
    let ended = engine.wait();
    assert_eq!(
        (ended.code, ended.lines, ended.errors),
        (0, vec![], String::new())
    );
}

#[test]
fn anything_but_quit_before_aei_is_an_error() {
    let mut engine = Engine::start();
    for message in ["isready", "newgame", "go", "go far"] {
        engine.send(message);
        assert_error(&engine.expect("log")[0], &[]);
    }
    engine.send("aei");
    assert_eq!(engine.expect("aeiok").len(), 5);
    assert_error(&engine.answer("go"), &["no game"]);
    engine.quit_well();
}

#[test]
fn aei_is_answered_again() {
    let mut engine = Engine::in_game();
    engine.send("go\naei");
    assert_eq!(
        engine
            .expect("aeiok")
            .iter()
            .filter(|line| line.starts_with("id"))
            .count(),
        3
    );
    engine.send("stop");
    engine.expect("bestmove");
    engine.quit_well();
}

#[test]
fn quit_ends_the_session_at_once() {
    Engine::open().quit_well();
    let mut engine = Engine::in_game();
    engine.send("go");
    thread::sleep(A_WHILE);
    let began = Instant::now();
    let ended = engine.quit();
    assert_eq!((ended.code, ended.errors.as_str()), (0, ""));
    assert_eq!(count(&ended.lines, "bestmove"), 0);
    assert!(began.elapsed() < Duration::from_secs(2));
}

#[test]
fn the_end_of_input_means_quit() {
    for go in ["", "go\n", "go ponder\n"] {
        let mut engine = Engine::in_game();
        engine.send_bytes(go.as_bytes());
        thread::sleep(A_WHILE);
        engine.close_input();
        let ended = engine.wait();
        assert_eq!((ended.code, ended.errors.as_str()), (0, ""));
        assert_eq!(count(&ended.lines, "bestmove"), 0);
    }
}

#[test]
fn the_last_line_needs_no_end() {
    let mut engine = Engine::open();
    engine.send_bytes(b"isready");
    engine.close_input();
    assert_eq!(engine.wait().lines, ["readyok"]);
}

// The form

#[test]
fn both_line_ends_and_any_blanks_are_accepted() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\r\n\n  aei \t\r\n\r\n");
    engine.expect("aeiok");
    engine.send_bytes(format!("\t setposition  {START} \r\nisready\r\n").as_bytes());
    assert_eq!(engine.expect("readyok"), ["readyok"]);
    engine.send_bytes(b"  makemove   Ee2n \t Ee3n  \r\nsetoption  name  depth  value  1 \r\n");
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.send_bytes(b"go\r\n");
    engine.expect("bestmove");
    engine.quit_well();
}

#[test]
fn odd_bytes_and_endless_lines_are_survived() {
    let mut engine = Engine::in_game();
    engine.send_bytes(b"makemove \xff\xfe\x00\x1b[2J\n");
    assert_error(&engine.expect("log")[0], &["makemove"]);
    engine.send_bytes(&b"x".repeat(3_000_000));
    engine.send("");
    assert_error(&engine.expect("log")[0], &["65536"]);
    engine.send(&format!("makemove {}", "Ee2n ".repeat(10_000)));
    assert_error(&engine.expect("log")[0], &["makemove", "no piece on e2"]);
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn diagnostics_never_reach_standard_output() {
    let mut engine = Engine::start_command(command().env("RUST_LOG", "trace"));
    engine.send("aei");
    engine.expect("aeiok");
    engine.send("newgame\nsetoption name depth value 2\ngo");
    engine.expect("bestmove");
    let ended = engine.quit();
    assert_eq!((ended.code, ended.lines), (0, vec![]));
    assert!(ended.errors.contains("aeiok"));
}

#[test]
fn a_closed_output_ends_the_session_quietly() {
    let mut child = command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.as_mut().unwrap().write_all(b"aei\n").unwrap();
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn messages_at_the_wrong_time_are_errors() {
    let mut engine = Engine::open();
    assert_error(&engine.answer("go"), &["no game"]);
    assert_error(&engine.answer("go ponder"), &["no game"]);
    assert_error(&engine.answer("makemove Ee2n"), &["no game"]);
    assert_eq!(
        engine.answer("stop"),
        "log Warning: stop: no search is running"
    );
    engine.quit_well();
}

#[test]
fn arguments_that_cannot_be_read_are_errors() {
    let mut engine = Engine::in_game();
    for message in [
        "go infinite",
        "go ponder 3",
        "isready 1",
        "newgame now",
        "stop now",
        "quit now",
        "aei 1",
        "setoption",
        "setoption depth 4",
        "setoption name",
        "setoption name depth 4",
    ] {
        assert_error(&engine.answer(message), &[]);
    }
    engine.quit_well();
}

#[test]
fn an_unrecognised_message_ends_the_session() {
    for opening in ["", "aei\n", "aei\nnewgame\ngo\n"] {
        for (message, word) in [
            ("frobnicate now", "frobnicate"),
            ("goponder", "goponder"),
            ("info depth 1", "info"),
            ("gö", r"g\u{f6}"),
            ("\u{feff}\u{feff}go", r"\u{feff}go"),
        ] {
            let mut engine = Engine::start();
            engine.send_bytes(opening.as_bytes());
            engine.send(message);
            let ended = engine.wait();
            assert_eq!((ended.code, ended.errors.as_str()), (1, ""));
            assert_error(ended.lines.last().unwrap(), &[word, "isready"]);
        }
    }
}
