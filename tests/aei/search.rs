//! Searches in sessions with the real binary: what is told of them, how they are stopped, and pondering.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use loxodon::aei::{Info, Response};

use crate::driver::{A_WHILE, Engine, START, assert_error, bestmove, count, game};

#[test]
fn what_is_found_is_told_depth_by_depth() {
    let mut engine = Engine::in_game();
    engine.send("setoption name depth value 6\ngo");
    let lines = engine.expect("bestmove");
    assert_eq!(count(&lines, "bestmove"), 1);
    assert_eq!(count(&lines, "log"), 0);
    assert_legal_bestmove(&lines);
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

/// What is told of a search to depth 5, depths and variations apart.
fn infos(engine: &mut Engine) -> Vec<String> {
    engine.send("setoption name depth value 5\ngo");
    let mut lines = engine.expect("bestmove");
    assert_legal_bestmove(&lines);
    lines.pop();
    lines
}

#[test]
fn several_variations_are_numbered() {
    let mut engine = Engine::in_game();
    engine.send("setoption name multipv value 3");
    let lines = infos(&mut engine);
    let kinds = ["multipv", "depth", "score", "nodes", "time", "pv"];
    assert_eq!(lines.len(), 5 * 3 * kinds.len());
    for (index, infos) in lines.chunks(kinds.len()).enumerate() {
        for (line, kind) in infos.iter().zip(kinds) {
            assert!(line.starts_with(&format!("info {kind} ")), "{infos:?}");
        }
        assert_eq!(infos[0], format!("info multipv {}", index % 3 + 1));
        assert_eq!(infos[1], format!("info depth {}", index / 3 + 1));
        assert_variation(infos[5].strip_prefix("info pv ").unwrap());
    }
    let score = |infos: &[String]| -> i32 {
        let score = infos[2].strip_prefix("info score ").unwrap();
        score.parse().unwrap()
    };
    for depth in lines.chunks(3 * kinds.len()) {
        let scores: Vec<i32> = depth.chunks(kinds.len()).map(score).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse));
        let pvs: HashSet<&String> = depth.iter().skip(5).step_by(kinds.len()).collect();
        assert_eq!(pvs.len(), 3);
    }
    engine.quit_well();
}

/// With one variation everything is as it is without the option.
#[test]
fn one_variation_has_no_number() {
    let timeless = |lines: Vec<String>| -> Vec<String> {
        let is_time = |line: &String| line.starts_with("info time ");
        lines.into_iter().filter(|line| !is_time(line)).collect()
    };
    let mut engine = Engine::in_game();
    let before = timeless(infos(&mut engine));
    assert_eq!(count(&before, "info multipv"), 0);
    for value in ["1", "4", "1"] {
        engine.send(&format!("setoption name multipv value {value}"));
        engine.send(&format!("setposition {START}"));
        let lines = timeless(infos(&mut engine));
        assert_eq!(lines == before, value == "1", "{value}");
    }
    engine.quit_well();
}

/// A setup and a position with a single legal turn have numbers, too.
#[test]
fn setups_and_the_only_turn_are_numbered() {
    let mut engine = Engine::open();
    engine.send("setoption name hash value 1\nsetoption name multipv value 2\nnewgame\ngo");
    let lines = engine.expect("bestmove");
    assert!(count(&lines, "info multipv 2") > 0, "{lines:?}");
    // Gold's rabbit is hemmed in: a step forward is all that it can do.
    let hemmed_in = format!("{:<8}{:<8}{:<48}", "r", ".r", "Rr").replace(' ', ".");
    engine.send(&format!(
        "setoption name depth value 4\nsetposition g [{hemmed_in}]\ngo"
    ));
    let lines = engine.expect("bestmove");
    assert_eq!(bestmove(lines.last().unwrap()), "Ra6n");
    assert!(count(&lines, "info multipv 1") > 0, "{lines:?}");
    assert_eq!(count(&lines, "info multipv 2"), 0, "{lines:?}");
    engine.quit_well();
}

/// The last of the lines is a `bestmove` that is legal in [`START`].
fn assert_legal_bestmove(lines: &[String]) {
    game().play_text(&bestmove(lines.last().unwrap())).unwrap();
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
    assert_legal_bestmove(&after);
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
        assert_legal_bestmove(&lines);
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
        assert_legal_bestmove(&lines);
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
    assert_legal_bestmove(&lines);
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
    assert_legal_bestmove(&lines);
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
