//! Reads the data files under `positions/`.
#![allow(
    dead_code,
    reason = "each test binary uses its own part of this module"
)]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use loxodon::types::Side;

/// A row of a table, by the names of its columns.
pub(crate) type Row = HashMap<String, String>;

/// A file of the conformance data.
pub(crate) fn conformance(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("positions/conformance")
        .join(name)
}

/// The rows of a tab-separated file of the conformance data.
pub(crate) fn table(name: &str) -> Vec<Row> {
    rows(&fs::read_to_string(conformance(name)).unwrap())
}

/// The rows of a tab-separated file under `positions/`.
pub(crate) fn positions_table(name: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("positions");
    rows(&fs::read_to_string(path.join(name)).unwrap())
}

/// The rows of a tab-separated text; lines that begin with `#` are comments.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let values: Vec<&str> = line.split('\t').collect();
            assert_eq!(values.len(), names.len(), "{line}");
            names
                .iter()
                .zip(values)
                .map(|(&name, value)| (name.to_owned(), value.to_owned()))
                .collect()
        })
        .collect()
}

pub(crate) fn side(letter: &str) -> Side {
    Side::from_letter(letter.chars().next().unwrap()).unwrap()
}

/// One of the recorded random games.
pub(crate) struct RecordedGame {
    pub(crate) number: u32,
    /// Label and text of each move.
    pub(crate) moves: Vec<(String, String)>,
    /// Winner and reason, such as `gg`; `-` if unfinished.
    pub(crate) result: String,
    /// Side to move and board at the end.
    pub(crate) last: String,
}

/// The recorded random games.
pub(crate) fn games() -> Vec<RecordedGame> {
    let text = fs::read_to_string(conformance("games_random_public.txt")).unwrap();
    let mut games: Vec<RecordedGame> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(heading) = line.strip_prefix("# game ") {
            if !heading.starts_with(char::is_numeric) {
                continue;
            }
            games.push(RecordedGame {
                number: heading.split(' ').next().unwrap().parse().unwrap(),
                moves: Vec::new(),
                result: String::new(),
                last: String::new(),
            });
            let words: Vec<&str> = heading.split(' ').collect();
            let at = words.iter().position(|&word| word == "result").unwrap();
            games.last_mut().unwrap().result = words[at + 1..at + 3].concat();
        } else if let Some(last) = line.strip_prefix("# final ") {
            games.last_mut().unwrap().last = String::from(last);
        } else {
            let (label, text) = line.split_once(' ').unwrap();
            let game = games.last_mut().unwrap();
            game.moves.push((label.to_owned(), text.to_owned()));
        }
    }
    games
}
