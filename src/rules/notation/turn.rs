use std::fmt;
use std::str::FromStr;

use crate::rules::notation::Token;
use crate::rules::{Game, Move, Position, Setup, SetupError, Step, Turn};
use crate::types::{Piece, Side};

/// Writes a legal turn from `position`, captures included: `rb3e rc3x Hb2n`.
///
/// # Panics
/// If a step is illegal.
pub fn write_turn(position: &Position, turn: &[Step]) -> String {
    let mut position = *position;
    let mut words = Vec::with_capacity(turn.len());
    for &step in turn {
        let piece = position.board().known_piece_at(step.from());
        words.push(Token::Step(piece, step).to_string());
        if let Some((captured, trap)) = position.captured_by(step) {
            words.push(Token::Capture(captured, trap).to_string());
        }
        position.play(step);
    }
    words.join(" ")
}

/// Writes turns that follow each other from `position` on, each as [`write_turn`] does. The last one may be unfinished.
///
/// # Panics
/// If a step is illegal.
pub fn write_turns(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut position = *position;
    let mut written = Vec::with_capacity(turns.len());
    for (index, turn) in turns.iter().enumerate() {
        written.push(write_turn(&position, turn));
        // An unfinished turn can't be ended, perhaps a push is open.
        if index + 1 < turns.len() {
            position = position.after_turn(turn);
        }
    }
    written
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self
            .placements()
            .map(|(piece, square)| Token::Placement(piece, square).to_string())
            .collect();
        f.write_str(&words.join(" "))
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads placements such as `Ra1 Rb1 …`, in any order, of the side whose piece comes first.
    ///
    /// ```
    /// use loxodon::rules::Setup;
    /// let text = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
    /// assert_eq!(text.parse::<Setup>()?.to_string(), text);
    /// # Ok::<(), loxodon::rules::SetupError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let first = text.chars().find(|letter| !letter.is_whitespace());
        let piece = first.and_then(Piece::from_letter);
        Self::read(piece.map_or(Side::Gold, |piece| piece.side), text)
    }
}

impl Game {
    /// Writes a move that is to be played in the current position.
    pub fn write_move(&self, to_write: &Move) -> String {
        write_move(self.position(), to_write)
    }

    /// Returns all moves as they are written in records, oldest first.
    pub fn written_moves(&self) -> impl ExactSizeIterator<Item = String> + '_ {
        self.positions()
            .iter()
            .zip(self.moves())
            .map(|(position, played)| write_move(position, played))
    }
}

fn write_move(position: &Position, to_write: &Move) -> String {
    match to_write {
        Move::Setup(setup) => setup.to_string(),
        Move::Turn(turn) => write_turn(position, turn),
    }
}
