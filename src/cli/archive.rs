//! The archive of the game site: tab-separated text with one header line and one game a line, read line by line.
//!
//! Names may hold any bytes; those that are no UTF-8 text are replaced when they are shown.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

use anyhow::{Context, anyhow};

use super::failure::bad_input;
use super::text_source::TextSource;
use crate::rules::notation::{Tag, read_record, read_tags};
use crate::rules::{Label, Reason};
use crate::types::{Side, abridged};

/// The columns that are needed.
const NEEDED: [&str; 4] = ["id", "result", "termination", "movelist"];
/// Tags of a record and the columns that hold them, for each side by the two names that it may have.
const TAGS: [(&str, &[&str]); 11] = [
    ("Gold", &["gusername", "wusername"]),
    ("Silver", &["susername", "busername"]),
    ("GoldRating", &["grating", "wrating"]),
    ("SilverRating", &["srating", "brating"]),
    ("GoldType", &["gtype", "wtype"]),
    ("SilverType", &["stype", "btype"]),
    ("Event", &["event"]),
    ("Site", &["site"]),
    ("Timecontrol", &["timecontrol"]),
    ("Result", &["result"]),
    ("Termination", &["termination"]),
];

/// An archive that is being read.
pub(super) struct Archive {
    /// How messages call it.
    pub(super) name: String,
    source: Box<dyn BufRead>,
    columns: Vec<String>,
    line: usize,
    buffer: Vec<u8>,
    /// How many bytes have been read.
    pub(super) bytes_read: u64,
    /// How many bytes the file has, if that is known.
    pub(super) bytes: Option<u64>,
}

/// A line of an archive: a game.
pub(super) struct ArchivedGame<'a> {
    /// The line's number, from 1.
    pub(super) line: usize,
    columns: &'a [String],
    cells: Vec<&'a [u8]>,
}

impl Archive {
    /// Opens the file, or standard input for `-`, and reads the header.
    pub(super) fn open(path: &str) -> anyhow::Result<Self> {
        let (name, source, bytes) = source(path).map_err(bad_input)?;
        let archive = Self::new(name, source)?;
        Ok(Self { bytes, ..archive })
    }

    /// Reads the header.
    fn new(name: String, source: Box<dyn BufRead>) -> anyhow::Result<Self> {
        let mut archive = Self {
            name,
            source,
            columns: Vec::new(),
            line: 0,
            buffer: Vec::new(),
            bytes_read: 0,
            bytes: None,
        };
        archive.next_line()?;
        let header = String::from_utf8_lossy(archive.cells());
        let header = header.trim_start_matches('\u{feff}').split('\t');
        archive.columns = header.map(|name| name.trim().to_owned()).collect();
        let missing = NEEDED
            .iter()
            .find(|&needed| !archive.columns.iter().any(|name| name == needed));
        if let Some(missing) = missing {
            return Err(bad_input(anyhow!(
                "{}: line {}, column 1: the header has no column `{missing}`; the columns {} are needed, separated by tabs",
                archive.name,
                archive.line.max(1),
                NEEDED.join(", ")
            )));
        }
        Ok(archive)
    }

    /// Reads the next game.
    pub(super) fn next_game(&mut self) -> anyhow::Result<Option<ArchivedGame<'_>>> {
        if !self.next_line()? {
            return Ok(None);
        }
        Ok(Some(ArchivedGame {
            line: self.line,
            columns: &self.columns,
            cells: self.cells().split(|&byte| byte == b'\t').collect(),
        }))
    }

    /// Reads the next line that is neither empty nor begins with `#`, if there is one.
    fn next_line(&mut self) -> anyhow::Result<bool> {
        loop {
            self.buffer.clear();
            let read = self.source.read_until(b'\n', &mut self.buffer);
            let read = read
                .with_context(|| format!("{} can't be read", self.name))
                .map_err(bad_input)?;
            if read == 0 {
                return Ok(false);
            }
            self.line += 1;
            self.bytes_read += read as u64;
            let cells = self.cells();
            if !cells.trim_ascii().is_empty() && !cells.starts_with(b"#") {
                return Ok(true);
            }
        }
    }

    /// Returns the line without its end.
    fn cells(&self) -> &[u8] {
        let line = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}

fn source(path: &str) -> anyhow::Result<(String, Box<dyn BufRead>, Option<u64>)> {
    if path == "-" {
        let input = Box::new(BufReader::new(io::stdin()));
        return Ok(("standard input".to_owned(), input, None));
    }
    let unreadable = || format!("{path} can't be read");
    let file = File::open(path).with_context(unreadable)?;
    let about = file.metadata().with_context(unreadable)?;
    let bytes = about.is_file().then_some(about.len());
    Ok((path.to_owned(), Box::new(BufReader::new(file)), bytes))
}

impl ArchivedGame<'_> {
    /// Returns what the line has in a column; nothing where it has no such column.
    fn get(&self, column: &str) -> Cow<'_, str> {
        let index = self.columns.iter().position(|name| name == column);
        let cell = index.and_then(|index| self.cells.get(index));
        String::from_utf8_lossy(cell.copied().unwrap_or_default().trim_ascii())
    }

    /// Returns the game's number on the site.
    pub(super) fn id(&self) -> String {
        self.get("id").into_owned()
    }

    /// Checks that the line has all columns.
    pub(super) fn check_width(&self) -> Result<(), String> {
        let (found, needed) = (self.cells.len(), self.columns.len());
        if found == needed {
            return Ok(());
        }
        Err(format!(
            "the line has {found} columns, the header has {needed}"
        ))
    }

    /// Returns the recorded winner, as it is written.
    pub(super) fn result(&self) -> String {
        self.get("result").into_owned()
    }

    /// Returns the recorded winner.
    pub(super) fn winner(&self) -> Option<Side> {
        let result = self.get("result");
        let mut letters = result.chars().map(|letter| letter.to_ascii_lowercase());
        match (letters.next().and_then(Side::from_letter), letters.next()) {
            (Some(side), None) => Some(side),
            _ => None,
        }
    }

    /// Returns how the game ended, as it is written.
    pub(super) fn termination(&self) -> String {
        self.get("termination").into_owned()
    }

    /// Returns how the board ended the game by the record, if it did.
    pub(super) fn end_on_board(&self) -> Option<Reason> {
        match self.get("termination").to_ascii_lowercase().as_str() {
            "g" => Some(Reason::Goal),
            "e" => Some(Reason::Elimination),
            "m" => Some(Reason::Immobilization),
            "p" => Some(Reason::Repetition),
            _ => None,
        }
    }

    /// Returns whether the record says that an illegal move ended the game.
    pub(super) fn is_ended_by_illegal_move(&self) -> bool {
        matches!(
            self.get("termination").to_ascii_lowercase().as_str(),
            "i" | "p"
        )
    }

    /// Returns whether the site marks the line as damaged.
    pub(super) fn is_corrupt(&self) -> bool {
        !matches!(self.get("corrupt").as_ref(), "" | "0")
    }

    /// Returns the text of the record.
    pub(super) fn move_list(&self) -> String {
        self.get("movelist").replace("\\n", "\n")
    }

    /// Returns the record, with the resignation or the loss on time that only the columns tell of.
    fn record(&self) -> String {
        let moves = self.move_list();
        let end = match self.get("termination").to_ascii_lowercase().as_str() {
            "r" => "resigns",
            "t" => "lost",
            _ => return moves,
        };
        match read_record(&moves, None) {
            Ok(game) if game.outcome().is_none() && self.winner() == Some(!game.side_to_move()) => {
                format!("{}\n{} {end}", without_bare_label(&moves), game.label())
            }
            _ => moves,
        }
    }

    /// Returns what the columns and the record say of the game.
    pub(super) fn tags(&self) -> Vec<Tag> {
        let of_columns = TAGS.iter().filter_map(|&(name, columns)| {
            let values = columns.iter().map(|column| self.get(column));
            let value = values.into_iter().find(|value| !value.is_empty())?;
            Some(Tag {
                name: name.to_owned(),
                value: value.into_owned(),
            })
        });
        of_columns.chain(read_tags(&self.move_list())).collect()
    }
}

/// Returns a record without the number of a move to come that it may end with.
fn without_bare_label(moves: &str) -> &str {
    let moves = moves.trim_end();
    match moves.rsplit_once(char::is_whitespace) {
        Some((before, last)) if last.parse::<Label>().is_ok() => before,
        _ => moves,
    }
}

/// Refuses an archive where a single record is needed.
pub(super) fn refuse_archive(source: &TextSource) -> anyhow::Result<()> {
    let header = source.text.lines().find(|line| !line.starts_with('#'));
    let columns: Vec<&str> = header.unwrap_or_default().split('\t').collect();
    if NEEDED.iter().all(|name| columns.contains(name)) {
        return Err(bad_input(anyhow!(
            "{0}: this is an archive of games: one of them is picked by `--archive {0} --id ID`",
            source.name
        )));
    }
    Ok(())
}

/// Finds a game of an archive by its number on the site. Returns its record, by the name of its place, and its tags.
pub(super) fn record_by_id(path: &str, id: &str) -> anyhow::Result<(TextSource, Vec<Tag>)> {
    let mut archive = Archive::open(path)?;
    let name = archive.name.clone();
    while let Some(game) = archive.next_game()? {
        if game.id() == id {
            let place = format!("{name}: line {}, game {}", game.line, abridged(id));
            game.check_width()
                .map_err(|fault| bad_input(anyhow!("{place}: {fault}")))?;
            let source = TextSource {
                name: place,
                text: game.record(),
            };
            return Ok((source, game.tags()));
        }
    }
    let id = abridged(id);
    Err(bad_input(anyhow!(
        "{name}: no game has the id {id:?}, one of the column `id` is needed"
    )))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    /// A line of an archive: what columns may hold, and what they may not.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let cell = prop_oneof![
            prop::collection::vec(any::<u8>(), 0..8),
            "[wbgs?]|[gmertfsaip]|1[gwsb] Ra1(\\\\n1b ra8)?|[0-9]{0,3}"
                .prop_map(String::into_bytes),
        ];
        prop::collection::vec(cell, 0..6).prop_map(|cells| cells.join(&b'\t'))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn no_bytes_make_the_reader_panic(lines in prop::collection::vec(line(), 0..6)) {
            let header = b"id\tresult\ttermination\tmovelist\tcorrupt".to_vec();
            let bytes = [vec![header], lines].concat().join(&b'\n');
            let source = Box::new(Cursor::new(bytes));
            let mut archive = Archive::new("archive".to_owned(), source).unwrap();
            while let Some(game) = archive.next_game().unwrap() {
                let _ = (game.id(), game.winner(), game.end_on_board(), game.is_corrupt());
                let _ = (game.check_width(), game.tags(), game.move_list());
            }
        }
    }

    #[test]
    fn what_is_no_header_is_refused() {
        for text in [
            "",
            "\n\n",
            "id\tresult\n",
            "# id\tresult\ttermination\tmovelist\n",
        ] {
            let source = Box::new(Cursor::new(text.to_owned()));
            let refused = Archive::new("archive".to_owned(), source).err().unwrap();
            assert!(refused.to_string().contains("the header has no column"));
        }
    }
}
