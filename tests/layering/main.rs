//! Dependencies between the layers point one way only, and only the top layers speak to the world.

mod circles;

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer with the layers that it may use, from the ground up.
const LAYERS: [(&str, &[&str]); 9] = [
    ("types", &[]),
    ("rules", &["types"]),
    ("clock", &["types"]),
    ("tactics", &["types", "rules"]),
    ("eval", &["types", "rules"]),
    ("search", &["types", "rules", "clock", "tactics", "eval"]),
    (
        "engine",
        &["types", "rules", "clock", "tactics", "eval", "search"],
    ),
    (
        "aei",
        &["types", "rules", "clock", "eval", "search", "engine"],
    ),
    (
        "cli",
        &[
            "types", "rules", "clock", "tactics", "eval", "search", "engine", "aei",
        ],
    ),
];

/// The layers that may print and read input.
const SPEAKING: [&str; 2] = ["aei", "cli"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file of a folder with its text.
fn files(folder: PathBuf) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open = vec![folder];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}

/// The code of a file: no comments, and nothing from its test module on.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| *line != "mod tests {")
        .filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn every_directory_is_a_layer() {
    let mut directories: Vec<String> = fs::read_dir(source())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let mut layers: Vec<String> = LAYERS
        .iter()
        .map(|(layer, _)| (*layer).to_owned())
        .collect();
    directories.sort();
    layers.sort();
    assert_eq!(directories, layers);
}

#[test]
fn no_layer_uses_a_higher_one() {
    let mut uses = 0;
    for (layer, allowed) in LAYERS {
        for (path, text) in files(source().join(layer)) {
            let file = path.display();
            for line in code(&text) {
                for path in line.split("crate::").skip(1) {
                    let layer_named = path
                        .split(|c: char| !c.is_alphanumeric() && c != '_')
                        .next()
                        .unwrap_or_default();
                    uses += 1;
                    assert!(
                        layer_named == layer || allowed.contains(&layer_named),
                        "{file} uses `crate::{layer_named}`, which is not below `{layer}`"
                    );
                }
            }
        }
    }
    assert!(uses > 50, "the scan has found the paths");
}

#[test]
fn only_the_top_layers_speak_to_the_world() {
    let words = [
        "println!",
        "eprintln!",
        "print!",
        "eprint!",
        "dbg!",
        "stdin(",
        "stdout(",
        "stderr(",
        "std::env",
        "std::fs",
    ];
    for (layer, _) in LAYERS {
        if SPEAKING.contains(&layer) {
            continue;
        }
        for (path, text) in files(source().join(layer)) {
            for line in code(&text) {
                for word in words {
                    assert!(!line.contains(word), "{}: {line}", path.display());
                }
            }
        }
    }
}
