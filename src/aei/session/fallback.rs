//! What to play when a search has failed: losing a game to a bad move is better than losing it on time.

use crate::rules::{Game, Move, Setup};
use crate::types::{Kind, Side};

/// Returns a legal move, if there is any.
pub(super) fn any_legal_move(game: &Game) -> Option<Move> {
    if game.is_setting_up() {
        return any_setup(game.side_to_move()).map(Move::Setup);
    }
    game.any_legal_turn().map(Move::Turn)
}

/// Returns a setup with the rabbits behind and the strongest pieces in the middle.
fn any_setup(side: Side) -> Option<Setup> {
    use Kind::{Camel, Cat, Dog, Elephant, Horse, Rabbit};
    let front = [Horse, Dog, Cat, Camel, Elephant, Cat, Dog, Horse];
    let back = [Rabbit; 8];
    // The lower rank comes first.
    let rows = match side {
        Side::Gold => [back, front],
        Side::Silver => [front, back],
    };
    let mut kinds = rows.into_iter().flatten();
    Setup::new(
        side,
        std::array::from_fn(|_| kinds.next().unwrap_or(Rabbit)),
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_move_in_every_phase() {
        let mut game = Game::new();
        for _ in 0..6 {
            let next = any_legal_move(&game).unwrap();
            let text = game.write_move(&next);
            game.play_text(&text).unwrap();
        }
    }

    #[test]
    fn a_third_repetition_is_passed_over() {
        let start = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
        let mut game = Game::from_position(start.parse().unwrap());
        let mut play = |texts: [&str; 3]| {
            for text in texts {
                game.play_text(text).unwrap();
            }
            let next = any_legal_move(&game).unwrap();
            let text = game.write_move(&next);
            game.play(next).unwrap();
            text
        };
        assert_eq!(play(["Ha2n", "ha7s", "Ha3s"]), "ha6n");
        assert_ne!(play(["Ha2n", "ha7s", "Ha3s"]), "ha6n");
    }
}
