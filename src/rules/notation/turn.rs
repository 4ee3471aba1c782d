use std::fmt;

use crate::rules::notation::Token;
use crate::rules::{Game, Move, Position, Setup, Step};

/// Writes a legal turn from `position`, captures included: `rb3e rc3x Hb2n`.
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

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self
            .placements()
            .map(|(piece, square)| Token::Placement(piece, square).to_string())
            .collect();
        f.write_str(&words.join(" "))
    }
}

impl Game {
    /// Writes a move that is to be played in the current position.
    pub fn write_move(&self, to_write: &Move) -> String {
        write_move(self.position(), to_write)
    }

    /// All moves as they are written in records, oldest first.
    pub fn written_moves(&self) -> impl Iterator<Item = String> + '_ {
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
