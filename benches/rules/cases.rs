//! The positions that are measured, with the counts on which independent implementations agree.

use std::fs;
use std::path::Path;

use loxodon::rules::Position;
use loxodon::rules::notation::read_board;
use loxodon::types::Side;

/// The kinds of row that are measured: boards from games, and boards with many pushes and pulls. The other kinds
/// (first turns, random and sparse boards, special cases) are there to test the rules.
const MEASURED_KINDS: [&str; 4] = ["opening", "middlegame", "endgame", "contact"];

/// One position with its known counts.
pub(crate) struct Case {
    /// The row's name.
    pub(crate) id: String,
    /// One of [`MEASURED_KINDS`].
    pub(crate) kind: String,
    /// The position, at the start of a turn.
    pub(crate) position: Position,
    /// How many lists of four steps there are.
    pub(crate) sequences: u64,
    /// How many distinct turns there are.
    pub(crate) turns: u64,
}

/// All measured positions of `positions/conformance/positions_public.tsv`.
pub(crate) fn cases() -> Vec<Case> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/conformance/positions_public.tsv");
    let text = fs::read_to_string(path).expect("the positions are in the repository");
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    lines
        .map(|line| read_case(&names, line))
        .filter(|case| MEASURED_KINDS.contains(&case.kind.as_str()))
        .collect()
}

fn read_case(names: &[&str], line: &str) -> Case {
    let values: Vec<&str> = line.split('\t').collect();
    let value = |wanted: &str| {
        let column = names.iter().position(|&name| name == wanted);
        column.map_or("", |column| values[column])
    };
    let board = read_board(value("board")).expect("the board is valid");
    let side = value("side").chars().next().and_then(Side::from_letter);
    Case {
        id: value("id").to_owned(),
        kind: value("kind").to_owned(),
        position: Position::new(board, side.expect("the side is g or s")),
        sequences: value("steps4").parse().expect("steps4 is a count"),
        turns: value("turns").parse().expect("turns is a count"),
    }
}
