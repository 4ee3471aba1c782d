use crate::rules::Label;

/// A move of a record as it is written, and where.
pub(super) struct WrittenMove<'a> {
    /// The line's number, from 1.
    pub(super) line: usize,
    line_text: &'a str,
    /// The number, if there is one.
    pub(super) label: Option<Label>,
    /// Whether a number is needed, since no `;` stands before the move.
    pub(super) needs_label: bool,
    /// Where the number stands, or the move if it has none: in bytes from the beginning of the line.
    start: usize,
    text_start: usize,
    text_end: usize,
}

impl<'a> WrittenMove<'a> {
    /// Returns the move without its number, or nothing.
    pub(super) fn text(&self) -> &'a str {
        &self.line_text[self.text_start..self.text_end]
    }

    /// Returns the first word, which is the number if there is one.
    pub(super) fn first_word(&self) -> &'a str {
        let rest = &self.line_text[self.start..];
        let is_end = |letter: char| letter == ';' || letter.is_whitespace();
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    /// Returns where the number stands, or the move if it has none: in characters from 1.
    pub(super) fn column(&self) -> usize {
        self.column_at(self.start)
    }

    /// Returns where a part of [`text`](Self::text) stands that begins at this byte of it: in characters from 1.
    pub(super) fn text_column(&self, offset: usize) -> usize {
        self.column_at(self.text_start + offset)
    }

    fn column_at(&self, byte: usize) -> usize {
        let before = self.line_text.get(..byte).unwrap_or(self.line_text);
        before.chars().count() + 1
    }
}

/// Finds the moves in a record from its first move on: each begins with its number, or after a `;`.
///
/// Empty lines and lines that begin with `#` are passed over.
pub(super) fn written_moves(
    text: &str,
    lines_before: usize,
) -> impl Iterator<Item = WrittenMove<'_>> {
    let lines = text.lines().enumerate().skip(lines_before);
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
    let mut needs_label = false;
    lines.flat_map(move |(index, line)| moves_of_line(index + 1, line, &mut needs_label))
}

fn moves_of_line<'a>(number: usize, line: &'a str, needs_label: &mut bool) -> Vec<WrittenMove<'a>> {
    let mut moves: Vec<WrittenMove<'a>> = Vec::new();
    let mut part_start = 0;
    for part in line.split_inclusive(';') {
        let mut is_open = false;
        for (offset, word) in words(part.trim_end_matches(';')) {
            let start = part_start + offset;
            let end = start + word.len();
            let label: Option<Label> = word.parse().ok();
            match moves.last_mut() {
                Some(open) if is_open && label.is_none() => {
                    if open.text_start == open.text_end {
                        open.text_start = start;
                    }
                    open.text_end = end;
                }
                _ => {
                    is_open = true;
                    let text_start = if label.is_some() { end } else { start };
                    moves.push(WrittenMove {
                        line: number,
                        line_text: line,
                        label,
                        needs_label: *needs_label,
                        start,
                        text_start,
                        text_end: end,
                    });
                    *needs_label = true;
                }
            }
        }
        if part.ends_with(';') {
            *needs_label = false;
        }
        part_start += part.len();
    }
    moves
}

/// Returns the words of a text, each with the byte where it begins.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_whitespace().map(move |word| {
        // Nothing but blanks stands before the word.
        let start = at + text[at..].find(word).unwrap_or_default();
        at = start + word.len();
        (start, word)
    })
}
