//! Taking a match up again: what is left to play.

use std::collections::HashSet;

use anyhow::{Context, ensure};

use super::game_record::GameRecord;
use super::schedule::Fixture;
use crate::opening_file::Opening;

/// Returns the games that are not logged yet. Those that are must be the ones that the schedule has.
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
