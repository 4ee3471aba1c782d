//! `train` as it is run: from records to a network, with interruptions, and what it refuses.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use common::{run, text};
use loxodon::eval::{Evaluator, Network};
use serde_json::json;

const RECORD_SIZE: usize = 40;

/// A file with the records of a few games.
fn records(folder: &Path) -> PathBuf {
    let path = folder.join("records");
    let arguments = "selfplay --games 12 --nodes 50 --label-nodes 30 --out";
    let arguments: Vec<_> = arguments.split(' ').collect();
    let output = run(&arguments, &[&path]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    path
}

fn train(options: &str, out: &Path, files: &[&Path]) -> Output {
    let out = out.to_str().unwrap();
    let mut arguments = vec!["train", "--out", out];
    if !options.contains("--held-out") {
        arguments.extend(["--held-out", "0.3"]);
    }
    arguments.extend(options.split_whitespace());
    run(&arguments, files)
}

fn error_of(output: &Output) -> String {
    assert!(!output.status.success(), "{}", text(&output.stdout));
    text(&output.stderr)
}

/// Returns the network's scores of the positions of the bench.
fn scores_of_the_bench(network: Network) -> Vec<f64> {
    let mut evaluator = Evaluator::new(Arc::new(network));
    let score = |line: &str| {
        let mut columns = line.split('\t').skip(1);
        let (side, board) = (columns.next().unwrap(), columns.next().unwrap());
        let position = format!("{side} [{board}]").parse().unwrap();
        f64::from(evaluator.evaluate(&position).0)
    };
    let bench = include_str!("../../positions/bench.tsv");
    bench.lines().skip(1).map(score).collect()
}

#[test]
fn records_become_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let out = folder.path().join("net.nnue");
    let curves = folder.path().join("curves.svg");
    let options = format!("--epochs 2 --batch 64 --curves {}", curves.display());
    let output = train(&options, &out, &[&records]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = text(&output.stdout);
    for line in [
        "epoch 1 of 2",
        "epoch 2 of 2",
        "with integers",
        "26-29 pieces",
        "ply 20-39",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
    let network = Network::read(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(network.layers().hidden, 64);
    let provenance = network.provenance();
    for part in [
        "2 epochs, batches of 64",
        "CRC-32 of the records",
        "held-out error: 0.",
    ] {
        assert!(provenance.contains(part), "{part}: {provenance}");
    }
    let svg = fs::read_to_string(&curves).unwrap();
    for color in ["#1F77B4", "#D62728"] {
        assert_eq!(svg.matches(color).count(), 2, "a curve and its key: {svg}");
    }

    // Fine-tuning begins where the network stands.
    let fine = folder.path().join("fine.nnue");
    let from = format!("--epochs 1 --rate 1e-9 --from {}", out.display());
    let output = train(&from, &fine, &[&records]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let fine = Network::read(&fs::read(&fine).unwrap()).unwrap();
    assert_eq!(fine.layers(), network.layers());
    let other = train(
        &format!("{from} --hidden 128"),
        &folder.path().join("x"),
        &[&records],
    );
    assert!(error_of(&other).contains("has 64 hidden units"));
}

#[test]
fn a_network_learns_what_another_says() {
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let paths = ["teacher", "student", "alone"].map(|name| folder.path().join(name));
    let [teacher, student, alone] = &paths;
    assert!(
        train("--epochs 1 --seed 5", teacher, &[&records])
            .status
            .success()
    );
    let taught = format!("--epochs 30 --batch 64 --teacher {}", teacher.display());
    let output = train(&taught, student, &[&records]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        train("--epochs 30 --batch 64", alone, &[&records])
            .status
            .success()
    );
    let [teacher, student, alone] =
        paths.map(|path| Network::read(&fs::read(path).unwrap()).unwrap());
    assert!(
        student
            .provenance()
            .contains("teachers' share 1 with CRC-32")
    );

    let [teacher, student, alone] = [teacher, student, alone].map(scores_of_the_bench);
    let distance = |scores: &[f64]| -> f64 {
        let pairs = scores.iter().zip(&teacher);
        pairs.map(|(score, taught)| (score - taught).abs()).sum()
    };
    assert!(distance(&student) < 0.5 * distance(&alone));
    let error = error_of(&train(
        "--teacher-share 0.5",
        &folder.path().join("x"),
        &[&records],
    ));
    assert!(error.contains("--teacher"), "{error}");
}

#[test]
fn held_out_positions_and_duplicates_are_not_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let bytes = fs::read(&records).unwrap();
    let half = folder.path().join("half");
    fs::write(&half, &bytes[..bytes.len() / RECORD_SIZE / 2 * RECORD_SIZE]).unwrap();
    let options = format!("--epochs 1 --held-out-file {}", half.display());
    let out = folder.path().join("net.nnue");
    let output = train(&options, &out, &[&records, &records]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = text(&output.stdout);
    let first = report.lines().next().unwrap();
    let numbers: Vec<usize> = first
        .split(' ')
        .filter_map(|word| word.replace(',', "").parse().ok())
        .collect();
    let [training, games, held_out, duplicates, ..] = numbers[..] else {
        panic!("{first}");
    };
    assert!(games <= 7, "{first}");
    assert!(training > 0 && held_out > 0);
    let read = bytes.len() / RECORD_SIZE / 2 + 2 * (bytes.len() / RECORD_SIZE);
    assert_eq!(training + held_out + duplicates, read, "{first}");

    let output = train(&format!("{options} --limit 10"), &out, &[&records]);
    let report = text(&output.stdout);
    assert!(report.starts_with("10 positions of "), "{report}");
}

#[test]
fn what_can_not_be_trained_on_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let out = folder.path().join("net.nnue");
    let empty = folder.path().join("empty");
    fs::write(&empty, b"").unwrap();
    let error = error_of(&train("", &out, &[&empty]));
    assert!(error.contains("no record to train on"), "{error}");

    let mut bytes = fs::read(&records).unwrap();
    bytes[3 * RECORD_SIZE + 17] ^= 4;
    let damaged = folder.path().join("damaged");
    fs::write(&damaged, &bytes).unwrap();
    let error = error_of(&train("", &out, &[&records, &damaged]));
    assert!(
        error.contains("damaged: record 3: the checksum is"),
        "{error}"
    );

    let torn = folder.path().join("torn");
    fs::write(&torn, &fs::read(&records).unwrap()[..RECORD_SIZE + 10]).unwrap();
    let error = error_of(&train("", &out, &[&torn]));
    assert!(
        error.contains("record 1: the file ends after 10 of 40 bytes"),
        "{error}"
    );

    let error = error_of(&train("--held-out 0", &out, &[&records]));
    assert!(error.contains("no record is held out"), "{error}");
    for hidden in ["100", "0", "2048"] {
        let error = error_of(&train(&format!("--hidden {hidden}"), &out, &[&records]));
        assert!(
            error.contains("a multiple of 64 up to 1024 is needed"),
            "{error}"
        );
    }
    let error = error_of(&train("", &records, &[&records]));
    assert!(
        error.contains("is read, so it can't be written to"),
        "{error}"
    );
    let from = format!("--from {}", records.display());
    let error = error_of(&train(&from, &out, &[&records]));
    assert!(
        error.contains("is neither a network nor a checkpoint"),
        "{error}"
    );
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_continues_to_the_same_network() {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    /// How long the training may take to write a checkpoint.
    const PATIENCE: Duration = Duration::from_mins(1);
    let folder = tempfile::tempdir().unwrap();
    let records = records(folder.path());
    let out = folder.path().join("net.nnue");
    let checkpoint = folder.path().join("net.nnue.checkpoint");
    let options = "--epochs 60 --batch 64 --threads 1";
    let child = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args(["train", "--held-out", "0.3", "--out"])
        .arg(&out)
        .args(options.split(' '))
        .arg(&records)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !checkpoint.exists() {
        assert!(started.elapsed() < PATIENCE, "a checkpoint is written");
        thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill")
        .arg("-2")
        .arg(child.id().to_string())
        .status();
    assert!(sent.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("the same command with --resume continues"),
        "{error}"
    );
    assert!(!out.exists());

    let error = error_of(&train(options, &out, &[&records]));
    assert!(error.contains("continue it with --resume"), "{error}");
    let error = error_of(&train(
        &format!("{options} --resume --seed 2"),
        &out,
        &[&records],
    ));
    assert!(error.contains("with other options or data"), "{error}");
    let resumed = train(&format!("{options} --resume"), &out, &[&records]);
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let whole = folder.path().join("whole.nnue");
    let options = "--epochs 60 --batch 64 --threads 2";
    assert!(train(options, &whole, &[&records]).status.success());
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_network_is_calibrated_by_the_results_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let given = folder.path().join("given.nnue");
    let mut bytes = Vec::new();
    let built_in = Network::built_in();
    let network = (*built_in).clone().with_win_scale(1.0).unwrap();
    network.write(&mut bytes).unwrap();
    fs::write(&given, &bytes).unwrap();
    let record = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../positions/games/self_play.txt"
    ));
    let game = json!({ "gold": "A", "silver": "B", "winner": "A", "record": record.unwrap() });
    let log = folder.path().join("log");
    let header = json!({ "loxodon_match": 1 });
    fs::write(&log, format!("{header}\n{game}\n")).unwrap();
    let out = folder.path().join("out.nnue");
    let arguments = [
        "calibrate",
        "--network",
        given.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ];
    let output = run(&arguments, &[&log]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("50- 60 %"));
    let calibrated = Network::read(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(calibrated.layers(), built_in.layers());
    assert!(calibrated.win_scale() >= 50.0, "{}", calibrated.win_scale());
    fs::write(&log, format!("{header}\n{{\"gold\":1}}\n")).unwrap();
    let error = error_of(&run(&arguments, &[&log]));
    assert!(error.contains("log: line 2"), "{error}");
}
