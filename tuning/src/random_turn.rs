use loxodon::rules::{Game, Move};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Returns a turn that the rules allow, any distinct one as likely as another; none if it is time for a setup, or if
/// the turn hit upon would bring a position about for the third time.
pub(crate) fn random_turn(game: &Game, random: &mut StdRng) -> Option<Move> {
    if game.is_setting_up() {
        return None;
    }
    let turns = game.position().distinct_turns();
    let turn = turns.choose(random)?;
    let after = game.position().after_turn(turn);
    (!game.would_repeat(after.board_key())).then(|| Move::Turn(turn.clone()))
}
