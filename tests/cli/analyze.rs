use std::collections::HashSet;

use serde_json::Value;

use crate::program::{run, run_with_input};
use crate::{ARRAY, EMPTY};

/// Gold's rabbit on h7 walks to its goal.
const GOAL: &str = "g [r..............R...............................................R]";
/// The same with the rabbit there already, and silver to move.
const OVER: &str = "s [r......R.......................................................R]";
const KEYS: [&str; 9] = [
    "label", "position", "depth", "score", "win", "nodes", "nps", "time", "pv",
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
        assert_eq!(last["label"], ARRAY);
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

/// What an analysis says, apart from times, which differ from run to run.
fn timeless(arguments: &[&str]) -> Vec<Value> {
    let mut objects = run(arguments).objects();
    for object in &mut objects {
        for key in ["time", "nps"] {
            object.as_object_mut().unwrap().remove(key);
        }
    }
    objects
}

#[test]
fn the_setup_phase_has_an_answer() {
    let last = |arguments: &[&str], input: &str| {
        let mut objects = run_with_input(arguments, input).objects();
        assert!(objects.iter().all(|object| object["setup"] == true));
        objects.pop().unwrap()
    };
    let gold = last(&["analyze", EMPTY, "--depth", "3", "--json"], "");
    assert_eq!(gold["pv"][0], gold["bestmove"]);
    assert_eq!(gold["depth"], 3);
    assert!(gold["score"].is_i64() && gold["win"].is_f64());
    let record = format!("1g {}\n", gold["bestmove"].as_str().unwrap());
    let silver = last(&["analyze", "-", "--depth", "3", "--json"], &record);
    let silver = silver["bestmove"].as_str().unwrap();
    run_with_input(&["replay", "-"], &format!("{record}1s {silver}\n")).output();
    // What may follow a setup is legal, too.
    let moves: Vec<&str> = gold["pv"]
        .as_array()
        .unwrap()
        .iter()
        .map(|played| played.as_str().unwrap())
        .collect();
    assert_eq!(moves.len(), 3, "two setups and a turn: {gold}");
    run_with_input(
        &["replay", "-"],
        &format!("1g {}\n1s {}\n2g {}\n", moves[0], moves[1], moves[2]),
    )
    .output();
    let text = run(&["analyze", EMPTY, "--depth", "1"]).output();
    assert!(text.lines().next().unwrap().ends_with("  setup"), "{text}");
    assert!(text.contains("best setup "), "{text}");
    let turn = timeless(&["analyze", "--depth", "1", "--json"]);
    assert!(turn.iter().all(|object| object.get("setup").is_none()));
}

#[test]
fn setups_are_fixed_by_the_seed() {
    let of = |seed| timeless(&["analyze", EMPTY, "--seed", seed, "--depth", "2", "--json"]);
    assert_eq!(of("7"), of("7"));
    assert_ne!(of("7").pop(), of("8").pop());
}

#[test]
fn several_setups_are_ranked() {
    let of = |lines| {
        let limits = ["--seed", "7", "--depth", "2", "--json", "--multipv", lines];
        timeless(&[&["analyze", EMPTY][..], &limits].concat())
    };
    let objects = of("20");
    assert_eq!(objects.len(), 41);
    for depth in objects[..40].chunks(20) {
        let scores: Vec<i64> = depth
            .iter()
            .map(|object| object["score"].as_i64().unwrap())
            .collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse));
        let setups: HashSet<&str> = depth
            .iter()
            .map(|object| object["pv"][0].as_str().unwrap())
            .collect();
        assert_eq!(setups.len(), 20);
    }
    // The best setup doesn't depend on how many others are shown.
    let best = |lines| of(lines).pop().unwrap()["bestmove"].clone();
    assert_eq!(best("3"), best("1"));
}

#[test]
fn limits_end_the_search_for_a_setup() {
    let of = |limits: [&str; 2]| {
        let arguments = [&["analyze", EMPTY, "--json"][..], &limits].concat();
        run(&arguments).objects().pop().unwrap()
    };
    let timed = of(["--time", "0.2"]);
    let time = timed["time"].as_f64().unwrap();
    assert!((0.2..2.0).contains(&time), "{timed}");
    let counted = of(["--nodes", "30000"]);
    let nodes = counted["nodes"].as_u64().unwrap();
    assert!((30_000..35_000).contains(&nodes), "{counted}");
    // Before any depth is finished there is a setup, only no score.
    let few = of(["--nodes", "10"]);
    assert!(
        few["bestmove"].is_string() && few["score"].is_null(),
        "{few}"
    );
    assert_eq!(few["setup"], true);
}

#[test]
fn the_first_of_several_variations_wins_at_once_where_it_can() {
    let rabbit_near_goal = "g [er.....................R................................C.......]";
    for lines in ["1", "2", "3"] {
        let last = run(&[
            "analyze",
            rabbit_near_goal,
            "--depth",
            "8",
            "--multipv",
            lines,
            "--json",
        ]);
        let last = last.objects().pop().unwrap();
        assert_eq!(last["bestmove"], "Rh6n Rh7n", "{last}");
        assert_eq!(last["score"], 31_998, "{last}");
    }
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
