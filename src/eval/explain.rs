//! What the evaluation sees in a position, in words that a player understands.

use super::Evaluator;
use crate::rules::Position;
use crate::types::{Piece, Score, Side, Square};

/// An evaluation, and what each piece adds to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The evaluation for the side to move.
    pub score: Score,
    /// Each piece and its worth, from a1 to h8.
    pub pieces: Vec<PieceWorth>,
}

/// What a piece is worth where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceWorth {
    /// The square on which it stands.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// By how many centi-rabbits its side would be worse off without it, all else being as it is.
    pub worth: Score,
}

impl Explanation {
    /// Explains the evaluation of a position.
    ///
    /// ```
    /// use loxodon::eval::{Evaluator, Explanation, Network};
    /// let mut evaluator = Evaluator::new(Network::built_in());
    /// let opening = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]".parse()?;
    /// let explanation = Explanation::new(&mut evaluator, &opening);
    /// assert_eq!(explanation.pieces.len(), 32);
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    pub fn new(evaluator: &mut Evaluator, position: &Position) -> Self {
        let score = evaluator.evaluate(position);
        let mover = position.side_to_move();
        let worth = |(square, piece): (Square, Piece)| {
            let mut board = *position.board();
            board.clear(square);
            let without = Position::new(board, mover).with_steps_left(position.steps_left());
            let lost = score - evaluator.evaluate(&without);
            PieceWorth {
                square,
                piece,
                worth: if piece.side == mover { lost } else { -lost },
            }
        };
        Self {
            score,
            pieces: position.board().iter().map(worth).collect(),
        }
    }

    /// Returns the worth of all pieces of a side together.
    pub fn total(&self, side: Side) -> Score {
        let own = self.pieces.iter().filter(|piece| piece.piece.side == side);
        own.fold(Score::ZERO, |total, piece| total + piece.worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Network;

    #[test]
    fn the_worth_of_a_piece_is_what_is_lost_without_it() {
        let mut evaluator = Evaluator::new(Network::built_in());
        let text = "s [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
        let position: Position = text.parse().unwrap();
        let explanation = Explanation::new(&mut evaluator, &position);
        assert_eq!(explanation.score, evaluator.evaluate(&position));
        let without: Position = text.replace('M', ".").parse().unwrap();
        let camel = explanation
            .pieces
            .iter()
            .find(|worth| worth.piece.letter() == 'M');
        let for_gold = evaluator.evaluate(&without) - explanation.score;
        assert_eq!(camel.unwrap().worth, for_gold);
    }
}
