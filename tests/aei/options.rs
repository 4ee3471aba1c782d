//! Options in sessions with the real binary: what is accepted, warned of and refused, and what comes during a search.

use std::thread;

use crate::driver::{A_WHILE, Engine, assert_error, count};

#[test]
fn every_option_is_accepted_silently() {
    let mut engine = Engine::open();
    for (name, value) in [
        ("tcmove", "15"),
        ("tcreserve", "90.5"),
        ("tcpercent", "100"),
        ("tcmax", "600"),
        ("tctotal", "0"),
        ("tcturns", "90"),
        ("tcturntime", "0"),
        ("greserve", "90"),
        ("sreserve", "89.25"),
        ("gused", "3"),
        ("sused", "0"),
        ("lastmoveused", "12"),
        ("moveused", "0.1"),
        ("opponent", "A. Nonymous (the 2nd)"),
        ("opponent_rating", "1750"),
        ("rating", "-20"),
        ("rated", "1"),
        ("event", ""),
        ("hash", "16"),
        ("depth", "-1"),
        ("nodes", "0"),
        ("multipv", "5"),
        ("threads", "2"),
        ("seed", "5"),
    ] {
        engine.send(&format!("setoption name {name} value {value}"));
        assert_eq!(engine.answers(), Vec::<String>::new(), "{name}");
    }
    engine.quit_well();
}

#[test]
fn unknown_options_are_warned_of() {
    let mut engine = Engine::open();
    for message in [
        "setoption name tcmoveused value 0",
        "setoption name TCMOVES value 1",
        "setoption name wreserve",
    ] {
        let answer = engine.answer(message);
        assert!(answer.starts_with("log Warning: "), "{answer}");
        assert!(answer.contains(message.split(' ').nth(2).unwrap()));
    }
    engine.quit_well();
}

#[test]
fn odd_values_are_refused() {
    let mut engine = Engine::in_game();
    for (name, value) in [
        ("tcmove", "-1"),
        ("tcmove", "NaN"),
        ("tcreserve", "inf"),
        ("tcmax", "1e18"),
        ("greserve", "12:30"),
        ("tcpercent", "1001"),
        ("tcturns", "2.5"),
        ("hash", "0"),
        ("hash", "99999999"),
        ("threads", "0"),
        ("threads", "257"),
        ("depth", "deep"),
        ("nodes", "many"),
        ("multipv", "0"),
        ("multipv", "1001"),
        ("rated", "perhaps"),
    ] {
        let answer = engine.answer(&format!("setoption name {name} value {value}"));
        assert_error(&answer, &[name, value]);
    }
    assert_error(
        &engine.answer("setoption name tcmove"),
        &["tcmove", "without a value"],
    );
    // The time control is still unlimited and the table still there.
    engine.send("go");
    thread::sleep(A_WHILE);
    assert_eq!(count(&engine.answers(), "bestmove"), 0);
    engine.send("stop");
    engine.expect("bestmove");
    engine.quit_well();
}

#[test]
fn options_may_come_during_a_search() {
    let mut engine = Engine::in_game();
    engine.send("go");
    for message in [
        "setoption name moveused value 1",
        "setoption name hash value 2",
        "setoption name threads value 2",
        "setoption name depth value 3",
    ] {
        engine.send(message);
        let lines = engine.answers();
        assert_eq!(
            count(&lines, "log") + count(&lines, "bestmove"),
            0,
            "{message}"
        );
    }
    engine.send("stop");
    engine.expect("bestmove");
    engine.best("go");
    engine.quit_well();
}
