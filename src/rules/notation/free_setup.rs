use super::Token;
use crate::rules::Label;
use crate::rules::{Board, BoardError, Game, GameError, Move, Position, SetupError, setup};
use crate::types::{Bitboard, Side};

/// Reads a setup as records have it: one by the rules, or one with fewer pieces (a handicap) or with pieces outside the
/// home rows (a free placement).
///
/// After the latter the game is one that goes on from the pieces placed so far, since no rule allows such a move.
///
/// # Errors
/// What is wrong with the setup, if no board can have these pieces there either.
pub(super) fn play_setup(game: &Game, text: &str) -> Result<Game, GameError> {
    let error = match play_by_the_rules(game, text) {
        Ok(played) => return Ok(played),
        Err(error) => error,
    };
    let may_be_free = matches!(
        error,
        GameError::Setup(SetupError::WrongCount { .. } | SetupError::OutsideHome { .. })
    );
    if !may_be_free {
        return Err(error);
    }
    let side = game.side_to_move();
    let board = place_freely(*game.position().board(), side, text)?;
    Ok(match side {
        Side::Gold => Game::before_silvers_setup(board),
        Side::Silver => {
            Game::from_numbered_position(Position::new(board, Side::Gold), Label::FIRST_TURN)
        }
    })
}

fn play_by_the_rules(game: &Game, text: &str) -> Result<Game, GameError> {
    let setup = game.read_move(text)?;
    if let Move::Setup(setup) = &setup {
        // The other side may have been placed freely, here too.
        let occupied = game.position().board().occupied();
        let mut placements = setup.placements();
        if let Some((piece, square)) = placements.find(|&(_, square)| occupied.contains(square)) {
            let token = Token::Placement(piece, square).to_string();
            return Err(SetupError::SquareTaken { token }.into());
        }
    }
    let mut played = game.clone();
    played.play(setup)?;
    Ok(played)
}

/// Returns the board with these pieces of the side on it.
fn place_freely(board: Board, side: Side, text: &str) -> Result<Board, SetupError> {
    let board = setup::place(board, side, text, !Bitboard::EMPTY)?;
    match board.validate() {
        Ok(()) => Ok(board),
        Err(BoardError::TooMany { kind, count, .. }) => Err(SetupError::WrongCount { kind, count }),
        Err(error) => Err(error.into()),
    }
}
