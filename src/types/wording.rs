//! Words in the messages of all layers.

use std::fmt::Display;

/// How much of a text that a user has written is repeated in a message, in characters. A board is not cut.
const LONGEST_QUOTE: usize = 80;

/// Returns a number of things in a sentence: `1 step`, `2 steps`.
pub fn counted<N>(count: N, thing: impl Display) -> String
where
    N: Copy + Display + PartialEq + From<u8>,
{
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// Returns the beginning of a text that a message repeats, with `...` if there is more of it.
pub fn abridged(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        let horses = [0, 1, 2].map(|count| counted(count, "horse"));
        assert_eq!(horses, ["0 horses", "1 horse", "2 horses"]);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(abridged("é 12"), "é 12");
        let long = abridged(&"é".repeat(1000));
        assert_eq!(long, format!("{}...", "é".repeat(LONGEST_QUOTE)));
    }
}
