//! `inspect` on sound files and on corrupt ones.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{run, text};
use serde_json::Value;

const RECORD_SIZE: usize = 40;

/// A file with the records of a few games.
fn shard(folder: &Path, name: &str, seed: &str) -> PathBuf {
    let path = folder.join(name);
    let arguments = [
        "selfplay",
        "--games",
        "3",
        "--nodes",
        "60",
        "--label-nodes",
        "60",
        "--seed",
        seed,
        "--out",
    ];
    let output = run(&arguments, &[&path]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    path
}

#[test]
fn sound_files_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let first = shard(folder.path(), "first", "1");
    let second = shard(folder.path(), "second", "100");
    let merged = folder.path().join("merged");
    let bytes = [fs::read(&first).unwrap(), fs::read(&second).unwrap()].concat();
    fs::write(&merged, &bytes).unwrap();
    for files in [vec![&*merged], vec![&*first, &*second]] {
        let output = run(&["inspect", "--json"], &files);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let records = (bytes.len() / RECORD_SIZE) as u64;
        assert_eq!(found["records"].as_u64(), Some(records));
        assert_eq!(found["games"].as_u64(), Some(6));
        assert_eq!(found["corrupt"].as_u64(), Some(0));
        let total = |key: &str| -> u64 {
            let bars = found[key].as_array().unwrap().iter();
            bars.map(|bar| bar["bar"]["records"].as_u64().unwrap())
                .sum()
        };
        assert_eq!(total("scores"), records);
        assert_eq!(total("plies"), records);
        assert_eq!(total("pieces"), records);
        assert_eq!(found["searched"].as_u64(), Some(records));
        let samples = found["samples"].as_array().unwrap();
        assert_eq!(samples.len(), 3);
    }
    let output = run(&["inspect"], &[&merged]);
    assert!(text(&output.stdout).contains("   a b c d e f g h"));
    let twice = run(&["inspect"], &[&first, &first]);
    assert!(text(&twice.stdout).contains("3 of them have the seed of an earlier one"));
}

#[test]
fn a_flipped_bit_is_found_and_placed() {
    let folder = tempfile::tempdir().unwrap();
    let path = shard(folder.path(), "data", "1");
    let mut bytes = fs::read(&path).unwrap();
    bytes[2 * RECORD_SIZE + 17] ^= 4;
    fs::write(&path, &bytes).unwrap();
    let output = run(&["inspect"], &[&path]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(
        report.contains("record 2 at byte 80: the checksum is"),
        "{report}"
    );
    let json = run(&["inspect", "--json"], &[&path]);
    assert_eq!(json.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(found["corrupt"].as_u64(), Some(1));
    assert_eq!(found["faults"][0]["offset"].as_u64(), Some(80));
}

#[test]
fn a_file_that_ends_within_a_record_is_corrupt() {
    let folder = tempfile::tempdir().unwrap();
    let path = shard(folder.path(), "data", "1");
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(RECORD_SIZE + 10);
    fs::write(&path, &bytes).unwrap();
    let output = run(&["inspect"], &[&path]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(
        report.contains("record 1 at byte 40: the file ends after 10 of 40 bytes"),
        "{report}"
    );
}

#[test]
fn a_missing_file_is_an_error() {
    let output = run(&["inspect"], &[Path::new("no such file")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no such file can't be opened"));
}
