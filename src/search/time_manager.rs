//! When a search stops by the clock: the only owner of its soft and hard time limit.

use std::time::Duration;

use arrayvec::ArrayVec;

use crate::clock::Budget;
use crate::rules::Position;
use crate::tactics::defence::{DefenceCost, Threat, defence_cost};
use crate::types::Score;

/// The turn may take its hard time limit if the score falls by more than this, in centi-rabbits, below those of the last
/// depths (two thirds of the 40 of de559a1, like the margins of pruning since e67bd51).
const FAIL_LOW_MARGIN: i32 = 27;
/// The number of last depths whose worst score counts, since scores go up and down with whose step is the last (20f7350,
/// where one depth alone lost 4-16).
const RECENT_DEPTHS: usize = 4;
/// The factor on the time of a turn in which few defences hold (20f7350).
const PRESSED: u32 = 2;
/// Few defences hold if the shortest take more steps than this, or none is found soon (20f7350).
const EASY_DEFENCE: u8 = 2;

/// The time of one thread's search.
#[derive(Default)]
pub(super) struct TimeManager {
    /// The time for this turn; none if no clock runs, and in helper threads, which stop when the main thread does.
    budget: Option<Budget>,
    /// The time at which the thread stops, as far as it is known.
    deadline: Option<Duration>,
    /// A score at the root below this allows the hard time limit.
    fail_low_bound: Option<Score>,
    /// The scores of the last depths.
    recent: ArrayVec<Score, RECENT_DEPTHS>,
}

impl TimeManager {
    /// Returns the time for a turn: more than usual where the opponent threatens a goal and few defences hold.
    pub(super) fn for_turn(usual: Option<Budget>, position: &Position) -> Self {
        let budget = usual.map(|usual| {
            let times = if is_pressed(position) { PRESSED } else { 1 };
            Budget {
                soft: usual.soft.saturating_mul(times).min(usual.hard),
                hard: usual.hard,
            }
        });
        Self {
            budget,
            ..Self::default()
        }
    }

    /// Returns the time of a search beside this one: up to the soft limit, whatever its scores.
    pub(super) fn of_other_lines(&self) -> Self {
        let soft = self.budget.map(|budget| budget.soft);
        Self {
            budget: soft.map(Budget::exactly),
            deadline: soft,
            ..Self::default()
        }
    }

    /// Returns the time of a search within this one: as long as this one has, whatever its own scores.
    pub(super) fn of_replies(&self) -> Self {
        Self {
            deadline: self.deadline,
            ..Self::default()
        }
    }

    /// Begins a depth, which has the soft time limit at first.
    pub(super) fn begin_depth(&mut self) {
        self.deadline = self.budget.map(|budget| budget.soft);
        let worst = self.recent.iter().min();
        self.fail_low_bound = worst.map(|&score| score - Score(FAIL_LOW_MARGIN));
    }

    /// Takes the root's best score so far into account; while it has fallen, the search may use its hard time limit.
    pub(super) fn improve_root(&mut self, score: Score) {
        if let Some(budget) = self.budget {
            let has_fallen = self.fail_low_bound.is_some_and(|bound| score < bound);
            self.deadline = Some(if has_fallen { budget.hard } else { budget.soft });
        }
    }

    /// Ends a depth with the score that it has found.
    pub(super) fn finish_depth(&mut self, score: Score) {
        if self.recent.is_full() {
            self.recent.remove(0);
        }
        self.recent.push(score);
    }

    /// Returns whether the time is over.
    pub(super) fn is_over(&self, elapsed: impl FnOnce() -> Duration) -> bool {
        self.deadline.is_some_and(|deadline| elapsed() >= deadline)
    }
}

/// Returns whether the opponent threatens a goal and few defences hold.
fn is_pressed(position: &Position) -> bool {
    let Some(threat) = Threat::against(position) else {
        return false;
    };
    match defence_cost(position, threat) {
        DefenceCost::Steps(steps) => steps > EASY_DEFENCE,
        DefenceCost::Hopeless => false,
        DefenceCost::Unknown => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    const SOFT: Duration = Duration::from_secs(1);
    const HARD: Duration = Duration::from_secs(5);

    fn time(pieces: &str) -> TimeManager {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        let budget = Budget {
            soft: SOFT,
            hard: HARD,
        };
        let mut time = TimeManager::for_turn(Some(budget), &position);
        time.begin_depth();
        time
    }

    fn ends(time: &TimeManager) -> Duration {
        let seconds = (0..10).map(Duration::from_secs);
        let over = seconds.filter(|&at| time.is_over(|| at));
        over.min().unwrap()
    }

    #[test]
    fn a_score_that_has_fallen_allows_more_time_until_it_recovers() {
        let mut time = time("Ed4 Ra1 rh8");
        assert_eq!(ends(&time), SOFT);
        for score in [50, 10, 40, 60, 70] {
            time.begin_depth();
            time.improve_root(Score(score));
            time.finish_depth(Score(score));
        }
        time.begin_depth();
        let worst = 10;
        time.improve_root(Score(worst - FAIL_LOW_MARGIN));
        assert_eq!(ends(&time), SOFT);
        time.improve_root(Score(worst - FAIL_LOW_MARGIN - 1));
        assert_eq!(ends(&time), HARD);
        assert_eq!(ends(&time.of_other_lines()), SOFT);
        time.improve_root(Score(worst));
        assert_eq!(ends(&time), SOFT);
    }

    #[test]
    fn a_threat_that_is_hard_to_stop_allows_more_time() {
        // The elephant has to come from far away.
        assert_eq!(ends(&time("Eb4 Ra1 re3 hh8")), 2 * SOFT);
        assert_eq!(ends(&time("Ee1 Ra1 re4 hh8")), SOFT);
    }

    #[test]
    fn without_a_clock_time_never_ends() {
        let position = Position::new(Board::with_pieces("Ed4 Ra1 rh8"), Side::Gold);
        let mut time = TimeManager::for_turn(None, &position);
        time.begin_depth();
        time.improve_root(Score(-500));
        assert!(!time.is_over(|| Duration::MAX));
    }
}
