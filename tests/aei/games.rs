//! Games in sessions with the real binary: setups, positions and moves, and those that break a rule.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use loxodon::rules::Game;

use crate::driver::{Engine, GOLD_SETUP, SILVER_SETUP, START, assert_error, bestmove, game};

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

/// The last line that begins so.
fn last_of(lines: &[String], beginning: &str) -> String {
    let begins_so = |line: &&String| line.starts_with(beginning);
    lines.iter().rfind(begins_so).unwrap().clone()
}

#[test]
fn setups_are_told_with_what_may_follow() {
    let mut engine = Engine::open();
    engine.send("newgame\ngo");
    let lines = engine.expect("bestmove");
    let gold = bestmove(lines.last().unwrap());
    let pv = last_of(&lines, "info pv ");
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
        last_of(&engine.expect("bestmove"), "info nodes")
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
