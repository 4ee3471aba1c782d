//! What several tests of `loxodon-tuning` need.

use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn run(arguments: &[&str], files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_loxodon-tuning"))
        .args(arguments)
        .args(files)
        .output()
        .unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
