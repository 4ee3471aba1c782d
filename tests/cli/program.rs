//! Runs the program and looks at what it says.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// How a run has ended.
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with nothing on standard input.
pub(crate) fn run(arguments: &[&str]) -> Ended {
    run_with_input(arguments, "")
}

/// Runs the program with that text on standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_loxodon"));
    for variable in [
        "RUST_LOG",
        "RUST_BACKTRACE",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "LINES",
    ] {
        command.env_remove(variable);
    }
    let output = command
        .args(arguments)
        .write_stdin(input)
        .timeout(Duration::from_mins(1))
        .output()
        .unwrap();
    Ended {
        status: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ended {
    /// Its output, provided that it has succeeded without a word on standard error.
    #[track_caller]
    pub(crate) fn output(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The JSON objects that it has written, one a line and nothing else.
    #[track_caller]
    pub(crate) fn objects(self) -> Vec<Value> {
        objects(&self.output())
    }

    /// The only JSON object that it has written.
    #[track_caller]
    pub(crate) fn object(self) -> Value {
        let objects = self.objects();
        assert_eq!(objects.len(), 1);
        objects.into_iter().next().unwrap()
    }

    /// Checks that it has failed with nothing but one line on standard error, which holds all of `parts`.
    #[track_caller]
    pub(crate) fn fails(self, status: i32, parts: &[&str]) {
        assert_eq!(self.out, "");
        self.reports(status, parts);
    }

    /// Checks that it has failed with so many lines on standard error, each of them an error.
    #[track_caller]
    pub(crate) fn reports_all(&self, status: i32, lines: usize) {
        assert_eq!(self.status, status, "{}", self.err);
        assert_eq!(self.err.lines().count(), lines, "{}", self.err);
        assert!(self.err.lines().all(|line| line.starts_with("error: ")));
    }

    /// The same, whatever stands on standard output.
    #[track_caller]
    pub(crate) fn reports(&self, status: i32, parts: &[&str]) {
        assert_eq!(self.status, status, "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        assert!(self.err.ends_with('\n'), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "{part:?} is in {}", self.err);
        }
    }
}

/// Reads an object a line.
#[track_caller]
pub(crate) fn objects(text: &str) -> Vec<Value> {
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
    assert!(objects.iter().all(Value::is_object));
    objects
}

/// A directory for files that a test writes; it goes with the value.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// The path of a file that need not be there.
    pub(crate) fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.into_os_string().into_string().unwrap()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }
}
