use std::fmt;

use super::Token;
use crate::rules::Label;

/// The name of the tag after which free text stands.
const NOTES: &str = "Notes";

/// What a line before the moves of a record says, such as `Gold: Ada`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What it is about: one word.
    pub name: String,
    /// The rest of the line; of `Notes`, all lines up to the moves.
    pub value: String,
}

impl fmt::Display for Tag {
    /// As a line of a record: `Gold: Ada`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_empty() {
            write!(f, "{}:", self.name)
        } else {
            write!(f, "{}: {}", self.name, self.value)
        }
    }
}

/// What stands before the moves.
pub(super) struct Preamble {
    pub(super) tags: Vec<Tag>,
    /// How many lines stand before the first move; none if no move follows.
    pub(super) lines: Option<usize>,
}

/// Reads the tags of a game record, `Name: value` or `Name value` a line, up to the first move.
///
/// Everything from `Notes:` to the line of the move `1g` is its value. Other empty lines and lines that begin with `#`
/// are passed over.
///
/// ```
/// use loxodon::rules::notation::read_tags;
/// let tags = read_tags("Gold: Ada\nSilver Grace\nNotes: a close\ngame\n1g Ra1");
/// let tags: Vec<_> = tags.iter().map(|tag| (&*tag.name, &*tag.value)).collect();
/// assert_eq!(tags, [("Gold", "Ada"), ("Silver", "Grace"), ("Notes", "a close\ngame")]);
/// ```
pub fn read_tags(text: &str) -> Vec<Tag> {
    read_preamble(text).tags
}

/// Reads the tags and finds the first move.
pub(super) fn read_preamble(text: &str) -> Preamble {
    let mut tags: Vec<Tag> = Vec::new();
    let mut notes: Option<Vec<&str>> = None;
    let mut lines = None;
    for (index, line) in text.lines().enumerate() {
        let word = line.split_whitespace().next().unwrap_or_default();
        if is_first_move(word, notes.is_some()) {
            lines = Some(index);
            break;
        }
        if let Some(notes) = &mut notes {
            notes.push(line.trim_end());
        } else if !word.is_empty() && !word.starts_with('#') {
            let tag = read_tag(line.trim());
            if tag.name.eq_ignore_ascii_case(NOTES) {
                notes = Some(Vec::new());
            }
            tags.push(tag);
        }
    }
    if let (Some(notes), Some(tag)) = (notes, tags.last_mut()) {
        let value = format!("{}\n{}", tag.value, notes.join("\n"));
        value.trim().clone_into(&mut tag.value);
    }
    Preamble { tags, lines }
}

/// Returns whether a line that begins with this word is the first one of moves: it begins with a number, or with a
/// placement where moves have no numbers. A number amid notes may be part of a sentence, unless it is the first one.
fn is_first_move(word: &str, in_notes: bool) -> bool {
    // A list of moves may be separated by `;`, and a label doesn't need a move.
    let word = word.split(';').next().unwrap_or_default();
    match word.parse::<Label>() {
        Ok(label) => !in_notes || label == Label::FIRST,
        Err(_) => !in_notes && matches!(word.parse(), Ok(Token::Placement(..))),
    }
}

fn read_tag(line: &str) -> Tag {
    let is_end = |letter: char| letter == ':' || letter.is_whitespace();
    let (name, rest) = line.split_at(line.find(is_end).unwrap_or(line.len()));
    let rest = rest.trim_start();
    Tag {
        name: name.to_owned(),
        value: rest.strip_prefix(':').unwrap_or(rest).trim().to_owned(),
    }
}
