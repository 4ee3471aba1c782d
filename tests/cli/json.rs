//! What all JSON objects have in common.

use serde_json::Value;

use crate::program::{Files, objects, run};

const POSITION: &str = "s [rrr..rrr..c.cd.rrh.d..h...........E........Me.H.HRD..DR.RRRCCRRR]";

/// Every number of an object, with the names that lead to it.
fn numbers(name: &str, value: &Value, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                numbers(&format!("{name}.{key}"), value, found);
            }
        }
        Value::Array(values) => {
            for value in values {
                numbers(name, value, found);
            }
        }
        Value::Number(_) => found.push((name.to_owned(), value.clone())),
        _ => {}
    }
}

/// How many decimal places numbers of that name have; the others are integers.
fn places(name: &str) -> Option<usize> {
    let (_, last) = name.rsplit_once('.').unwrap();
    match last {
        "time" => Some(3),
        "win" => Some(4),
        "branching" => Some(2),
        _ => None,
    }
}

#[test]
fn every_object_says_its_position_and_its_numbers_mean_something() {
    let files = Files::new();
    let illegal = files.write("record", "1g Ra1\n");
    let mut checked = 0;
    for arguments in [
        &["analyze", POSITION, "--depth", "5", "--multipv", "2"][..],
        &[
            "analyze",
            "s [r......R.......................................................R]",
        ],
        &["analyze", crate::EMPTY],
        &["show", POSITION],
        &["show", crate::EMPTY],
        &["perft", POSITION, "--turns", "--steps", "2"],
        &["bench", "--depth", "5", "--hash", "1", "--stats"],
        &["replay", "--from", POSITION, "--moves", ""],
        &["replay", "--from", POSITION, "--moves", "ra1n"],
        &["replay", &illegal],
    ] {
        let ended = run(&[arguments, &["--json"]].concat());
        let objects = objects(&ended.out);
        assert!(!objects.is_empty(), "{arguments:?}: {}", ended.err);
        for object in objects {
            // The last line of `bench` is about all positions, and counts them.
            let is_total = object.get("positions").is_some();
            assert_ne!(object["position"].is_string(), is_total, "{object}");
            let mut found = Vec::new();
            numbers("", &object, &mut found);
            for (name, number) in found {
                let written = number.to_string();
                let digits = written
                    .split_once('.')
                    .map_or(0, |(_, places)| places.len());
                let expected = places(&name);
                assert!(digits <= expected.unwrap_or(0), "{name}: {written}");
                assert!(expected.is_some() || !number.is_f64(), "{name}: {written}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100);
}

#[test]
fn an_illegal_turn_is_told_with_the_position_before_it() {
    let files = Files::new();
    let setups = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2\n\
                  1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n";
    let record = files.write("record", format!("{setups}2g Ed2n\n2s ed7s ed6n\n"));
    let before = run(&["show", &record, "--at", "2s", "--json"]);
    let verdict = objects(&run(&["replay", &record, "--json"]).out);
    let moves = [
        "replay",
        "--from",
        crate::ARRAY,
        "--moves",
        "Ee2n; Ee3n",
        "--json",
    ];
    assert_eq!(verdict[0]["legal"], false);
    // The record can be read up to there, not beyond.
    assert_eq!(verdict[0]["position"], before.object()["position"]);
    let verdict = objects(&run(&moves).out);
    let played = run(&[
        "replay",
        "--from",
        crate::ARRAY,
        "--moves",
        "Ee2n",
        "--json",
    ])
    .object();
    assert_eq!(verdict[0]["position"], played["position"]);
}
