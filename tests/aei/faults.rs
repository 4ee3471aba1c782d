//! What a session survives, or how it ends, when everything around it goes wrong: signals, a machine that sleeps,
//! controllers that die, and thousands of games.
#![cfg(unix)]

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::driver::{A_WHILE, Engine, START, assert_error, command, wait_for_end};

fn signal(engine: &mut Engine, signal: Signal) {
    let process = Pid::from_raw(engine.child().id() as i32).unwrap();
    kill_process(process, signal).unwrap();
}

/// Wakes a suspended engine after a while, and says how long after that it had a move.
fn answer_after_waking(engine: &mut Engine, asleep: Duration) -> Duration {
    thread::sleep(asleep);
    signal(engine, Signal::CONT);
    let woken = Instant::now();
    engine.expect("bestmove");
    woken.elapsed()
}

#[test]
fn a_machine_that_sleeps_through_the_turn_wakes_to_a_move() {
    let mut engine = Engine::in_game();
    engine.send("setoption name tcmove value 2\nsetoption name tcreserve value 5\ngo");
    thread::sleep(A_WHILE);
    signal(&mut engine, Signal::STOP);
    let took = answer_after_waking(&mut engine, Duration::from_secs(4));
    assert!(
        took < Duration::from_secs(1),
        "the time was up when the machine woke: {took:?}"
    );
    engine.quit_well();
}

#[test]
fn what_is_sent_to_a_sleeping_machine_is_answered_when_it_wakes() {
    let mut engine = Engine::in_game();
    signal(&mut engine, Signal::STOP);
    engine.send("setoption name tcmove value 1\nsetoption name tcreserve value 5\ngo");
    // How late it is read, only `moveused` can tell: the turn has all its time.
    let took = answer_after_waking(&mut engine, Duration::from_secs(2));
    assert!(took < Duration::from_secs(5), "{took:?}");
    engine.quit_well();
}

#[test]
fn a_request_to_terminate_ends_a_search_at_once() {
    // An interrupt would do the same, but who runs the tests in the background has it ignored.
    let mut engine = Engine::in_game();
    engine.send("setoption name threads value 2\ngo");
    thread::sleep(A_WHILE);
    signal(&mut engine, Signal::TERM);
    let asked = Instant::now();
    let status = wait_for_end(engine.child());
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert_eq!(status.signal(), Some(Signal::TERM.as_raw()), "{status}");
}

#[test]
fn a_controller_killed_during_a_search_leaves_no_engine_behind() {
    for go in ["go", "go ponder"] {
        let mut engine = command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let messages = format!("aei\nsetposition {START}\n{go}\n");
        let input = engine.stdin.as_mut().unwrap();
        input.write_all(messages.as_bytes()).unwrap();
        thread::sleep(A_WHILE);
        let closed = Instant::now();
        // Both pipes are closed at once: nobody reads what the engine says at last.
        drop((engine.stdin.take(), engine.stdout.take()));
        let status = wait_for_end(&mut engine);
        assert_eq!(status.code(), Some(0), "{go}");
        assert!(closed.elapsed() < Duration::from_secs(1), "{go}");
    }
}

#[test]
fn all_sizes_of_table_and_numbers_of_threads_play() {
    for (hash, threads) in [(1, 64), (3, 1), (100, 2), (256, 7), (1, 33), (17, 1)] {
        let mut engine = Engine::in_game();
        engine.send(&format!(
            "setoption name hash value {hash}\nsetoption name threads value {threads}\nsetoption name nodes value 20000"
        ));
        assert_eq!(
            engine.answers(),
            Vec::<String>::new(),
            "{hash} MiB, {threads} threads"
        );
        assert!(!engine.best("go").is_empty());
        engine.quit_well();
    }
}

#[test]
fn a_table_larger_than_any_machine_leaves_the_old_one() {
    let mut engine = Engine::in_game();
    assert_error(
        &engine.answer("setoption name hash value 1048576"),
        &["1048576 MiB"],
    );
    engine.send("setoption name nodes value 5000");
    assert!(!engine.best("go").is_empty());
    engine.quit_well();
}

#[cfg(target_os = "linux")]
mod memory {
    use std::fs;

    use crate::driver::{Engine, START, count};

    /// The rounds of the longest tournament; a build without optimisation gets through fewer in the time of a test.
    const ROUNDS: usize = if cfg!(debug_assertions) {
        1_000
    } else {
        10_000
    };

    #[test]
    fn thousands_of_games_take_no_more_memory() {
        let mut engine = Engine::open();
        engine.send("setoption name hash value 1\nsetoption name threads value 2");
        // The table and each thread's evaluations take memory when they are first written to.
        engine.send(&format!(
            "newgame\nsetposition {START}\nsetoption name nodes value 300000"
        ));
        engine.best("go");
        engine.send("setoption name nodes value 0");
        let mut after_warming_up = 0;
        for round in 0..ROUNDS {
            engine.send(&format!("newgame\nsetposition {START}\ngo\nstop"));
            let lines = engine.expect("bestmove");
            assert_eq!(count(&lines, "log Error"), 0, "{lines:?}");
            if round == ROUNDS / 10 {
                after_warming_up = resident_kib(engine.child().id());
            }
        }
        let in_the_end = resident_kib(engine.child().id());
        assert!(
            in_the_end < after_warming_up + 4096,
            "from {after_warming_up} KiB after a tenth of {ROUNDS} rounds to {in_the_end} KiB"
        );
        engine.quit_well();
    }

    /// The memory that a process has in use, in KiB.
    fn resident_kib(process: u32) -> u64 {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}
