use anyhow::ensure;
use loxodon::tactics::goal;

use super::brute;
use super::game::Moment;
use super::kind::{Answer, Kind};

/// The side to move reaches its goal in this turn: in how few steps?
pub(super) const KIND: Kind = Kind {
    file: "goal_in_one.tsv",
    letters: "o",
    columns: &["steps"],
    // For one to four steps.
    wanted: &[30; 4],
    pose,
};

fn pose(moment: &Moment) -> anyhow::Result<Option<Answer>> {
    let position = &moment.position;
    let Some(steps) = goal::fewest_steps(position) else {
        return Ok(None);
    };
    let steps = usize::from(steps);
    ensure!(
        brute::fewest_steps_to_goal(position) == Some(steps),
        "{position}: the goal does not take {steps} steps"
    );
    Ok(Some(Answer {
        class: steps - 1,
        cells: vec![steps.to_string()],
    }))
}
