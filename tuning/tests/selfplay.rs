//! Self-play as it is run: the same bytes whatever the number of threads and however often it is interrupted.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const RECORD_SIZE: u64 = 40;
/// How long another process may take to come as far as a test wants it.
const PATIENCE: Duration = Duration::from_mins(1);

fn selfplay(out: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"));
    command
        .arg("selfplay")
        .arg("--out")
        .arg(out)
        .args(arguments.split_whitespace());
    command
}

fn finish(out: &Path, arguments: &str) -> Vec<u8> {
    let output = selfplay(out, arguments).output().unwrap();
    assert!(output.status.success(), "{}", error_text(&output));
    let bytes = fs::read(out).unwrap();
    assert!(!bytes.is_empty());
    assert!((bytes.len() as u64).is_multiple_of(RECORD_SIZE));
    bytes
}

fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn progress(out: &Path) -> Option<(u64, u64)> {
    let mut path = out.as_os_str().to_owned();
    path.push(".progress.json");
    let progress: Value = serde_json::from_slice(&fs::read(PathBuf::from(path)).ok()?).unwrap();
    Some((progress["games"].as_u64()?, progress["bytes"].as_u64()?))
}

#[test]
fn looking_ahead_changes_scores_alone() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--games 4 --nodes 60 --label-nodes 60 --taste 40 --taste-turns 4";
    let plain = finish(&folder.path().join("plain"), arguments);
    let ahead = finish(
        &folder.path().join("ahead"),
        &format!("{arguments} --lambda 0.9"),
    );
    let size = RECORD_SIZE as usize;
    let mut changed = 0;
    for (plain, ahead) in plain.chunks(size).zip(ahead.chunks(size)) {
        assert_eq!(
            (&plain[..26], &plain[28..38]),
            (&ahead[..26], &ahead[28..38])
        );
        changed += usize::from(plain[26..28] != ahead[26..28]);
    }
    assert_eq!(plain.len(), ahead.len());
    assert!(changed * size > plain.len() / 2);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--games 12 --nodes 60 --label-nodes 60 --seed 7";
    let one = finish(
        &folder.path().join("one"),
        &format!("{arguments} --threads 1"),
    );
    let two = finish(
        &folder.path().join("two"),
        &format!("{arguments} --threads 2"),
    );
    assert_eq!(one, two);
    let again = finish(
        &folder.path().join("again"),
        &format!("{arguments} --threads 1"),
    );
    assert_eq!(one, again);
    let other = finish(
        &folder.path().join("other"),
        "--games 12 --nodes 60 --label-nodes 60 --seed 8",
    );
    assert_ne!(one, other);
}

#[test]
fn shards_of_seed_ranges_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = finish(
        &folder.path().join("whole"),
        "--games 6 --nodes 50 --label-nodes 50",
    );
    let mut joined = finish(
        &folder.path().join("first"),
        "--games 4 --nodes 50 --label-nodes 50",
    );
    let second = finish(
        &folder.path().join("second"),
        "--games 2 --nodes 50 --label-nodes 50 --seed 5",
    );
    joined.extend(second);
    assert_eq!(whole, joined);
}

#[test]
fn more_games_continue_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let short = finish(&out, "--games 3 --nodes 50");
    let long = finish(&out, "--games 6 --nodes 50");
    assert!(long.starts_with(&short) && long.len() > short.len());
    assert_eq!(
        long,
        finish(&folder.path().join("whole"), "--games 6 --nodes 50")
    );
    assert_eq!(
        long,
        finish(&out, "--games 3 --nodes 50"),
        "nothing is lost"
    );
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let bytes = finish(&out, "--games 2 --nodes 50");
    for arguments in [
        "--games 4 --nodes 51",
        "--games 4 --nodes 50 --seed 2",
        "--games 4 --nodes 50 --samples 3",
    ] {
        let output = selfplay(&out, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = error_text(&output);
        assert!(error.contains("begun with other parameters"), "{error}");
    }
    let strange = folder.path().join("strange");
    fs::write(&strange, b"something else").unwrap();
    let output = selfplay(&strange, "--games 1").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&strange).unwrap(), b"something else");
    assert_eq!(fs::read(&out).unwrap(), bytes);
}

#[test]
fn a_torn_end_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let sound = finish(&out, "--games 2 --nodes 50");
    let tear = || {
        let mut file = OpenOptions::new().append(true).open(&out).unwrap();
        file.write_all(&[1; 100]).unwrap();
    };
    tear();
    assert_eq!(finish(&out, "--games 2 --nodes 50"), sound);
    tear();
    let resumed = finish(&out, "--games 4 --nodes 50");
    let whole = finish(&folder.path().join("whole"), "--games 4 --nodes 50");
    assert_eq!(resumed, whole);
}

#[cfg(unix)]
#[test]
fn interrupted_and_killed_work_continues_to_the_same_bytes() {
    use std::os::unix::process::ExitStatusExt;

    const INTERRUPT: i32 = 2;
    const KILL: i32 = 9;
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--games 90 --nodes 60 --label-nodes 100 --threads 2";
    let out = folder.path().join("out");
    for signal in [INTERRUPT, KILL] {
        let (before, _) = progress(&out).unwrap_or_default();
        let child = selfplay(&out, arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let started = Instant::now();
        // Until some games count and others are written that do not count yet.
        loop {
            let (games, bytes) = progress(&out).unwrap_or_default();
            let length = fs::metadata(&out).map_or(0, |file| file.len());
            if games > before && length > bytes {
                break;
            }
            assert!(started.elapsed() < PATIENCE, "{games} games are done");
            thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill")
            .arg(format!("-{signal}"))
            .arg(child.id().to_string())
            .status();
        assert!(sent.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let (games, bytes) = progress(&out).unwrap();
        let length = fs::metadata(&out).unwrap().len();
        assert!(games < 90, "there is work left");
        assert!(length.is_multiple_of(RECORD_SIZE));
        if signal == KILL {
            assert_eq!(output.status.signal(), Some(KILL));
        } else {
            assert_eq!(output.status.code(), Some(1));
            assert!(error_text(&output).contains("the same command continues"));
            assert_eq!(length, bytes, "all that was finished counts");
        }
    }
    let continued = finish(&out, arguments);
    let whole = finish(&folder.path().join("whole"), arguments);
    assert!(continued == whole);
}

#[test]
fn games_begin_with_openings_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let openings = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../positions/training_openings.tsv"
    );
    let arguments = format!("--games 3 --nodes 50 --label-nodes 50 --openings {openings}");
    let with = finish(&folder.path().join("with"), &arguments);
    let without = finish(
        &folder.path().join("without"),
        "--games 3 --nodes 50 --label-nodes 50",
    );
    assert_ne!(with, without);
    let more = arguments.replace("--games 3", "--games 4");
    let continued = finish(&folder.path().join("with"), &more);
    assert!(continued.starts_with(&with) && continued.len() > with.len());
}

#[test]
fn without_label_nodes_only_the_evaluation_labels() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    finish(&out, "--games 2 --nodes 50 --label-nodes 0 --samples 8");
    let output = Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args(["inspect", "--json"])
        .arg(&out)
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["searched"].as_u64(), Some(0));
    assert!(found["records"].as_u64().unwrap() > 100);
}

#[test]
fn positions_on_the_best_line_have_the_score_of_its_search() {
    let folder = tempfile::tempdir().unwrap();
    let records = |line_steps| {
        // In games this short no goal is near. Beside one, a root has no record, but what follows its first step may have.
        let options =
            format!("--games 6 --longest 24 --nodes 50 --label-nodes 80 --line-steps {line_steps}");
        let bytes = finish(&folder.path().join(line_steps), &options);
        let (records, _) = bytes.as_chunks::<{ RECORD_SIZE as usize }>();
        records.to_vec()
    };
    let (without, with) = (records("0"), records("2"));
    let labels = |record: &[u8; RECORD_SIZE as usize]| {
        <[u8; 8]>::try_from(&record[26..34]).expect("score, seed and ply")
    };
    let known: HashSet<_> = without.iter().map(labels).collect();
    let mut own = without.iter().peekable();
    for record in &with {
        if own.next_if_eq(&record).is_none() {
            assert!(known.contains(&labels(record)));
            let steps_left = (record[36] >> 5 & 3) + 1;
            assert!(steps_left < 4);
        }
    }
    assert_eq!(own.next(), None);
    assert!(with.len() > without.len() * 3 / 2);
}
