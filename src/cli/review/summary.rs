//! What the turns of a game come to.

use serde::Serialize;

use super::judged_turn::JudgedTurn;
use super::judgement::Judgement;
use super::subject::Subject;
use crate::cli::json::{BothSides, GameResult, TagObject, probability};
use crate::rules::Outcome;
use crate::types::Side;

/// The last object of a review.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    /// What the record says of the game.
    #[serde(skip_serializing_if = "TagObject::is_empty")]
    tags: TagObject<'a>,
    /// How many turns were reviewed, of both sides.
    pub(super) turns: usize,
    #[serde(flatten)]
    pub(super) sides: BothSides<SideSummary>,
    /// The first turn after which the side that won, or is more likely to, stayed more likely to win until the end; none
    /// if it was so from the first turn on or only at the end, or if not all turns were reviewed.
    pub(super) turning_point: Option<String>,
    result: Option<GameResult>,
    /// How the game has ended, if all turns were reviewed.
    #[serde(skip)]
    pub(super) outcome: Option<Outcome>,
    /// Ctrl-C came before all turns were reviewed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) interrupted: bool,
}

/// How a side has played.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct SideSummary {
    pub(super) turns: usize,
    /// How much probability of winning it lost a turn, on average.
    pub(super) mean_loss: f64,
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
    pub(super) missed_goals: usize,
    pub(super) allowed_goals: usize,
    /// Its turn that lost most, if it was an inaccuracy at least.
    pub(super) decisive_turn: Option<String>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(subject: &'a Subject, turns: &[JudgedTurn], interrupted: bool) -> Self {
        let outcome = subject.whole.outcome().filter(|_| !interrupted);
        let winner = outcome.map(|outcome| outcome.winner);
        Self {
            tags: TagObject(&subject.tags),
            turns: turns.len(),
            sides: BothSides::new(|side| SideSummary::new(turns, side)),
            turning_point: turning_point(turns, winner).filter(|_| !interrupted),
            result: outcome.map(Into::into),
            outcome,
            interrupted,
        }
    }
}

impl SideSummary {
    fn new(turns: &[JudgedTurn], side: Side) -> Self {
        let own = || turns.iter().filter(|turn| turn.side == side);
        let count = |is_so: &dyn Fn(&JudgedTurn) -> bool| own().filter(|turn| is_so(turn)).count();
        let judged = |judgement| count(&|turn| turn.judgement == Some(judgement));
        let sum = own().fold(0.0, |sum, turn| sum + turn.loss);
        let number = own().count();
        let worst = own()
            .filter(|turn| turn.judgement.is_some())
            // The first of equals.
            .reduce(
                |worst, turn| {
                    if turn.loss > worst.loss { turn } else { worst }
                },
            );
        Self {
            turns: number,
            mean_loss: probability(sum / number.max(1) as f64),
            inaccuracies: judged(Judgement::Inaccuracy),
            mistakes: judged(Judgement::Mistake),
            blunders: judged(Judgement::Blunder),
            missed_goals: count(&|turn| turn.missed.goal.is_some()),
            allowed_goals: count(&|turn| turn.allowed.goal.is_some()),
            decisive_turn: worst.map(|turn| turn.turn.clone()),
        }
    }

    /// Returns how many of its turns were called so.
    pub(super) const fn count(&self, judgement: Judgement) -> usize {
        match judgement {
            Judgement::Inaccuracy => self.inaccuracies,
            Judgement::Mistake => self.mistakes,
            Judgement::Blunder => self.blunders,
        }
    }
}

/// Returns the first turn after which the winner stayed more likely to win.
fn turning_point(turns: &[JudgedTurn], winner: Option<Side>) -> Option<String> {
    let last = turns.last()?.gold_win_after();
    let winner = winner.unwrap_or(if last > 0.5 { Side::Gold } else { Side::Silver });
    let is_ahead = |turn: &JudgedTurn| match winner {
        Side::Gold => turn.gold_win_after() > 0.5,
        Side::Silver => turn.gold_win_after() < 0.5,
    };
    let behind = turns.iter().rposition(|turn| !is_ahead(turn))?;
    turns.get(behind + 1).map(|turn| turn.turn.clone())
}
