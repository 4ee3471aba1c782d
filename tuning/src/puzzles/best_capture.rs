use anyhow::ensure;
use loxodon::tactics::capture::captures;

use super::brute;
use super::game::Moment;
use super::kind::{Answer, Kind};

/// Which is the strongest piece that the side to move can capture in this turn?
pub(super) const KIND: Kind = Kind {
    file: "best_capture.tsv",
    letters: "c",
    columns: &["piece", "square", "steps"],
    wanted: &[80],
    pose,
};

fn pose(moment: &Moment) -> anyhow::Result<Option<Answer>> {
    let position = &moment.position;
    let captures = captures(position);
    let Some(best) = captures.iter().max_by_key(|capture| capture.piece.kind) else {
        return Ok(None);
    };
    let kind = best.piece.kind;
    let as_strong = captures.iter().filter(|other| other.piece.kind == kind);
    // With a single piece to capture there is nothing to choose.
    if captures.len() < 2 || as_strong.count() > 1 || brute::wins_at_once(position) {
        return Ok(None);
    }
    ensure!(
        brute::fewest_steps_to_goal(position).is_none(),
        "{position}: there is a goal"
    );
    for (square, piece) in position.board().iter() {
        if piece.side == best.piece.side && piece.kind >= kind {
            let steps = (square == best.square).then_some(usize::from(best.steps()));
            ensure!(
                brute::fewest_steps_to_capture(position, square) == steps,
                "{position}: the capture on {square} does not take {steps:?} steps"
            );
        }
    }
    Ok(Some(Answer {
        class: 0,
        cells: vec![
            best.piece.letter().to_string(),
            best.square.to_string(),
            best.steps().to_string(),
        ],
    }))
}
