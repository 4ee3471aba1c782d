//! Ctrl-C: whatever cuts a command short before it has its answer says so and ends with status 130.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::program::{Ended, Files, objects, run};

/// A position that takes long to count and to search.
const LONG: &str = "g [rrr..rrr..c.cd.rrh.d..h...........E........Me.H.HRD..DR.RRRCCRRR]";

/// A command that is running.
struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
    text: String,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args(arguments)
            // A pipe that is held open: reading from it waits.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let text = String::new();
        Self { child, out, text }
    }

    /// Waits until the program has written a line.
    fn wait_for_a_line(&mut self) {
        self.out.read_line(&mut self.text).unwrap();
    }

    /// Waits until the program listens for Ctrl-C.
    fn wait_until_it_listens(&self) {
        let status = format!("/proc/{}/status", self.child.id());
        let caught = || {
            let status = fs::read_to_string(&status).unwrap();
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(mask.unwrap().trim(), 16).unwrap()
        };
        let interrupt = 1 << (Signal::INT.as_raw() - 1);
        while caught() & interrupt == 0 {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn interrupt(mut self) -> Ended {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        self.out.read_to_string(&mut self.text).unwrap();
        // Held open until here.
        let input = self.child.stdin.take();
        let output = self.child.wait_with_output().unwrap();
        drop(input);
        Ended {
            status: output.status.code().expect("the program ends by itself"),
            out: self.text,
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The first position is over and done with at once, the second would take years.
#[test]
fn bench_says_what_it_has_searched() {
    let files = Files::new();
    let over = "over\ts\tr......R.......................................................R";
    let long = LONG.trim_start_matches("g [").trim_end_matches(']');
    let table = format!("id\tside\tboard\n{over}\nlong\tg\t{long}\n");
    let file = files.write("bench.tsv", table);
    for json in [true, false] {
        let mut arguments = vec!["bench", &file, "--depth", "100", "--hash", "1"];
        arguments.extend(json.then_some("--json"));
        let mut running = Running::start(&arguments);
        running.wait_for_a_line();
        let ended = running.interrupt();
        ended.reports(130, &["the figures are partial", "1 of 2 positions"]);
        if json {
            let total = objects(&ended.out).pop().unwrap();
            assert_eq!(total["positions"], 1);
            assert_eq!(total["interrupted"], true);
        } else {
            assert!(ended.out.contains("(1 position,"), "{}", ended.out);
        }
    }
}

/// What is done is kept, and is not done again.
#[test]
fn analyze_keeps_the_positions_that_are_done() {
    let files = Files::new();
    let over = "s [r......R.......................................................R]";
    let file = files.path("out.jsonl");
    let mut running = Running::start(&["analyze", over, LONG, "--time", "600", "--json"]);
    running.wait_for_a_line();
    let ended = running.interrupt();
    ended.reports(130, &["1 of 2 positions analysed"]);
    assert_eq!(objects(&ended.out).len(), 1);
    let arguments = ["analyze", over, LONG, "--append", &file, "--time"];
    let running = Running::start(&[&arguments[..], &["600"]].concat());
    while !fs::read_to_string(&file).is_ok_and(|text| text.contains(over)) {
        thread::sleep(Duration::from_millis(5));
    }
    running
        .interrupt()
        .reports(130, &["1 of 2 positions analysed"]);
    assert_eq!(objects(&fs::read_to_string(&file).unwrap()).len(), 1);
    let rest = run(&[&arguments[..], &["0.1"]].concat());
    assert_eq!(rest.output(), "1 position analysed, 1 done before\n");
    let done = objects(&fs::read_to_string(&file).unwrap());
    let last = |object: &&Value| object.get("bestmove").is_some();
    assert_eq!(done.iter().filter(last).count(), 2);
}

#[test]
fn an_archive_says_how_much_is_checked() {
    let game = "1w Ra1\\n1b ra8\\n".to_owned() + &"2w Ra1n\\n2b takeback\\n".repeat(100);
    let row = format!("7\tw\tt\t{game}\n");
    // The first game is wrong, so that a line is written at once; the others take long enough.
    let text = format!(
        "id\tresult\ttermination\tmovelist\n0\tw\tt\t1w\t\n{}",
        row.repeat(10_000)
    );
    let files = Files::new();
    let file = files.write("archive.tsv", text);
    for json in [true, false] {
        let mut arguments = vec!["replay", "--archive", &file];
        arguments.extend(json.then_some("--json"));
        let mut running = Running::start(&arguments);
        running.wait_for_a_line();
        let ended = running.interrupt();
        ended.reports(130, &["the figures are partial", " checked"]);
        if json {
            let summary = objects(&ended.out).pop().unwrap();
            assert_eq!(summary["interrupted"], true);
            // How the whole game ended says nothing of its first part.
            assert_eq!(summary["result"], Value::Null);
        } else {
            assert!(ended.out.contains("agree"), "{}", ended.out);
        }
    }
}

#[test]
fn perft_says_what_it_has_counted() {
    let mut running = Running::start(&["perft", LONG, "--depth2"]);
    running.wait_for_a_line();
    let ended = running.interrupt();
    ended.reports(130, &["the figures are partial", "are missing"]);
    assert!(ended.out.starts_with("steps 1 "), "{}", ended.out);
    assert!(!ended.out.contains("turns 2"), "{}", ended.out);
}

#[test]
fn what_has_nothing_to_say_yet_says_that() {
    for arguments in [
        &["replay", "-"][..],
        &["replay", "-", "--json"],
        &["review", "-"],
        &["show", "-"],
        &["analyze", "-"],
        &["bench", "-"],
        &["perft", "-"],
    ] {
        let running = Running::start(arguments);
        running.wait_until_it_listens();
        let ended = running.interrupt();
        ended.reports(130, &["interrupted before there was a result"]);
        assert_eq!(ended.out, "");
    }
}

#[test]
fn review_says_what_it_has_reviewed() {
    let game = "positions/games/self_play.txt";
    let arguments = ["review", game, "--time", "200ms", "--jobs", "1", "--json"];
    let mut running = Running::start(&arguments);
    running.wait_for_a_line();
    let ended = running.interrupt();
    ended.reports(130, &["the figures are partial", "of 135 turns reviewed"]);
    let objects = objects(&ended.out);
    let (summary, turns) = objects.split_last().unwrap();
    assert_eq!(summary["interrupted"], true);
    // How the whole game ended says nothing of its first part.
    assert_eq!(summary["result"], Value::Null);
    assert_eq!(summary["turns"], turns.len());
    assert_eq!(turns[0]["turn"], "2g");
}

#[test]
fn analyze_has_an_answer() {
    let mut running = Running::start(&["analyze", LONG, "--time", "600", "--json"]);
    running.wait_for_a_line();
    let ended = running.interrupt();
    assert_eq!((ended.status, ended.err.as_str()), (0, ""));
    let last = objects(&ended.out).pop().unwrap();
    assert!(matches!(last["bestmove"], Value::String(_)), "{last}");
}
