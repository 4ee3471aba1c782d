use super::Token;
use crate::rules::game::Label;
use crate::rules::{Board, Game, GameError, Move, Position, SetupError};
use crate::types::Side;

/// Reads a setup as records have it: one by the rules, or one with fewer pieces (a handicap) or with pieces outside the
/// home rows (a free placement).
///
/// After the latter the game is one that goes on from the pieces placed so far, since no rule allows such a move.
///
/// # Errors
/// Which rule the setup breaks, if no board can have these pieces there either.
pub(super) fn play_setup(game: &Game, text: &str) -> Result<Game, GameError> {
    let error = match play_by_the_rules(game, text) {
        Ok(played) => return Ok(played),
        Err(error) => error,
    };
    let may_be_free = matches!(
        error,
        GameError::Setup(SetupError::WrongCount { .. } | SetupError::OutsideHome { .. })
    );
    let (board, side) = (*game.position().board(), game.side_to_move());
    let placed = if may_be_free {
        place_freely(board, side, text)
    } else {
        None
    };
    match (placed, side) {
        (Some(board), Side::Gold) => Ok(Game::before_silvers_setup(board)),
        (Some(board), Side::Silver) => Ok(Game::from_numbered_position(
            Position::new(board, Side::Gold),
            Label::FIRST_TURN,
        )),
        (None, _) => Err(error),
    }
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

/// Returns the board with these pieces of the side on it, if it can have them.
fn place_freely(mut board: Board, side: Side, text: &str) -> Option<Board> {
    for word in text.split_whitespace() {
        let Ok(Token::Placement(piece, square)) = word.parse() else {
            return None;
        };
        if piece.side != side || board.piece_at(square).is_some() {
            return None;
        }
        board.put(piece, square);
    }
    board.validate().is_ok().then_some(board)
}
