use anyhow::Context;
use loxodon::engine::Engine;
use loxodon::rules::{Game, Move};
use loxodon::search::Limits;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// Searches a move and plays it or, with the probability `share`, a random turn.
pub(crate) fn play_move(
    engine: &mut Engine,
    limits: Limits,
    share: f64,
    random: &mut StdRng,
) -> anyhow::Result<()> {
    let searched = engine.prepare(limits).run(&mut ()).best;
    let best = searched.context("a game that is not over has a best move")?;
    let chosen = if random.random_bool(share) {
        random_turn(engine.game(), random).unwrap_or(best)
    } else {
        best
    };
    let text = engine.game().write_move(&chosen);
    engine.play(&text)?;
    Ok(())
}

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
