//! Taking a match up again: whether a log is of this match, and what is left to play.

use std::collections::HashSet;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::Arguments;
use super::game_record::GameRecord;
use super::schedule::Fixture;
use super::sprt::Sprt;
use crate::opening_file::{self, Opening};

/// The number of the log's form; another one is another form.
const LOG_FORM: u32 = 1;

/// Everything that decides how games are played and when they end, to tell matches apart by their logs. The number of
/// games is not among it, since a longer match begins like a shorter one.
pub(super) fn parameters(arguments: &Arguments, openings: &[Opening], sprt: Option<Sprt>) -> Value {
    json!({
        "loxodon_match": LOG_FORM,
        "engines": arguments.engines.0,
        "tc": arguments.tc.map(|control| control.to_string()),
        "openings": openings.len(),
        "openings_hash": opening_file::hash(openings),
        "seed": arguments.seed,
        "max_turns": arguments.max_turns,
        "sprt": sprt.map(|test| [test.elo0, test.elo1, test.alpha, test.beta]),
        "grace_ms": arguments.grace,
        "patience_s": arguments.patience,
        "lenient": arguments.lenient,
    })
}

/// The games that are not logged yet. Those that are must be the ones that the schedule has.
pub(super) fn fixtures_left(
    fixtures: Vec<Fixture>,
    logged: &[GameRecord],
    openings: &[Opening],
) -> anyhow::Result<Vec<Fixture>> {
    let mut finished = HashSet::new();
    for game in logged {
        let number = game.game;
        ensure!(finished.insert(number), "the log has game {number} twice");
        let fixture = usize::try_from(number)
            .ok()
            .and_then(|number| fixtures.get(number.checked_sub(1)?))
            .with_context(|| {
                format!(
                    "the log has game {number}, but --games is {} now",
                    fixtures.len()
                )
            })?;
        let opening = fixture.opening.and_then(|index| openings.get(index));
        ensure!(
            opening.map(|opening| &opening.id) == game.opening.as_ref(),
            "game {number} of the log has another opening than the schedule"
        );
    }
    Ok(fixtures
        .into_iter()
        .filter(|fixture| !finished.contains(&fixture.game))
        .collect())
}
