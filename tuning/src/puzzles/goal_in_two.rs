use std::ops::ControlFlow;

use anyhow::ensure;
use loxodon::rules::notation::write_turn;
use loxodon::rules::{Position, Turn};
use loxodon::tactics::defence::{self, Threat};

use super::brute;
use super::game::Moment;
use super::kind::{Answer, Kind};

/// Which turn wins, for whatever the reply, a goal follows?
pub(super) const KIND: Kind = Kind {
    file: "goal_in_two.tsv",
    letters: "t",
    columns: &["turn"],
    wanted: &[60],
    pose,
};

fn pose(moment: &Moment) -> anyhow::Result<Option<Answer>> {
    let position = &moment.position;
    // Elsewhere such turns are rare.
    if !moment.goal_follows || brute::wins_at_once(position) {
        return Ok(None);
    }
    let Some(turn) = undefended_threat(position) else {
        return Ok(None);
    };
    ensure!(
        brute::wins_in_two(position, &turn),
        "{position}: there is a defence against {turn:?}"
    );
    Ok(Some(Answer {
        class: 0,
        cells: vec![write_turn(position, &turn)],
    }))
}

/// Returns a turn that threatens a goal against which there is no defence.
fn undefended_threat(position: &Position) -> Option<Turn> {
    let found = position.visit_distinct_turns(|turn, _| {
        let after = position.after_turn(turn);
        if Threat::against(&after).is_some_and(|threat| threat.steps > 0)
            && !defence::is_possible(&after)
        {
            ControlFlow::Break(turn.clone())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.break_value()
}
