use std::ops::ControlFlow;

use anyhow::ensure;
use loxodon::rules::notation::board_string;
use loxodon::tactics::defence::{self, Threat};

use super::brute;
use super::game::Moment;
use super::kind::{Answer, Kind};

/// The opponent threatens to reach its goal in its next turn: which turns stop that?
pub(super) const KIND: Kind = Kind {
    file: "only_defence.tsv",
    letters: "d",
    columns: &["defences", "boards"],
    wanted: &[60],
    pose,
};

/// A puzzle has no more defences.
const MOST_DEFENCES: usize = 3;

fn pose(moment: &Moment) -> anyhow::Result<Option<Answer>> {
    let position = &moment.position;
    if Threat::against(position).is_none() || brute::wins_at_once(position) {
        return Ok(None);
    }
    let mut held = Vec::new();
    let all = position.visit_distinct_turns(|turn, _| {
        let after = position.after_turn(turn);
        if defence::holds(&after) {
            held.push(after);
        }
        if held.len() > MOST_DEFENCES {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if all.is_break() || held.is_empty() {
        return Ok(None);
    }
    for after in &held {
        ensure!(
            brute::fewest_steps_to_goal(after).is_none(),
            "{after}: the defence does not stop the goal"
        );
    }
    let boards: Vec<String> = held
        .iter()
        .map(|after| board_string(after.board()))
        .collect();
    Ok(Some(Answer {
        class: 0,
        cells: vec![boards.len().to_string(), boards.join(" ")],
    }))
}
