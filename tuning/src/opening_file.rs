//! Files of openings: the beginnings of games for matches and self-play.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use loxodon::cli::text_source::read_text;
use loxodon::rules::Game;
use loxodon::rules::perft::fnv1a;

/// The column that an openings file must have.
const RECORD_COLUMN: &str = "record";
/// The column that names an opening, if there is one.
const ID_COLUMN: &str = "id";
/// What stands between the moves of a record.
const SEPARATOR: &str = " ; ";

/// A beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The file's name for it, or the number of its row from 1.
    pub(crate) id: String,
    /// Setups and turns, as `makemove` takes them.
    pub(crate) moves: Vec<String>,
}

/// Reads a table with tabs and a header, one opening a row.
pub(crate) fn read_openings(path: &Path) -> anyhow::Result<Vec<Opening>> {
    let text = read_text(path)
        .with_context(|| format!("the openings {} can't be read", path.display()))?;
    parse_openings(&text).with_context(|| path.display().to_string())
}

/// Returns a number in hexadecimal digits that tells openings from others.
pub(crate) fn hash(openings: &[Opening]) -> String {
    let records: Vec<String> = openings
        .iter()
        .map(|opening| format!("{}\t{}\n", opening.id, opening.moves.join(SEPARATOR)))
        .collect();
    format!("{:016x}", fnv1a(&records.concat()))
}

fn parse_openings(text: &str) -> anyhow::Result<Vec<Opening>> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty());
    let (_, header) = lines.next().context("the file is empty")?;
    let column = |name: &str| header.split('\t').position(|word| word == name);
    let record_column = column(RECORD_COLUMN)
        .with_context(|| format!("no column of the header is called `{RECORD_COLUMN}`"))?;
    let id_column = column(ID_COLUMN);
    let mut openings = Vec::new();
    for (index, line) in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let record = fields.get(record_column).copied().unwrap_or_default();
        let number = (openings.len() + 1).to_string();
        let id = id_column.map_or(Some(number.as_str()), |column| fields.get(column).copied());
        let opening = read_record(id.unwrap_or(&number), record)
            .with_context(|| format!("line {}", index + 1))?;
        openings.push(opening);
    }
    ensure!(
        !openings.is_empty(),
        "the file has a header and no openings"
    );
    Ok(openings)
}

/// Reads one opening and plays it, so that no engine is blamed for an illegal one.
fn read_record(id: &str, record: &str) -> anyhow::Result<Opening> {
    let mut game = Game::new();
    let moves: Vec<String> = record
        .split(SEPARATOR)
        .map(|text| text.trim().to_owned())
        .collect();
    for text in &moves {
        let label = game.label();
        game.play_text(text)
            .with_context(|| format!("{label} {text:?} of opening {id}"))?;
    }
    if let Some(outcome) = game.outcome() {
        bail!("opening {id} is a whole game: {outcome}");
    }
    Ok(Opening {
        id: id.to_owned(),
        moves,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::NamedTempFile;

    use super::*;

    const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

    #[test]
    fn openings_are_named_by_their_column_or_row() {
        let row = format!("{GOLD} ; {SILVER} ; Ee2n Ee3n");
        let openings = parse_openings(&format!("record\n{row}\n{row}\n")).unwrap();
        assert_eq!(openings[1].id, "2");
        assert_eq!(openings[1].moves, [GOLD, SILVER, "Ee2n Ee3n"]);
        let openings = parse_openings(&format!("score\tid\trecord\n0\tx7\t{row}\n")).unwrap();
        assert_eq!(openings[0].id, "x7");
    }

    #[test]
    fn a_byte_order_mark_may_stand_before_the_header() {
        let file = NamedTempFile::new().unwrap();
        fs::write(&file, format!("\u{feff}record\n{GOLD} ; {SILVER}\n")).unwrap();
        let openings = read_openings(file.path()).unwrap();
        assert_eq!(openings[0].moves, [GOLD, SILVER]);
    }

    #[test]
    fn what_cannot_begin_a_game_is_refused_with_its_line() {
        for (text, place) in [
            (String::new(), "empty"),
            ("id\nx".to_owned(), "`record`"),
            ("record\n".to_owned(), "no openings"),
            (format!("record\n{GOLD} ; {GOLD}\n"), "line 2"),
            (
                format!("record\n{GOLD}\n{GOLD} ; {SILVER} ; Ee2s\n"),
                "line 3",
            ),
            ("id\trecord\nx\n".to_owned(), "line 2"),
        ] {
            let error = format!("{:#}", parse_openings(&text).unwrap_err());
            assert!(error.contains(place), "{error}");
        }
    }
}
