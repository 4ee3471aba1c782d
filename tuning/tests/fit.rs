//! `fit` on records of a few games.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{run, text};
use loxodon::eval::{read_weights, weights};

/// What a command prints that succeeds.
fn printed_by(arguments: &str, files: &[&Path]) -> String {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = run(&arguments, files);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The number before a word of the first line that `fit` prints.
fn number_before(word: &str, printed: &str) -> usize {
    let words: Vec<&str> = printed.split([' ', ',', '\n']).collect();
    let at = words.iter().position(|&one| one == word).unwrap();
    words[at - 1].parse().unwrap()
}

#[test]
fn shoot_outs_are_left_out_if_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let fitted = folder.path().join("weights.txt");
    printed_by(
        "selfplay --games 6 --nodes 60 --keep-sharp --out",
        &[&games],
    );
    let fit = |arguments: &str| printed_by(arguments, &[&fitted, &games]);
    let all = fit("fit --held-out 2 --epochs 2 --out");
    let quiet = fit("fit --held-out 2 --epochs 2 --quiet --out");
    assert_eq!(number_before("sharp", &all), 0);
    let sharp = number_before("sharp", &quiet);
    assert!(sharp > 0, "{quiet}");
    let used = |printed| number_before("for", printed);
    assert!(used(&quiet) < used(&all), "{quiet}");
    let (_, written) = read_weights(&fs::read_to_string(&fitted).unwrap()).unwrap();
    assert_eq!(written.len(), weights().len());
}

#[test]
fn weights_are_written_though_nobody_reads_what_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let fitted = folder.path().join("weights.txt");
    printed_by("selfplay --games 4 --nodes 60 --out", &[&games]);
    let mut fit = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args(["fit", "--held-out", "2", "--epochs", "2", "--out"])
        .args([&fitted, &games])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(fit.stdout.take());
    let output = fit.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    assert!(read_weights(&fs::read_to_string(&fitted).unwrap()).is_some());
}
