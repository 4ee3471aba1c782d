//! The labels of a position, and which positions teach an evaluation nothing.
//!
//! An evaluation is asked about positions in which nothing is about to happen: quiescence plays captures out first, and
//! goals are looked for by rule. A score that is about a capture or a goal teaches it the wrong thing, namely to see in
//! the board's looks what only search can see.

use std::sync::Arc;

use loxodon::engine::{Engine, Options};
use loxodon::eval::{Evaluator, Network};
use loxodon::rules::turn::STEPS_PER_TURN;
use loxodon::rules::{Position, Step, outcome};
use loxodon::search::Line;
use loxodon::tactics::{goal, walk};
use loxodon::types::Score;

use super::rules::Rules;

/// Positions that are as good as won or lost are left out, in centi-rabbits: about 3 % of those sampled.
const MOST_SCORE: i32 = 3000;

/// Labels positions by searches of their own.
pub(super) struct Labeller<'a> {
    rules: &'a Rules,
    engine: Engine,
    evaluator: Evaluator,
}

/// What a position is worth to its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labels {
    /// The static evaluation.
    pub(super) evaluation: Score,
    /// What a search found, if one is wanted.
    pub(super) searched: Option<Score>,
}

impl<'a> Labeller<'a> {
    pub(super) fn new(rules: &'a Rules, network: &Arc<Network>) -> anyhow::Result<Self> {
        let options = Options {
            hash_mib: rules.hash,
            threads: 1,
            seed: Some(0),
        };
        let engine = Engine::with_network(options, Arc::clone(network))?;
        let evaluator = Evaluator::new(Arc::clone(network));
        Ok(Self {
            rules,
            engine,
            evaluator,
        })
    }

    /// Returns the position labelled by a search of its own, and those after the first steps of the best turn, in which the
    /// same score is at stake; none of those that are not quiet.
    pub(super) fn label(&mut self, position: &Position) -> Vec<(Position, Labels)> {
        let Some(evaluation) = self.quiet_evaluation(position) else {
            return Vec::new();
        };
        if self.rules.label_nodes == 0 {
            let labels = Labels {
                evaluation,
                searched: None,
            };
            return vec![(*position, labels)];
        }
        self.engine.set_position(*position);
        let search = self.engine.prepare(self.rules.label_limits());
        match search.run(&mut ()).last.lines.first() {
            Some(line) => self.label_by(position, line),
            None => Vec::new(),
        }
    }

    /// Returns the position labelled by the line that a search of it has found, and those after the line's first steps
    /// likewise; none if the first turn captures or the score is as good as decided, and none of those that are not
    /// quiet.
    pub(super) fn label_by(&mut self, position: &Position, line: &Line) -> Vec<(Position, Labels)> {
        let Some(turn) = line.turns.first() else {
            return Vec::new();
        };
        if line.score.0.abs() >= MOST_SCORE || captures(position, turn) {
            return Vec::new();
        }
        let last = turn.len().saturating_sub(1);
        let mut after = *position;
        let mut along_turn = vec![after];
        for &step in turn[..last].iter().take(self.rules.line_steps as usize) {
            after.play(step);
            // Such a position is never evaluated.
            if !after.pending().is_push() {
                along_turn.push(after);
            }
        }
        let mut labelled = Vec::new();
        for position in along_turn {
            if let Some(evaluation) = self.quiet_evaluation(&position) {
                let labels = Labels {
                    evaluation,
                    searched: Some(line.score),
                };
                labelled.push((position, labels));
            }
        }
        labelled
    }

    /// Returns the static evaluation, unless it is as good as decided or a goal is near.
    fn quiet_evaluation(&mut self, position: &Position) -> Option<Score> {
        let evaluation = self.evaluator.evaluate(position);
        (!is_goal_near(position) && evaluation.0.abs() < MOST_SCORE).then_some(evaluation)
    }
}

/// Returns whether the side to move has a goal at hand, or a rabbit of the opponent could walk to its goal next turn,
/// so that the score would be about one forced defence.
///
/// Threats to capture don't count: they stand on the board for many turns in most games, and judging them is what an
/// evaluation is for.
fn is_goal_near(position: &Position) -> bool {
    let opponent = !position.side_to_move();
    // In the middle of a turn a rabbit may stand on its goal row, or the last rabbit may be gone.
    outcome::on_board(position.board(), opponent).is_some()
        || goal::fewest_steps(position).is_some()
        || walk::fewest_steps(position.board(), opponent, STEPS_PER_TURN).is_some()
}

fn captures(position: &Position, turn: &[Step]) -> bool {
    let mut position = *position;
    turn.iter().any(|&step| {
        let captured = position.captured_by(step).is_some();
        position.play(step);
        captured
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_is_told_from_a_quiet_turn() {
        let hanging: Position =
            "g [rrrrrrr.................................Er..............RRRRRRRR]"
                .parse()
                .unwrap();
        let captures = |turn| captures(&hanging, &hanging.read_turn(turn).unwrap());
        assert!(captures("rb3e rc3x Ea3e"));
        assert!(!captures("Ea3n"));
    }

    #[test]
    fn a_rabbit_near_its_goal_is_seen() {
        let is_near = |position: &str| is_goal_near(&position.parse().unwrap());
        assert!(!is_near(
            "g [rrrrrrr.........................rE......................RRRRRRRR]"
        ));
        assert!(is_near(
            "g [rrrrrrr...............................................r.RRRRRR..]"
        ));
        assert!(is_near(
            "g [rrrrrrr.................................................RRRRRr..]"
        ));
        assert!(is_near(
            "s [rrrrrrr...............................................r.RRRRRR..]"
        ));
    }
}
