//! The session with searches that do exactly what a test needs.

use std::io::{BufReader, Cursor, PipeWriter, pipe};
use std::thread::{self, JoinHandle};

use crossbeam::channel::unbounded;

use super::*;
use crate::engine::Report;
use crate::eval::Network;
use crate::rules::Game;
use crate::search::{Iteration, Line, Observer};
use crate::types::Score;

const START: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
const PATIENCE: Duration = Duration::from_secs(20);

/// Finishes a depth and then only ends when it is stopped, whatever the limits are.
fn until_stopped(search: Search, observer: &mut dyn Observer) -> Report {
    let start: Position = START.parse().unwrap();
    observer.finished_depth(&Iteration {
        depth: 1,
        lines: vec![Line {
            score: Score(12),
            turns: vec![start.read_turn("Ee2n").unwrap()],
            ..Line::default()
        }],
        nodes: 345,
        elapsed: Duration::from_millis(6),
    });
    let stop = search.stop_flag();
    while !stop.is_set() {
        thread::sleep(Duration::from_millis(1));
    }
    search.run(&mut ())
}

fn at_once(search: Search, _: &mut dyn Observer) -> Report {
    search.stop_flag().stop();
    search.run(&mut ())
}

fn deaf(_: Search, _: &mut dyn Observer) -> Report {
    thread::sleep(Duration::from_mins(10));
    Report::default()
}

fn empty_handed(_: Search, _: &mut dyn Observer) -> Report {
    Report::default()
}

fn panicking(_: Search, _: &mut dyn Observer) -> Report {
    panic!("a test wants this");
}

/// The other end of a session.
struct Controller {
    input: PipeWriter,
    lines: Receiver<String>,
    session: JoinHandle<ExitStatus>,
}

impl Controller {
    /// Opens a session whose searches are run by `search`.
    fn open(search: SearchFn) -> Self {
        let (session_input, input) = pipe().unwrap();
        let (output, session_output) = pipe().unwrap();
        let session = thread::spawn(move || {
            run_with(
                Network::built_in(),
                BufReader::new(session_input),
                session_output,
                search,
            )
        });
        let (sender, lines) = unbounded();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                sender.send(line.unwrap()).unwrap();
            }
        });
        let mut controller = Self {
            input,
            lines,
            session,
        };
        controller.send("aei");
        controller.expect("aeiok");
        controller
    }

    /// Returns the same in a game that stands at [`START`].
    fn in_game(search: SearchFn) -> Self {
        let mut controller = Self::open(search);
        controller.send(&format!("setposition {START}"));
        controller
    }

    fn send(&mut self, lines: &str) {
        self.input
            .write_all(format!("{lines}\n").as_bytes())
            .unwrap();
    }

    /// Returns the lines up to one that begins so.
    fn expect(&self, beginning: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("no {beginning:?} after {seen:?}"));
            let is_it = line.starts_with(beginning);
            seen.push(line);
            if is_it {
                return seen;
            }
        }
    }

    /// Returns all that is said until everything sent so far is done.
    fn answers(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.expect("readyok");
        lines.pop();
        lines
    }

    fn quit(mut self) -> (ExitStatus, Vec<String>) {
        // The session may be over already.
        let _ = self.input.write_all(b"quit\n");
        let status = self.session.join().unwrap();
        (status, self.lines.iter().collect())
    }
}

fn count(lines: &[String], beginning: &str) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with(beginning))
        .count()
}

fn assert_legal_at_start(best: &str) {
    let text = best.strip_prefix("bestmove ").unwrap();
    Game::from_position(START.parse().unwrap())
        .play_text(text)
        .unwrap();
}

#[test]
fn a_finished_depth_is_reported() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go");
    assert_eq!(
        controller.expect("info pv"),
        [
            "info depth 1",
            "info score 12",
            "info nodes 345",
            "info time 0.006",
            "info pv Ee2n"
        ]
    );
    assert_eq!(controller.quit(), (ExitStatus::Success, vec![]));
}

#[test]
fn isready_does_not_disturb_a_search() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go");
    for _ in 0..3 {
        assert_eq!(count(&controller.answers(), "bestmove"), 0);
    }
    controller.send("stop");
    let lines = controller.expect("bestmove");
    assert_legal_at_start(lines.last().unwrap());
    assert_eq!(controller.answers(), Vec::<String>::new());
}

#[test]
fn a_second_go_is_refused_and_the_search_goes_on() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go\ngo\ngo ponder");
    let lines = controller.answers();
    assert_eq!(
        (count(&lines, "log Error: go"), count(&lines, "bestmove")),
        (2, 0)
    );
    controller.send("stop");
    assert_eq!(count(&controller.answers(), "bestmove"), 1);
}

#[test]
fn a_move_a_game_or_a_position_ends_a_search_after_its_move() {
    for message in ["makemove Ee2n", "newgame", &format!("setposition {START}")] {
        let mut controller = Controller::in_game(until_stopped);
        controller.send("go");
        controller.expect("info pv");
        controller.send(message);
        let lines = controller.answers();
        assert_eq!(lines.len(), 1, "{message}: {lines:?}");
        assert_legal_at_start(&lines[0]);
    }
}

#[test]
fn the_move_that_ended_a_search_is_made() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go\nmakemove Ee2n\nmakemove Ee3n");
    let lines = controller.answers();
    let error = lines.last().unwrap();
    assert!(error.starts_with("log Error: makemove Ee3n: "), "{lines:?}");
    assert_eq!(count(&lines, "log"), 1);
}

#[test]
fn an_illegal_move_leaves_the_search_running() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go\nmakemove Ee2s\nsetposition g [x]\ngo x");
    let lines = controller.answers();
    assert_eq!(
        (count(&lines, "log Error"), count(&lines, "bestmove")),
        (3, 0)
    );
    controller.send("stop");
    assert_eq!(count(&controller.answers(), "bestmove"), 1);
}

#[test]
fn pondering_ends_silently() {
    for search in [until_stopped as SearchFn, at_once, panicking] {
        let mut controller = Controller::in_game(search);
        controller.send("go ponder");
        controller.send("makemove Ee2n");
        controller.send("go ponder");
        controller.send("newgame");
        controller.send("go ponder");
        controller.send(&format!("setposition {START}"));
        controller.send("go ponder");
        controller.send("go ponder");
        assert_eq!(count(&controller.answers(), "bestmove"), 0);
        let (status, lines) = controller.quit();
        assert_eq!(
            (status, count(&lines, "bestmove")),
            (ExitStatus::Success, 0)
        );
    }
}

#[test]
fn stop_makes_pondering_tell_its_move() {
    for search in [until_stopped as SearchFn, at_once] {
        let mut controller = Controller::in_game(search);
        controller.send("go ponder");
        assert_eq!(count(&controller.answers(), "bestmove"), 0);
        controller.send("stop");
        let lines = controller.expect("bestmove");
        assert_legal_at_start(lines.last().unwrap());
        controller.send("stop");
        assert_eq!(
            controller.answers(),
            ["log Warning: stop: no search is running"]
        );
    }
}

#[test]
fn go_after_pondering_has_one_move() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go ponder\ngo\nstop");
    let lines = controller.answers();
    assert_eq!((count(&lines, "bestmove"), count(&lines, "log")), (1, 0));
}

#[test]
fn a_search_that_fails_costs_no_move() {
    for search in [panicking as SearchFn, empty_handed] {
        let mut controller = Controller::in_game(search);
        controller.send("go");
        let lines = controller.expect("bestmove");
        assert_eq!(count(&lines, "log Error: the search has"), 1);
        assert_legal_at_start(lines.last().unwrap());
        controller.send("newgame\ngo");
        let lines = controller.expect("bestmove");
        let setup = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        Game::new().play_text(setup).unwrap();
    }
}

#[test]
fn quit_and_the_end_of_input_wait_for_nothing() {
    for last in ["", "makemove Ee2n\nisready\nquit\n", "stop\n"] {
        let began = Instant::now();
        let mut controller = Controller::in_game(deaf);
        controller.send("go");
        assert_eq!(count(&controller.answers(), "bestmove"), 0);
        controller.input.write_all(last.as_bytes()).unwrap();
        let Controller {
            input,
            lines,
            session,
        } = controller;
        drop(input);
        assert_eq!(session.join().unwrap(), ExitStatus::Success);
        assert_eq!(lines.iter().count(), 0);
        assert!(began.elapsed() < PATIENCE);
    }
}

#[test]
fn a_stop_before_the_end_is_done() {
    for end in ["quit\n", ""] {
        let script = format!("aei\nsetposition {START}\ngo\nstop\nisready\n{end}");
        let mut output = Vec::new();
        let status = run_with(
            Network::built_in(),
            Cursor::new(script),
            &mut output,
            until_stopped,
        );
        let lines: Vec<&str> = std::str::from_utf8(&output).unwrap().lines().collect();
        let [.., best, last] = lines[..] else {
            panic!("{lines:?}")
        };
        assert_legal_at_start(best);
        assert_eq!((last, status), ("readyok", ExitStatus::Success));
    }
}

#[test]
fn the_clock_ends_a_search_that_overlooks_it() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("setoption name tcmove value 1");
    let began = Instant::now();
    controller.send("go");
    controller.expect("bestmove");
    let used = began.elapsed();
    // It would go on for ever; how promptly it ends is up to the machine too, which other tests keep busy.
    assert!(
        Duration::from_millis(500) < used && used < Duration::from_secs(5),
        "{used:?}"
    );
}

#[test]
fn the_time_used_may_come_during_the_search() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("setoption name tcmove value 300\ngo");
    let began = Instant::now();
    assert_eq!(count(&controller.answers(), "bestmove"), 0);
    controller.send("setoption name moveused value 299");
    controller.expect("bestmove");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn without_a_clock_moveused_ends_nothing() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go\nsetoption name tcmove value 1\nsetoption name moveused value 299");
    thread::sleep(Duration::from_millis(100));
    assert_eq!(count(&controller.answers(), "bestmove"), 0);
}

#[test]
fn a_closed_output_ends_the_session_quietly() {
    let (session_input, mut input) = pipe().unwrap();
    let (output, session_output) = pipe().unwrap();
    drop(output);
    input.write_all(b"aei\n").unwrap();
    let status = run(
        Network::built_in(),
        BufReader::new(session_input),
        session_output,
    );
    assert_eq!(status, ExitStatus::Success);
}

#[test]
fn new_options_wait_for_the_next_search() {
    let mut controller = Controller::in_game(until_stopped);
    controller.send("go\nsetoption name hash value 2\nsetoption name threads value 2");
    let lines = controller.answers();
    assert_eq!(count(&lines, "log") + count(&lines, "bestmove"), 0);
    controller.send("stop\ngo\nstop");
    assert_eq!(count(&controller.answers(), "bestmove"), 2);
}
