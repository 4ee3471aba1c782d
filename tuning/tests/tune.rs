//! Tuning as it is run, of a scripted engine that resigns if one of the parameters is set lower than it is.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
const FEW: &str = "--parameter futility_margin --parameter late_after --rate 0.05 --max-turns 3";

fn tune(folder: &Path, behaviour: &str, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args(["tune", "--engine", &format!("cmd='{SCRIPTED}' {behaviour}")])
        .arg("--log")
        .arg(folder.join("pairs.jsonl"))
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Tunes two parameters in so many pairs and returns what it prints.
fn tuned(folder: &Path, arguments: &str) -> String {
    let output = tune(folder, "tuned", &format!("{FEW} {arguments}"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the lines of the log, those after the header in order.
fn log(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("pairs.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1..].sort();
    lines
}

#[test]
fn a_parameter_goes_where_games_are_won() {
    let folder = tempfile::tempdir().unwrap();
    let table = tuned(folder.path(), "--pairs 80");
    let now = |name: &str| -> f64 {
        let row = table.lines().find(|line| line.starts_with(name)).unwrap();
        row.split_whitespace().nth(2).unwrap().parse().unwrap()
    };
    assert!(now("futility_margin") > 23.0, "{table}");
    assert!((now("late_after") - 4.0).abs() < 2.0, "{table}");
    assert!(table.contains("\noption.futility_margin="), "{table}");
    assert_eq!(log(folder.path()).len(), 81);
}

#[test]
fn the_values_depend_neither_on_the_concurrency_nor_on_interruptions() {
    let one = tempfile::tempdir().unwrap();
    let table = tuned(one.path(), "--pairs 12 --batch 4");
    let two = tempfile::tempdir().unwrap();
    assert_eq!(
        tuned(two.path(), "--pairs 12 --batch 4 --concurrency 2"),
        table
    );
    assert_eq!(log(one.path()), log(two.path()));

    // As if it had been killed while it wrote the seventh pair.
    let path = one.path().join("pairs.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(&path, lines[..7].concat() + &lines[7][..5]).unwrap();
    assert_eq!(tuned(one.path(), "--pairs 12 --batch 4"), table);
    assert_eq!(log(one.path()), log(two.path()));
}

#[test]
fn what_can_not_be_tuned_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    tuned(folder.path(), "--pairs 2");
    let before = log(folder.path());
    for (behaviour, arguments, named) in [
        ("tuned", "--pairs 3", "pairs is 2 there and 3 now"),
        ("tuned", "--pairs 2 --seed 2", "seed is 1 there and 2 now"),
        ("crash", "--pairs 2", "engine is"),
        ("tuned", "--pairs 2 --rate 0", "above 0"),
        (
            "tuned",
            "--pairs 2 --parameter depth",
            "there are null_turn_reduction, ",
        ),
    ] {
        let arguments = if arguments.contains("--rate") {
            arguments.to_owned()
        } else {
            format!("{FEW} {arguments}")
        };
        let output = tune(folder.path(), behaviour, &arguments);
        assert!(!output.status.success(), "{arguments}");
        let error = text(&output.stderr);
        assert!(error.contains(named), "{arguments}: {error}");
    }
    assert_eq!(log(folder.path()), before);
}

#[test]
fn an_engine_without_the_parameters_and_one_at_fault_are_named() {
    for (behaviour, named) in [
        ("strict", "there is no option \"futility_margin\""),
        (
            "strict",
            "an engine is needed that was built with `--features tune`",
        ),
        ("crash", "pair 1 with the values"),
        ("crash", "is at fault: crash: it has ended"),
        ("mute", "hang: no aeiok within 1 s"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = tune(
            folder.path(),
            behaviour,
            &format!("{FEW} --pairs 1 --patience 1"),
        );
        assert!(!output.status.success(), "{behaviour}");
        let error = text(&output.stderr);
        assert!(error.contains(named), "{behaviour}: {error}");
    }
}
