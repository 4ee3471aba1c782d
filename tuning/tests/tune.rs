//! Tuning as it is run, of a scripted engine that resigns if its weights make less of frozen pieces.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use loxodon::eval::{GROUPS, read_weights, weights, win_scale};
use serde_json::Value;

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");

fn tune(folder: &Path, arguments: &str) -> Output {
    tune_against(folder, arguments, &[])
}

/// With an opponent, if it isn't empty.
fn tune_against(folder: &Path, arguments: &str, opponent: &[&str]) -> Output {
    let against = (!opponent.is_empty()).then_some("--against");
    Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .arg("tune")
        .args(["--engine", SCRIPTED])
        .arg("--log")
        .arg(folder.join("pairs.jsonl"))
        .arg("--out")
        .arg(folder.join("weights.txt"))
        .args(arguments.split_whitespace())
        .args(against)
        .args(opponent)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn log(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("pairs.jsonl")).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The weight of a frozen rabbit, in units of win probability.
fn frozen(scale: f64, weights: &[f64]) -> f64 {
    let mut tables = GROUPS.iter();
    let group = tables.find(|group| group.subject == "frozen").unwrap();
    weights[group.first] / scale
}

#[test]
fn what_wins_is_turned_up() {
    let folder = tempfile::tempdir().unwrap();
    let output = tune(folder.path(), "--pairs 60 --concurrency 2");
    assert!(output.status.success(), "{}", text(&output.stderr));

    let log = log(folder.path());
    let knobs = log[0]["knobs"].as_array().unwrap();
    let knob = knobs.iter().position(|name| name == "frozen").unwrap();
    assert_eq!(log.len(), 61);
    for pair in &log[1..] {
        let up = pair["up"].as_str().unwrap().as_bytes();
        assert_eq!(up.len(), knobs.len());
        assert_eq!(pair["won"], if up[knob] == b'+' { 2 } else { 0 }, "{pair}");
    }
    let table = text(&output.stdout);
    let surest = table.lines().nth(1).unwrap();
    assert!(
        surest.starts_with("      +347.4 ±   0.0") && surest.ends_with("  frozen"),
        "{table}"
    );
    let written = fs::read_to_string(folder.path().join("weights.txt")).unwrap();
    let (scale, tuned) = read_weights(&written).unwrap();
    assert!(frozen(scale, &tuned) < 1.1 * frozen(win_scale(), &weights()));
}

#[test]
fn a_log_is_taken_up_again_by_the_same_command_only() {
    let folder = tempfile::tempdir().unwrap();
    assert!(tune(folder.path(), "--pairs 3").status.success());
    let three = log(folder.path());
    assert!(tune(folder.path(), "--pairs 5").status.success());
    let five = log(folder.path());
    assert_eq!((three.len(), five.len()), (4, 6));
    assert_eq!(five[..4], three);
    for (arguments, named) in [
        ("--pairs 5 --nodes 7", "nodes is 20000 there and 7 now"),
        ("--pairs 5 --seed 2", "seed is 1 there and 2 now"),
        ("--pairs 4", "more --pairs"),
        ("--pairs 5 --strength 0", "above 0"),
    ] {
        let output = tune(folder.path(), arguments);
        assert!(!output.status.success());
        assert!(
            text(&output.stderr).contains(named),
            "{}",
            text(&output.stderr)
        );
    }
    assert_eq!(log(folder.path()), five);
}

#[test]
fn another_engine_can_be_what_is_to_be_beaten() {
    let folder = tempfile::tempdir().unwrap();
    let later = format!("cmd='{SCRIPTED}' resign 3");
    let output = tune_against(folder.path(), "--pairs 60", &[&later, "name=patient"]);
    assert!(output.status.success(), "{}", text(&output.stderr));

    let log = log(folder.path());
    assert_eq!(log[0]["against"]["name"], "patient");
    let knobs = log[0]["knobs"].as_array().unwrap();
    let knob = knobs.iter().position(|name| name == "frozen").unwrap();
    let mut won = 0;
    for pair in &log[1..] {
        let is_up = pair["up"].as_str().unwrap().as_bytes()[knob] == b'+';
        assert_eq!(pair["won"], if is_up { 2 } else { 0 }, "{pair}");
        won += usize::from(is_up);
    }
    assert!((1..60).contains(&won));
    let table = text(&output.stdout);
    let surest = table.lines().nth(1).unwrap();
    assert!(surest.ends_with("  frozen"), "{table}");
}

#[test]
fn a_log_is_of_one_opponent_and_it_has_to_be_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let later = format!("cmd='{SCRIPTED}' resign 3");
    assert!(
        tune_against(folder.path(), "--pairs 2", &[&later])
            .status
            .success()
    );
    let later_still = format!("cmd='{SCRIPTED}' resign 4");
    for (opponent, named) in [
        (&[later_still.as_str()][..], "against is"),
        (&[], "parameters that are not known now"),
        (&[later.as_str(), "name=tuned"], "\"tuned\" is what"),
        (&["depth=4"], "is not cmd=COMMAND"),
        (&["name=x"], "needs cmd=COMMAND"),
    ] {
        let output = tune_against(folder.path(), "--pairs 3", opponent);
        assert!(!output.status.success(), "{opponent:?}");
        assert!(
            text(&output.stderr).contains(named),
            "{}",
            text(&output.stderr)
        );
    }
}
