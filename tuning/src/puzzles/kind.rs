//! The kinds of puzzles.

use super::game::Moment;

/// What is asked in a file.
pub(super) struct Kind {
    pub(super) file: &'static str,
    /// What the names of its puzzles begin with.
    pub(super) letters: &'static str,
    /// The columns of the answer.
    pub(super) columns: &'static [&'static str],
    /// How many puzzles are wanted of each class.
    pub(super) wanted: &'static [usize],
    /// The answer, if this is a puzzle.
    pub(super) pose: fn(&Moment) -> anyhow::Result<Option<Answer>>,
}

/// The answer to a puzzle.
pub(super) struct Answer {
    /// Which class of its kind the puzzle belongs to.
    pub(super) class: usize,
    pub(super) cells: Vec<String>,
}
