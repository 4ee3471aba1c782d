use crate::rules::game::Label;
use crate::types::Side;

/// Reads a move number with its side, such as `12s`.
pub fn read_label(word: &str) -> Option<Label> {
    let side = Side::from_letter(word.chars().last()?.to_ascii_lowercase())?;
    let number = word.get(..word.len() - 1)?.parse().ok()?;
    (number > 0).then_some(Label { number, side })
}
