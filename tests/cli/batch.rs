//! Several positions in one run of `analyze`.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;

use crate::program::{Ended, Files, objects, run, run_with_input};
use crate::{ARRAY, EMPTY};

const TABLE: &str = "\
# three positions
id\tside\tboard\tnote
array\tg\trrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR\tthe customary one
few\ts\tr......r...e....................................R..E...........R\tfew pieces
over\ts\tr......R.......................................................R\tsilver has lost
";
const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/bench.tsv");
const FEW: &str = "s [r......r...e....................................R..E...........R]";
const OVER: &str = "s [r......R.......................................................R]";
/// Quick, and the same every time.
const SHORT: [&str; 5] = ["--depth", "4", "--hash", "1", "--json"];

/// The objects without times, which differ from run to run.
fn timeless(ended: Ended) -> Vec<Value> {
    without_times(ended.objects())
}

fn without_times(mut objects: Vec<Value>) -> Vec<Value> {
    for object in &mut objects {
        for key in ["time", "nps"] {
            object.as_object_mut().unwrap().remove(key);
        }
    }
    objects
}

fn analyze(arguments: &[&str]) -> Ended {
    run(&[&["analyze"], arguments, &SHORT].concat())
}

/// The labels in order, each once.
fn labels(objects: &[Value]) -> Vec<&str> {
    let mut labels: Vec<&str> = objects
        .iter()
        .map(|object| object["label"].as_str().unwrap())
        .collect();
    labels.dedup();
    labels
}

#[test]
fn arguments_are_analysed_as_if_each_were_alone() {
    let files = Files::new();
    let record = files.write("few.txt", FEW);
    let record = record.as_str();
    let of = |arguments: &[&str]| timeless(analyze(arguments));
    let together = of(&[ARRAY, record, OVER]);
    assert_eq!(labels(&together), [ARRAY, record, OVER]);
    let alone = [ARRAY, record, OVER].map(|argument| of(&[argument]));
    assert_eq!(together, alone.concat());
    for objects in alone {
        let (last, others) = objects.split_last().unwrap();
        assert!(last.get("bestmove").is_some());
        assert!(others.iter().all(|object| object.get("bestmove").is_none()));
    }
    // What is played on from is each of them.
    let after = of(&[ARRAY, EMPTY, "--after", ";"]);
    assert_eq!(labels(&after), [ARRAY, EMPTY]);
}

#[test]
fn rows_follow_the_arguments() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let objects = timeless(analyze(&[EMPTY, "--seed", "1", "--table", &table]));
    assert_eq!(labels(&objects), [EMPTY, "array", "few", "over"]);
    let few: Vec<&Value> = objects
        .iter()
        .filter(|object| object["label"] == "few")
        .collect();
    assert!(few.iter().all(|object| object["position"] == FEW));
    let piped = run_with_input(&[&["analyze", "--table", "-"], &SHORT[..]].concat(), TABLE);
    let rows = objects
        .iter()
        .filter(|object| object["label"] != EMPTY)
        .cloned();
    assert_eq!(timeless(piped), rows.collect::<Vec<_>>());
}

/// Neither the number of jobs nor the order of the positions matters.
#[test]
fn the_outcome_does_not_depend_on_the_jobs() {
    let files = Files::new();
    let bench = fs::read_to_string(BENCH).unwrap();
    let mut rows: Vec<&str> = bench.lines().collect();
    let empty = format!("empty\tg\t{}", &EMPTY[3..67]);
    rows.push(&empty);
    let forwards = files.write("forwards.tsv", rows.join("\n"));
    rows[1..].reverse();
    let backwards = files.write("backwards.tsv", rows.join("\n"));
    let of = |table: &str, jobs: &str| {
        let limits = ["--nodes", "3000", "--multipv", "2", "--seed", "7"];
        let arguments = ["analyze", "--table", table, "--jobs", jobs, "--json"];
        timeless(run(&[&arguments[..], &limits].concat()))
    };
    let one = of(&forwards, "1");
    assert_eq!(labels(&one).len(), rows.len() - 1);
    for jobs in ["2", "5"] {
        assert!(
            of(&forwards, jobs) == one,
            "{jobs} jobs find something else"
        );
    }
    let by_label = |objects: Vec<Value>| {
        let mut by_label: HashMap<String, Vec<Value>> = HashMap::new();
        for object in objects {
            let label = object["label"].as_str().unwrap().to_owned();
            by_label.entry(label).or_default().push(object);
        }
        by_label
    };
    let turned = of(&backwards, "2");
    assert_eq!(
        labels(&turned),
        labels(&one).into_iter().rev().collect::<Vec<_>>()
    );
    assert!(by_label(turned) == by_label(one));
}

#[test]
fn bad_positions_are_reported_and_the_others_go_on() {
    let files = Files::new();
    let bad = TABLE
        .replace("\ts\tr......r...e", "\tb\tr......r...e")
        .replace("over\t", "array\t")
        + "short\tg\tr..R\n"
        + "last\tg\tr..............R...............................................R\n";
    let table = files.write("table.tsv", &bad);
    let missing = files.path("missing");
    let ended = analyze(&[&missing, OVER, "--table", &table, "--jobs", "2"]);
    assert_eq!(labels(&objects(&ended.out)), [OVER, "array", "last"]);
    assert_eq!(ended.status, 1);
    let lines: Vec<&str> = ended.err.lines().collect();
    let expected: [&[&str]; 5] = [
        &[&missing, "can't be read"],
        &["table.tsv: line 4", "\"b\"", "`g` or `s`"],
        &["table.tsv: line 5", "\"array\"", "line 3"],
        &["table.tsv: line 6", "4 squares"],
        &["4 of 7 positions not analysed"],
    ];
    // An error of the header would leave nothing to analyse.
    assert_eq!(lines.len(), expected.len(), "{}", ended.err);
    for (line, parts) in lines.iter().zip(expected) {
        assert!(line.starts_with("error: "), "{line}");
        for part in parts {
            assert!(line.contains(part), "{part:?} is in {line}");
        }
    }
    let header = files.write("header.tsv", "name\tside\tboard\n");
    analyze(&["--table", &header]).fails(2, &[&header, "line 1", "id, side, board"]);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    analyze(&["--table", &table, "--at", "2g"]).fails(2, &["--at 2g", "game records"]);
    analyze(&["-", "--table", "-"]).fails(2, &["standard input", "once"]);
    analyze(&["--table", &files.path("missing")]).fails(2, &["missing", "can't be read"]);
    let twice = analyze(&[ARRAY, ARRAY]);
    twice.reports_all(1, 2);
    assert!(
        twice.err.contains("is that of another position"),
        "{}",
        twice.err
    );
    let after = analyze(&[ARRAY, FEW, "--after", "Ee2n;"]);
    assert!(
        after.err.contains("--after") && after.err.contains(FEW),
        "{}",
        after.err
    );
    assert_eq!(labels(&objects(&after.out)), [ARRAY]);
}

#[test]
fn text_is_a_table() {
    let files = Files::new();
    let long = files.write("a_file_with_a_rather_long_name.txt", FEW);
    for more in [&[][..], &["--multipv", "3"]] {
        let arguments = [
            "analyze", ARRAY, &long, OVER, "--table", BENCH, "--depth", "4",
        ];
        let text = run(&[&arguments[..], &["--hash", "1"], more].concat()).output();
        let mut lines = text.lines();
        let heading = lines.next().unwrap();
        assert!(heading.starts_with("label ") && heading.ends_with("best turn"));
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        let rows: Vec<&str> = lines.collect();
        assert!(rows[0].starts_with('…') && rows[0].contains('%'), "{text}");
        assert!(text.contains("_long_name.txt"), "{text}");
        assert!(
            text.contains("the game is over: gold wins by goal"),
            "{text}"
        );
        if more.is_empty() {
            assert_eq!(rows.len(), 3 + 24);
        } else {
            assert!(
                rows[1].contains("  2 ") && rows[2].contains("  3 "),
                "{text}"
            );
        }
    }
}

/// What a file holds after runs that append to it.
fn appended(file: &str) -> Vec<Value> {
    without_times(objects(&fs::read_to_string(file).unwrap()))
}

#[test]
fn an_appended_file_goes_on_where_it_has_ended() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let file = files.path("out.jsonl");
    let of = || analyze(&["--table", &table, "--append", &file]);
    assert_eq!(of().output(), "");
    let all = appended(&file);
    assert_eq!(all, timeless(analyze(&["--table", &table])));
    let whole = fs::read_to_string(&file).unwrap();
    assert_eq!(of().output(), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    // A run may be killed at any time.
    for length in [0, 1, 30, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        assert_eq!(of().output(), "");
        assert_eq!(appended(&file), all, "killed after {length} bytes");
    }
    // Positions may be added.
    let more = format!("{TABLE}more\tg\t{}\n", &ARRAY[3..67]);
    fs::write(&table, more).unwrap();
    assert_eq!(of().output(), "");
    let longer = appended(&file);
    assert_eq!(longer[..all.len()], all);
    assert_eq!(labels(&longer[all.len()..]), ["more"]);
    let text = run(&[
        "analyze", "--table", &table, "--append", &file, "--depth", "1",
    ]);
    assert_eq!(text.output(), "0 positions analysed, 4 done before\n");
}

#[test]
fn only_files_of_its_own_are_appended_to() {
    let files = Files::new();
    let table = files.write("table.tsv", TABLE);
    let board = files.write("board.txt", FEW);
    let notes = files.write("notes.txt", "buy milk\n");
    for input in [&table, &board] {
        analyze(&[&board, "--table", &table, "--append", input])
            .fails(2, &[input, "would be overwritten"]);
    }
    analyze(&[&board, "--append", &notes]).fails(2, &[&notes, "line 1"]);
    analyze(&[&board, "--append", &files.path("none/file")]).fails(1, &["none/file"]);
    assert_eq!(fs::read_to_string(&table).unwrap(), TABLE);
    assert_eq!(fs::read_to_string(&board).unwrap(), FEW);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "buy milk\n");
    // A label stays one position's.
    let file = files.path("out.jsonl");
    analyze(&[&board, "--append", &file]).output();
    fs::write(&board, ARRAY).unwrap();
    let ended = analyze(&[&board, OVER, "--append", &file]);
    ended.reports_all(1, 2);
    assert!(ended.err.contains(FEW), "{}", ended.err);
    assert_eq!(labels(&appended(&file)), [board.as_str(), OVER]);
}

/// Only where standard error is a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_how_long_it_takes() {
    use std::ffi::OsStr;
    use std::fs::{File, OpenOptions};
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;
    use std::process::{Command, Stdio};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let screen = OpenOptions::new()
        .write(true)
        .open(OsStr::from_bytes(name.as_bytes()))
        .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
        .args(["analyze", ARRAY, FEW, "--time", "0.3", "--jobs", "1"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(screen)
        .spawn()
        .unwrap();
    let mut shown = Vec::new();
    // Once the program has gone, reading from its terminal fails.
    let _ = File::from(terminal).read_to_end(&mut shown);
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert!(child.wait().unwrap().success());
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("1/2") && shown.contains("(left "), "{shown}");
    assert_eq!(out.lines().count(), 3);
}
