use serde_json::Value;

use crate::program::{run, run_with_input};
use crate::{ARRAY, EMPTY};

/// Gold's rabbit on h7 walks to its goal.
const GOAL: &str = "g [r..............R...............................................R]";
/// The same with the rabbit there already, and silver to move.
const OVER: &str = "s [r......R.......................................................R]";
const KEYS: [&str; 8] = [
    "position", "depth", "score", "win", "nodes", "nps", "time", "pv",
];

/// Checks that the turns are legal one after the other, the last of them perhaps not complete.
fn check_variation(position: &str, turns: &Value) {
    let turns: Vec<&str> = turns
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn.as_str().unwrap())
        .collect();
    assert!(!turns.is_empty());
    let complete = &turns[..turns.len() - 1];
    let replayed = run(&[
        "replay",
        "--from",
        position,
        "--moves",
        &complete.join(";"),
        "--json",
    ])
    .object();
    assert_eq!(replayed["turns"], complete.len());
}

fn check_object(position: &str, object: &Value) {
    for key in KEYS {
        assert!(object.get(key).is_some(), "{key} is in {object}");
    }
    assert!(object["nodes"].is_u64() && object["nps"].is_u64() && object["score"].is_i64());
    assert!(object["time"].as_f64().unwrap() >= 0.0);
    let win = object["win"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&win));
    assert_eq!(win > 0.5, object["score"].as_i64().unwrap() > 0);
    check_variation(position, &object["pv"]);
}

#[test]
fn every_depth_is_an_object_and_the_last_has_the_best_turn() {
    let objects = run(&["analyze", ARRAY, "--depth", "5", "--json"]).objects();
    let depths: Vec<u64> = objects
        .iter()
        .map(|object| object["depth"].as_u64().unwrap())
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 5]);
    for object in &objects {
        check_object(ARRAY, object);
        assert!(object.get("multipv").is_none());
    }
    let (last, others) = objects.split_last().unwrap();
    assert!(others.iter().all(|object| object.get("bestmove").is_none()));
    assert_eq!(last["bestmove"], last["pv"][0]);
    let best = last["bestmove"].as_str().unwrap();
    run(&["replay", "--from", ARRAY, "--moves", best]).output();
}

#[test]
fn without_a_position_it_is_the_customary_array() {
    let of = |arguments: &[&str]| {
        let mut last = run(arguments).objects().pop().unwrap();
        // Times differ from run to run.
        for key in ["time", "nps"] {
            last.as_object_mut().unwrap().remove(key);
        }
        last
    };
    let given = of(&["analyze", ARRAY, "--depth", "3", "--json"]);
    assert_eq!(of(&["analyze", "--depth", "3", "--json"]), given);
}

#[test]
fn several_variations_are_numbered() {
    let objects = run(&["analyze", "--depth", "2", "--multipv", "3", "--json"]).objects();
    let numbers: Vec<(u64, u64)> = objects
        .iter()
        .map(|object| {
            (
                object["depth"].as_u64().unwrap(),
                object["multipv"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        numbers,
        [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 1)]
    );
    for three in objects[..6].chunks(3) {
        let scores: Vec<i64> = three
            .iter()
            .map(|object| object["score"].as_i64().unwrap())
            .collect();
        assert!(
            scores.is_sorted_by(|better, worse| better >= worse),
            "{scores:?}"
        );
        assert_ne!(three[0]["pv"][0], three[1]["pv"][0]);
    }
}

#[test]
fn a_goal_is_won_for_certain() {
    let last = run(&["analyze", GOAL, "--depth", "4", "--json"])
        .objects()
        .pop()
        .unwrap();
    assert_eq!(last["bestmove"], "Rh7n");
    assert_eq!(last["win"], 1.0);
    let text = run(&["analyze", GOAL, "--depth", "4"]).output();
    assert!(text.contains("won in 1"), "{text}");
    assert!(text.contains("best turn Rh7n\n"), "{text}");
    assert!(
        text.contains("\n2s\n +-----------------+\n8| r . . . . . . R |\n"),
        "{text}"
    );
    assert!(text.ends_with("gold wins by goal\n"), "{text}");
}

#[test]
fn text_has_a_line_a_depth_and_ends_with_the_board() {
    let text = run(&["analyze", "--depth", "3"]).output();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("depth "), "{text}");
    for (line, depth) in lines[1..].iter().zip(1..=3) {
        assert!(
            line.trim_start().starts_with(&format!("{depth} ")),
            "{line}"
        );
        assert!(line.contains('%'), "{line}");
    }
    assert!(lines[5].starts_with("best turn "), "{text}");
    assert_eq!(lines[6], "2s");
    // What is printed is a position again.
    let diagram = lines[6..].join("\n");
    run_with_input(&["show", "-"], &diagram).output();
}

#[test]
fn limits_end_the_search() {
    let nodes = run(&["analyze", "--nodes", "2000", "--json"])
        .objects()
        .pop()
        .unwrap();
    assert!(nodes["nodes"].as_u64().unwrap() < 100_000, "{nodes}");
    let timed = run(&[
        "analyze",
        "--time",
        "0.2",
        "--json",
        "--threads",
        "2",
        "--hash",
        "1",
    ]);
    let timed = timed.objects().pop().unwrap();
    assert!(timed["time"].as_f64().unwrap() < 2.0, "{timed}");
    assert!(timed["bestmove"].is_string());
}

#[test]
fn the_setup_phase_has_an_answer() {
    let last = run(&["analyze", EMPTY, "--json"]).object();
    let gold = last["bestmove"].as_str().unwrap();
    assert_eq!(last["pv"], Value::Array(vec![last["bestmove"].clone()]));
    assert_eq!(
        (&last["depth"], &last["score"], &last["win"]),
        (&Value::from(0), &Value::Null, &Value::Null)
    );
    let record = format!("1g {gold}\n");
    let silver = run_with_input(&["analyze", "-", "--json"], &record).object();
    let silver = silver["bestmove"].as_str().unwrap();
    run_with_input(&["replay", "-"], &format!("{record}1s {silver}\n")).output();
    assert!(run(&["analyze", EMPTY]).output().contains("best setup "));
}

#[test]
fn a_game_that_is_over_has_no_best_turn() {
    let only = run(&["analyze", OVER, "--json"]).object();
    assert_eq!(only["bestmove"], Value::Null);
    assert_eq!(only["win"], 0.0);
    assert_eq!(only["result"]["winner"], "g");
    assert_eq!(only["result"]["reason"], "goal");
    assert_eq!(
        run(&["analyze", OVER]).output(),
        "the game is over: gold wins by goal\n"
    );
}

#[test]
fn times_have_units_or_are_seconds() {
    for time in ["50ms", "0.05", "0s 50ms", "50000us"] {
        let last = run(&["analyze", "--time", time, "--json"])
            .objects()
            .pop()
            .unwrap();
        let seconds = last["time"].as_f64().unwrap();
        assert!((0.04..5.0).contains(&seconds), "{time}: {seconds}");
    }
}
