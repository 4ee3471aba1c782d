//! The file of `--append`: the objects of the positions that are done, to which those of others are added.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::cli::failure::bad_input;

/// How every line begins.
const LINE_START: &[u8] = b"{\"label\":";

/// How long to wait until another run has closed the file: the system needs a moment to end one that was killed.
const LOCK_PATIENCE: Duration = Duration::from_secs(3);

/// The positions that are done, by their labels.
#[derive(Default)]
pub(super) struct Done(HashMap<String, String>);

/// Adds to the file.
pub(super) struct Appender {
    path: PathBuf,
    file: File,
}

/// What is read of a line.
#[derive(Deserialize)]
struct Line {
    label: String,
    position: String,
    /// Whether it is the last one of its position.
    #[serde(rename = "bestmove", default, deserialize_with = "is_there")]
    is_last: bool,
}

/// What a file holds.
#[derive(Default)]
struct Content {
    done: Done,
    /// The length in bytes up to the end of the last position that is done.
    done_until: u64,
    /// Whether the end of the last line is missing.
    lacks_line_end: bool,
}

fn is_there<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

impl Done {
    /// Returns whether the position with that label is done.
    ///
    /// # Errors
    /// If that label is another position's in the file.
    pub(super) fn has(&self, label: &str, position: &str) -> anyhow::Result<bool> {
        match self.0.get(label) {
            None => Ok(false),
            Some(done) if done == position => Ok(true),
            Some(done) => Err(anyhow!(
                "the file to append to has another position with the label {label:?}, {done}"
            )),
        }
    }

    /// Returns whether there is a position with that label.
    pub(super) fn has_label(&self, label: &str) -> bool {
        self.0.contains_key(label)
    }
}

/// Opens the file, or makes it, and reads which positions are done. What a run that was killed has left of another position
/// is removed.
///
/// # Errors
/// If it can't be read and written, holds anything but lines of this command, or another run appends to it.
pub(super) fn open(path: &Path) -> anyhow::Result<(Done, Appender)> {
    let cannot = || format!("{} can't be appended to", path.display());
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .with_context(cannot)?;
    if !lock(&file) {
        return Err(anyhow!("another run is writing to it").context(cannot()));
    }
    let mut done = Done::default();
    if file.metadata().with_context(cannot)?.is_file() {
        let content = read(BufReader::new(&file))
            .with_context(cannot)
            .map_err(bad_input)?;
        repair(&mut file, &content).with_context(cannot)?;
        done = content.done;
    }
    let path = path.to_owned();
    Ok((done, Appender { path, file }))
}

/// Locks the file until it is closed, and returns whether no other run has locked it.
///
/// Where the file system has no locks, nobody has.
fn lock(file: &File) -> bool {
    let start = Instant::now();
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if start.elapsed() > LOCK_PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

fn read(mut file: impl BufRead) -> anyhow::Result<Content> {
    let mut content = Content::default();
    let mut line = Vec::new();
    let mut until = 0;
    for number in 1.. {
        line.clear();
        let length = file.read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        until += length as u64;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let is_whole = line.ends_with(b"\n");
        match serde_json::from_slice::<Line>(&line) {
            Ok(read) if read.is_last => {
                content.done.0.insert(read.label, read.position);
                content.done_until = until;
                content.lacks_line_end = !is_whole;
            }
            Ok(_) => {}
            Err(_) if !is_whole && is_beginning(&line) => break,
            Err(error) => {
                return Err(anyhow!(
                    "line {number}, column {}: `analyze --json` writes no such line, so the file stays as it is",
                    error.column().max(1)
                ));
            }
        }
    }
    Ok(content)
}

/// Returns whether a line may be the beginning of one that was to be written.
fn is_beginning(line: &[u8]) -> bool {
    line.starts_with(LINE_START) || LINE_START.starts_with(line)
}

/// Removes what follows the last position that is done, and goes to the end.
fn repair(file: &mut File, content: &Content) -> io::Result<()> {
    file.set_len(content.done_until)?;
    file.seek(SeekFrom::End(0))?;
    if content.lacks_line_end {
        file.write_all(b"\n")?;
    }
    Ok(())
}

impl Appender {
    /// Adds the lines of a position at once.
    pub(super) fn append(&mut self, lines: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(lines.as_bytes());
        written.with_context(|| format!("{} can't be written", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const DEPTH: &str = r#"{"label":"a","position":"g [1]","depth":1}"#;
    const LAST: &str = r#"{"label":"a","position":"g [1]","depth":1,"bestmove":"Ee2n"}"#;
    const DECIDED: &str = r#"{"label":"b","position":"g [2]","bestmove":null}"#;

    /// Opens a file that holds this, and returns what it holds then.
    fn opened(text: &str) -> anyhow::Result<(Done, String)> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("file");
        fs::write(&path, text)?;
        let opened = open(&path);
        let after = fs::read_to_string(&path)?;
        if opened.is_err() {
            assert_eq!(after, text);
        }
        Ok((opened?.0, after))
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed() {
        let whole = format!("{DEPTH}\n{LAST}\n{DECIDED}\n");
        for length in 0..=whole.len() {
            let (done, after) = opened(&whole[..length]).unwrap();
            let ends = [0, DEPTH.len() + 1 + LAST.len(), whole.len() - 1];
            let count = ends.iter().filter(|&&end| end <= length).count() - 1;
            assert_eq!(done.0.len(), count, "{length}");
            let kept = [0, DEPTH.len() + LAST.len() + 2, whole.len()][count];
            assert_eq!(after, whole[..kept], "{length}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        for text in [
            "notes",
            "notes\n",
            "{}\n",
            "[]",
            "{\"depth\":1}\n",
            "\u{1}\n",
        ] {
            for before in ["", LAST] {
                let text = format!("{before}\n{text}");
                let error = opened(&text).err().expect("it is another file");
                let message = format!("{error:#}");
                assert!(message.contains("line 2, column "), "{message}");
                assert!(message.contains("writes no such line"), "{message}");
            }
        }
    }

    #[test]
    fn a_label_is_one_position() {
        let (done, _) = opened(&format!("{LAST}\n\n")).unwrap();
        assert!(done.has("a", "g [1]").unwrap());
        assert!(!done.has("b", "g [1]").unwrap());
        let error = done.has("a", "g [3]").unwrap_err().to_string();
        assert!(
            error.contains("\"a\"") && error.contains("g [1]"),
            "{error}"
        );
        assert!(done.has_label("a") && !done.has_label("b"));
    }

    #[test]
    fn two_runs_cannot_add_to_a_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let first = open(&path).unwrap();
        let error = format!("{:#}", open(&path).err().unwrap());
        assert!(error.contains("another run"), "{error}");
        // The second waits a little for the first to end.
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                drop(first);
            });
            open(&path).unwrap();
        });
    }

    #[test]
    fn lines_are_added_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for _ in 0..2 {
            let (_, mut appender) = open(&path).unwrap();
            appender.append(&format!("{LAST}\n")).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{LAST}\n{LAST}\n")
        );
    }
}
