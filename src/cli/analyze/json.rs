use serde::Serialize;

use super::analysis::{Analysis, End, Subject};
use crate::cli::json::{GameResult, probability, seconds};
use crate::cli::variation::written_variation;
use crate::rules::{Move, Outcome};
use crate::search::{Iteration, Line};
use crate::types::Score;

/// What a depth has found.
#[derive(Serialize)]
pub(super) struct Found<'a> {
    label: &'a str,
    position: String,
    /// The steps that the side to move has left: less than four in the middle of a turn.
    steps_left: u8,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    multipv: Option<usize>,
    /// Whether the side to move is to set up, so that `pv` begins with a setup.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    setup: bool,
    /// For the side to move; none if no depth was finished.
    score: Option<i32>,
    win: Option<f64>,
    nodes: u64,
    nps: u64,
    time: f64,
    pv: Vec<String>,
}

/// What the analysis has come to.
#[derive(Serialize)]
pub(super) struct Last<'a> {
    #[serde(flatten)]
    found: Found<'a>,
    bestmove: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

impl<'a> Found<'a> {
    fn new(
        subject: &Subject<'a>,
        iteration: &Iteration,
        score: Option<Score>,
        pv: Vec<String>,
    ) -> Self {
        let Subject {
            label,
            game,
            network,
            ..
        } = *subject;
        Self {
            label,
            position: game.position().to_string(),
            steps_left: game.position().steps_left(),
            depth: iteration.depth,
            multipv: None,
            setup: game.is_setting_up(),
            score: score.map(|score| score.0),
            win: score.map(|score| probability(network.win_probability(score))),
            nodes: iteration.nodes,
            nps: iteration.nodes_per_second(),
            time: seconds(iteration.elapsed),
            pv,
        }
    }

    fn of_line(subject: &Subject<'a>, iteration: &Iteration, line: &Line) -> Self {
        let pv = written_variation(subject.game, line);
        Self::new(subject, iteration, Some(line.score), pv)
    }

    fn numbered(self, index: usize, subject: &Subject<'_>) -> Self {
        Self {
            multipv: subject.is_multi.then_some(index + 1),
            ..self
        }
    }
}

/// Returns an object for each variation of a finished depth.
pub(super) fn of_depth<'a>(subject: &Subject<'a>, iteration: &Iteration) -> Vec<Found<'a>> {
    let lines = iteration.lines.iter().enumerate();
    lines
        .map(|(index, line)| Found::of_line(subject, iteration, line).numbered(index, subject))
        .collect()
}

/// Returns the last object of an analysis.
pub(super) fn last<'a>(subject: &Subject<'a>, end: &End) -> Last<'a> {
    match end {
        End::Decided(outcome) => decided(subject, *outcome),
        End::Best(best, iteration) => of_best(subject, best, iteration),
    }
}

fn of_best<'a>(subject: &Subject<'a>, best: &Move, iteration: &Iteration) -> Last<'a> {
    let bestmove = subject.game.write_move(best);
    let found = match iteration.lines.first() {
        Some(line) => Found::of_line(subject, iteration, line),
        None => Found::new(subject, iteration, None, vec![bestmove.clone()]),
    };
    Last {
        found: found.numbered(0, subject),
        bestmove: Some(bestmove),
        result: None,
    }
}

/// Returns the only object for a game that is over.
fn decided<'a>(subject: &Subject<'a>, outcome: Outcome) -> Last<'a> {
    let score = Score::end_in(0, outcome.winner == subject.game.side_to_move());
    Last {
        found: Found::new(subject, &Iteration::default(), Some(score), Vec::new()),
        bestmove: None,
        result: Some(outcome.into()),
    }
}

/// Returns all objects of an analysis, each with the end of its line.
pub(super) fn lines(subject: &Subject<'_>, analysis: &Analysis) -> serde_json::Result<String> {
    let mut text = String::new();
    for iteration in &analysis.depths {
        for found in of_depth(subject, iteration) {
            text += &serde_json::to_string(&found)?;
            text.push('\n');
        }
    }
    text += &serde_json::to_string(&last(subject, &analysis.end))?;
    text.push('\n');
    Ok(text)
}
