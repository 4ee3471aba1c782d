//! Sessions with the real binary: every message and every error of the protocol. Options, the clock, the socket and what goes
//! wrong around a session have files of their own.

mod driver;

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use loxodon::aei::{Info, Response};
use loxodon::rules::Game;

use driver::{
    A_WHILE, Engine, GOLD_SETUP, SILVER_SETUP, START, assert_error, bestmove, command, count, game,
};

// The phases

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

// Games

#[test]
fn a_game_is_played_from_its_setups_on() {
    let mut engine = Engine::open();
    engine.send("setoption name depth value 4\nsetoption name hash value 4\nnewgame");
    let mut game = Game::new();
    for _ in 0..8 {
        let best = engine.best("go");
        game.play_text(&best).unwrap();
        engine.send(&format!("makemove {best}"));
    }
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.send("newgame");
    Game::new().play_text(&engine.best("go")).unwrap();
    engine.quit_well();
}

#[test]
fn a_given_setup_is_played_on_from() {
    let mut engine = Engine::open();
    engine.send("setoption name depth value 4\nnewgame");
    engine.send(&format!("makemove {GOLD_SETUP}\nmakemove {SILVER_SETUP}"));
    let best = engine.best("go");
    game().play_text(&best).unwrap();
    engine.quit_well();
}

#[test]
fn a_seed_fixes_the_setup() {
    let mut engine = Engine::open();
    let mut setup = |seed| {
        engine.send(&format!("setoption name seed value {seed}\nnewgame"));
        let first = engine.best("go");
        engine.send("setoption name seed value 99");
        (first.clone(), Game::new().play_text(&first))
    };
    assert_eq!(setup(7), setup(7));
    assert_eq!(setup(8).1, Ok(()));
}

/// Under any clock and without one, and without a seed never twice the same.
#[test]
fn setups_are_quick_and_vary() {
    let mut engine = Engine::open();
    let mut seen = BTreeSet::new();
    for seconds in ["0", "0.05", "1", "100"] {
        engine.send(&format!("setoption name tcmove value {seconds}\nnewgame"));
        let mut game = Game::new();
        for _ in 0..2 {
            let began = Instant::now();
            let best = engine.best("go");
            assert!(began.elapsed() < Duration::from_secs(5), "{seconds}");
            game.play_text(&best).unwrap();
            engine.send(&format!("makemove {best}"));
            assert!(seen.insert(best));
        }
    }
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn setups_are_told_with_what_may_follow() {
    let mut engine = Engine::open();
    engine.send("newgame\ngo");
    let lines = engine.expect("bestmove");
    let gold = bestmove(lines.last().unwrap());
    let pv = lines
        .iter()
        .rfind(|line| line.starts_with("info pv "))
        .unwrap();
    let (setups, turn) = pv["info pv ".len()..].split_once(" g ").unwrap();
    let (first, silver) = setups.split_once(" s ").unwrap();
    assert_eq!(first, gold);
    let mut game = Game::new();
    for played in [first, silver, turn] {
        game.play_text(played).unwrap();
    }
    engine.quit_well();
}

/// The first turns of a game are searched under noise, which must not colour what is searched later.
#[test]
fn a_game_leaves_nothing_to_a_position_that_is_set_after_it() {
    let nodes = |engine: &mut Engine| {
        engine.send(&format!("setposition {START}\ngo"));
        let lines = engine.expect("bestmove");
        lines
            .into_iter()
            .rfind(|line| line.starts_with("info nodes"))
            .unwrap()
    };
    let mut fresh = Engine::open();
    fresh.send("setoption name depth value 9");
    let expected = nodes(&mut fresh);
    let mut engine = Engine::open();
    engine.send("setoption name depth value 9\nnewgame");
    engine.send(&format!("makemove {GOLD_SETUP}\nmakemove {SILVER_SETUP}"));
    engine.best("go");
    assert_eq!(nodes(&mut engine), expected);
}

#[test]
fn a_setup_that_breaks_a_rule_is_refused() {
    let mut engine = Engine::open();
    engine.send("newgame");
    for (setup, why) in [
        (SILVER_SETUP, "gold sets up its own pieces"),
        ("Ra1 Rb1", "rabbits"),
        ("Ra1 Ra1", "already"),
        ("Ra3", "ranks 1 and 2"),
        ("Ee2n", "not a placement"),
    ] {
        let answer = engine.answer(&format!("makemove {setup}"));
        assert_error(&answer, &["makemove", why]);
    }
    engine.send(&format!("makemove {GOLD_SETUP}"));
    assert_error(
        &engine.answer(&format!("makemove {GOLD_SETUP}")),
        &["silver"],
    );
    engine.send(&format!("makemove {SILVER_SETUP}\nmakemove Ee2n"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn positions_are_set_for_either_side_and_with_every_sign_for_empty() {
    let squares = START.get(3..67).unwrap();
    let mut engine = Engine::open();
    engine.send("setoption name depth value 2\nsetoption name hash value 4");
    for (side, own) in [("g", "E"), ("w", "E"), ("s", "e"), ("b", "e")] {
        for empty in [" ", ".", "x", "X", "*"] {
            let squares = squares.replace(' ', empty);
            engine.send(&format!("setposition {side} [{squares}]"));
            assert_eq!(engine.answers(), Vec::<String>::new());
        }
        let best = engine.best("go");
        let upper = best.chars().next().unwrap().is_uppercase();
        assert_eq!(upper, own == "E", "{side}: {best}");
    }
    engine.quit_well();
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let mut engine = Engine::in_game();
    let two_camels = START.replace("HDCME", "HDMME");
    let on_trap = format!("g [{:<42}{:<22}]", "rR", "C");
    for (message, why) in [
        ("setposition", "side to move"),
        ("setposition g rrr", "3 squares"),
        ("setposition g [rrr]", "3 squares"),
        ("setposition g \"rrr", "`\"` is needed"),
        (START.replacen('g', "setposition q", 1).as_str(), "\"q\""),
        (
            START.replacen('g', "setposition", 1).as_str(),
            "side to move",
        ),
        (
            START.replacen("g [r", "setposition g [?", 1).as_str(),
            "'?' on a8",
        ),
        (&format!("setposition {two_camels}"), "2 camels"),
        (&format!("setposition {on_trap}"), "trap"),
    ] {
        let error = engine.answer(message);
        assert_error(&error, &["setposition", why, "stays as it was"]);
    }
    // The game is still the one before.
    engine.send("setoption name depth value 2");
    game().play_text(&engine.best("go")).unwrap();
    engine.quit_well();
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut engine = Engine::in_game();
    for (text, why) in [
        ("Ee2s", "stands on e1"),
        ("Ra1s", "ends there"),
        ("ee7s", "camel on e7"),
        ("Ee4n", "no piece on e4"),
        ("Ee2n Ee3n Ee4n Ee5n Ed6n", "d6"),
        ("Ee2n Ee3s", "does not change"),
        ("Ee2n Ec3x", "captured"),
        ("hello", "hello"),
        ("resign", "resign"),
        (GOLD_SETUP, "not a step"),
    ] {
        assert_error(
            &engine.answer(&format!("makemove {text}")),
            &["makemove", why],
        );
    }
    assert_error(&engine.answer("makemove"), &["makemove needs"]);
    engine.send("makemove Ee2n");
    assert_error(&engine.answer("makemove Ee3n"), &["elephant"]);
    engine.send("makemove ed7s");
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn a_third_repetition_is_refused() {
    let mut engine = Engine::in_game();
    for text in ["Ha2n", "ha7s", "Ha3s", "ha6n", "Ha2n", "ha7s", "Ha3s"] {
        engine.send(&format!("makemove {text}"));
    }
    assert_error(&engine.answer("makemove ha6n"), &["third time"]);
    engine.send("makemove ha6s");
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn a_decided_game_has_no_move() {
    let goal = format!("s [{:<48}{:<16}]", "R      r", "e      E");
    let elimination = format!("g [{:<48}{:<16}]", "e", "E      R");
    let immobile = format!("g [{:<56}{:<8}]", "r", "Re");
    for (position, why) in [
        (goal, "gold wins by goal"),
        (elimination, "gold wins by elimination"),
        (immobile, "silver wins by immobilization"),
    ] {
        let mut engine = Engine::open();
        engine.send(&format!("setposition {position}\ngo"));
        let lines = engine.answers();
        assert_error(&lines[0], &["go", why]);
        assert_eq!(lines[1..], ["bestmove"]);
        engine.send("go ponder");
        assert_error(&engine.answers()[0], &["go", why]);
        engine.quit_well();
    }
}

#[test]
fn a_game_that_a_move_has_decided_is_over() {
    let mut engine = Engine::open();
    let near = format!("g [{:<48}{:<16}]", "        R      r", "r      E");
    engine.send(&format!("setposition {near}\nmakemove Ra7n"));
    assert_error(
        &engine.answer("makemove rh7s"),
        &["over", "gold wins by goal"],
    );
    engine.send("go");
    assert_eq!(engine.answers()[1..], ["bestmove"]);
    engine.send("newgame\ngo");
    assert!(engine.expect("bestmove").last().unwrap().len() > 20);
    engine.quit_well();
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

// Searching

#[test]
fn what_is_found_is_told_depth_by_depth() {
    let mut engine = Engine::in_game();
    engine.send("setoption name depth value 6\ngo");
    let lines = engine.expect("bestmove");
    assert_eq!(count(&lines, "bestmove"), 1);
    assert_eq!(count(&lines, "log"), 0);
    game().play_text(&bestmove(lines.last().unwrap())).unwrap();
    let mut depths = Vec::new();
    for line in &lines {
        match line.parse().unwrap() {
            Response::Info(Info::Depth { steps, .. }) => depths.push(steps),
            Response::Info(Info::Pv(pv)) => assert_variation(&pv),
            _ => {}
        }
    }
    assert!(depths.is_sorted(), "{depths:?}");
    for kind in ["score", "nodes", "time", "pv"] {
        assert_eq!(
            count(&lines, &format!("info {kind} ")),
            depths.len(),
            "{kind}"
        );
    }
    engine.quit_well();
}

/// Whether a variation from [`START`] is a line of legal turns, of which the last may be unfinished.
fn assert_variation(pv: &str) {
    let mut game = game();
    let mut turns = vec![String::new()];
    for word in pv.split(' ') {
        if let "g" | "s" = word {
            game.play_text(&turns[turns.len() - 1]).unwrap();
            assert_eq!(
                word.chars().next(),
                Some(game.side_to_move().letter()),
                "{pv}"
            );
            turns.push(String::new());
        } else {
            let turn = turns.last_mut().unwrap();
            turn.push_str(word);
            turn.push(' ');
        }
    }
    assert!(turns.iter().all(|turn| !turn.is_empty()), "{pv:?}");
}

#[test]
fn without_a_clock_a_search_goes_on_until_it_is_stopped() {
    let mut engine = Engine::in_game();
    engine.send("go");
    thread::sleep(A_WHILE);
    let before = engine.answers();
    engine.send("stop");
    let after = engine.expect("bestmove");
    assert_eq!(count(&before, "bestmove"), 0, "nothing limits the search");
    game().play_text(&bestmove(after.last().unwrap())).unwrap();
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::in_game();
    engine.send("go");
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(count(&engine.answers(), "bestmove"), 0);
    }
    assert!(began.elapsed() < Duration::from_secs(5));
    engine.send("stop");
    engine.expect("bestmove");
    engine.quit_well();
}

#[test]
fn stop_right_after_go_still_gives_a_move() {
    let mut engine = Engine::in_game();
    for _ in 0..20 {
        engine.send("go\nstop");
        let lines = engine.answers();
        assert_eq!((count(&lines, "bestmove"), count(&lines, "log")), (1, 0));
        game().play_text(&bestmove(lines.last().unwrap())).unwrap();
    }
    engine.quit_well();
}

#[test]
fn there_is_one_bestmove_for_each_go() {
    for message in ["makemove Ee2n", "newgame", &format!("setposition {START}")] {
        let mut engine = Engine::in_game();
        engine.send("go");
        thread::sleep(A_WHILE);
        engine.send(message);
        let lines = engine.answers();
        assert_eq!(
            (count(&lines, "bestmove"), count(&lines, "log")),
            (1, 0),
            "{message}"
        );
        game().play_text(&bestmove(lines.last().unwrap())).unwrap();
        // The message was done: only in the new position gold's elephant is on e2 to be moved.
        engine.send("makemove Ee2n");
        let is_new_position = message.starts_with("setposition");
        assert_eq!(engine.answers().is_empty(), is_new_position, "{message}");
        engine.quit_well();
    }
}

#[test]
fn a_go_during_a_search_is_refused() {
    let mut engine = Engine::in_game();
    engine.send("go");
    assert_error(&engine.answer_log("go"), &["running"]);
    engine.send("stop");
    assert_eq!(count(&engine.answers(), "bestmove"), 1);
    engine.quit_well();
}

#[test]
fn an_illegal_move_during_a_search_disturbs_nothing() {
    let mut engine = Engine::in_game();
    engine.send("go");
    assert_error(&engine.answer_log("makemove ed7s"), &["elephant"]);
    engine.send("stop");
    let lines = engine.expect("bestmove");
    game().play_text(&bestmove(lines.last().unwrap())).unwrap();
    engine.quit_well();
}

#[test]
fn pondering_is_silent_until_stop() {
    let mut engine = Engine::in_game();
    engine.send("setoption name depth value 1\nsetoption name tcmove value 1\ngo ponder");
    thread::sleep(A_WHILE);
    assert_eq!(count(&engine.answers(), "bestmove"), 0);
    engine.send("stop");
    let lines = engine.expect("bestmove");
    game().play_text(&bestmove(lines.last().unwrap())).unwrap();
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.quit_well();
}

#[test]
fn pondering_ends_silently_with_the_opponents_move() {
    let mut engine = Engine::in_game();
    engine.send("setoption name depth value 3\nmakemove Ee2n\ngo ponder");
    thread::sleep(A_WHILE);
    engine.send("makemove ed7s");
    assert_eq!(count(&engine.answers(), "bestmove"), 0);
    let best = engine.best("go");
    let mut game = game();
    for text in ["Ee2n", "ed7s", &best] {
        game.play_text(text).unwrap();
    }
    engine.send("go ponder\ngo");
    let lines = engine.expect("bestmove");
    assert_eq!(count(&lines, "log"), 0);
    engine.send(&format!(
        "go ponder\nnewgame\ngo ponder\nsetposition {START}\ngo ponder"
    ));
    let ended = engine.quit();
    assert_eq!((ended.code, count(&ended.lines, "bestmove")), (0, 0));
}
