use super::Token;
use crate::rules::game::Label;
use crate::rules::{Board, Game, GameError, Move, Position, SetupError};
use crate::types::{Bitboard, Side};

/// Reads a setup as records have it: one by the rules, or one with fewer pieces (a handicap) or with pieces outside the
/// home rows (a free placement).
///
/// After the latter the game is one that goes on from the pieces placed so far, since no rule allows such a move.
///
/// # Errors
/// Which rule the setup breaks, if no board can have these pieces there either.
pub(super) fn play_setup(game: &Game, text: &str) -> Result<Game, GameError> {
    let (board, side) = (game.position().board(), game.side_to_move());
    let in_the_way: Bitboard = board.occupied() & side.home_rows();
    let by_the_rules = game.read_move(text).and_then(|setup| {
        let Move::Setup(placed) = &setup else {
            return Ok(setup);
        };
        let taken = placed
            .placements()
            .find(|&(_, square)| in_the_way.contains(square));
        match taken {
            Some((piece, square)) => {
                let token = Token::Placement(piece, square).to_string();
                Err(SetupError::SquareTaken { token }.into())
            }
            None => Ok(setup),
        }
    });
    let error = match by_the_rules {
        Ok(setup) => {
            let mut played = game.clone();
            played.play(setup)?;
            return Ok(played);
        }
        Err(error) => error,
    };
    let may_be_free = matches!(
        error,
        GameError::Setup(SetupError::WrongCount { .. } | SetupError::OutsideHome { .. })
    );
    let placed = may_be_free.then(|| place_freely(*board, side, text));
    match (placed.flatten(), side) {
        (Some(board), Side::Gold) => Ok(Game::before_silvers_setup(board)),
        (Some(board), Side::Silver) => Ok(Game::from_numbered_position(
            Position::new(board, Side::Gold),
            Label::FIRST_TURN,
        )),
        (None, _) => Err(error),
    }
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
