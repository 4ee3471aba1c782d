//! The order of the root's turns.
//!
//! Within the tree, actions are ordered step by step. At the root there is time to score every turn as a whole by quiescence
//! search. Most need none: since the opponent may make no capture, a turn that threatens no goal is worth no more than the
//! evaluation after it. Only turns whose bound is near the best score are searched.

use std::cmp::Reverse;

use super::make::MadeAction;
use super::parameters;
use super::pv::Pv;
use super::root_turns::{RootEntry, RootScore, RootTurn};
use super::worker::Worker;
use crate::rules::Turn;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::Score;

/// A score that no turn has: quiescence search stops at a bound for it.
const ABOVE_ALL: Score = Score(Score::INFINITE.0 - 1);

impl<'a> Worker<'a> {
    /// Returns all legal turns.
    pub(super) fn turns_at_root(&mut self) -> &'a [RootTurn] {
        let root_turns = self.root_turns;
        root_turns.turns(|| {
            // A turn that was begun may end at once, too.
            let at_once = (self.root_steps < STEPS_PER_TURN.into()).then(Turn::new);
            let turns = at_once.into_iter().chain(self.position.distinct_turns());
            self.allowed(turns)
        })
    }

    /// Returns those of the turns that the rules of repetition allow; what wins or loses at once is scored.
    pub(super) fn allowed(&mut self, turns: impl IntoIterator<Item = Turn>) -> Vec<RootTurn> {
        let allowed = turns.into_iter().filter_map(|turn| {
            let look = |worker: &mut Self, end: &MadeAction| {
                (worker.position.board_key(), worker.key(), end.decided())
            };
            let (board_key, key, decided) = self.after_turn(&turn, look)?;
            let turn = RootTurn::new(turn, board_key, key);
            if let Some(score) = decided {
                turn.set_score(RootScore { depth: 0, score });
            }
            Some(turn)
        });
        allowed.collect()
    }

    /// Returns the turns of at most that many steps, the best ones first. A search for other lines scores no more turns once
    /// `wanted` of them win.
    pub(super) fn rank(
        &mut self,
        turns: &[RootTurn],
        steps: usize,
        wanted: usize,
    ) -> Vec<RootEntry> {
        let is_ranked = |index: &usize| turns[*index].turn.len() <= steps;
        self.bound_scores(turns, is_ranked, wanted);
        let ranked = (0..turns.len()).filter(is_ranked);
        let mut order: Vec<RootEntry> = ranked.map(RootEntry::new).collect();
        let score = |entry: &RootEntry| turns[entry.index].score().map(|known| known.score);
        let sort =
            |order: &mut [RootEntry]| order.sort_by_cached_key(|entry| Reverse(score(entry)));
        sort(&mut order);
        self.score_best(turns, &order);
        sort(&mut order);
        order
    }

    /// Bounds the scores of the turns from above. The threads share the work: what another one has claimed may not be bounded
    /// yet, for it does not wait.
    fn bound_scores(
        &mut self,
        turns: &[RootTurn],
        is_ranked: impl Fn(&usize) -> bool,
        wanted: usize,
    ) {
        let root_turns = self.root_turns;
        let claimed = std::iter::from_fn(|| root_turns.claim()).flatten();
        let wins_at_once = |turn: &&RootTurn| {
            Some(turn.board_key) != self.excluded
                && turn.score().is_some_and(RootScore::wins_at_once)
        };
        let ranked = (0..turns.len()).filter(&is_ranked);
        let mut winning = ranked
            .map(|index| &turns[index])
            .filter(wins_at_once)
            .count();
        for index in claimed.chain(0..turns.len()).filter(is_ranked) {
            let turn = &turns[index];
            let is_enough = self.excluded.is_some() && winning >= wanted;
            if turn.score().is_none() && !is_enough {
                self.score_by_qsearch(turn, ABOVE_ALL);
                winning += usize::from(turn.score().is_some_and(RootScore::wins_soon));
            }
            if self.is_stopped() {
                break;
            }
        }
    }

    /// Scores the turns whose bounds are near the best score; the order is that of the bounds.
    fn score_best(&mut self, turns: &[RootTurn], order: &[RootEntry]) {
        let mut best = -Score::INFINITE;
        for turn in order.iter().map(|entry| &turns[entry.index]) {
            let Some(known) = turn.score() else {
                break;
            };
            let alpha = (best - Score(parameters::told_apart())).max(-Score::INFINITE);
            if known.score < alpha || self.is_stopped() {
                break;
            }
            if Some(turn.board_key) == self.excluded {
                continue;
            }
            // Another thread may have searched it more deeply by now.
            if known.depth == 0 && !known.score.is_decided() {
                self.score_by_qsearch(turn, alpha);
            }
            best = best.max(turn.score().map_or(best, |known| known.score));
        }
    }

    /// Scores a turn by quiescence search: exactly, or with an upper bound if the score is not above `alpha`.
    fn score_by_qsearch(&mut self, turn: &RootTurn, alpha: Score) {
        let pv = &mut Pv::new();
        let ply = self.root_steps;
        let score = self.after_turn(&turn.turn, |worker, end| {
            worker.child(end, alpha, Score::INFINITE, 0, ply, pv)
        });
        if let Some(score) = score.filter(|_| !self.is_stopped()) {
            turn.set_score(RootScore { depth: 0, score });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::Shared;
    use super::super::thread_pool::ThreadData;
    use super::super::{Limits, StopFlag, Table};
    use super::*;
    use crate::eval::Network;
    use crate::rules::{Game, Position};
    use crate::types::Side;

    /// Calls `test` with a worker whose root is that position.
    fn with_worker((side, board): (Side, &str), test: impl FnOnce(&mut Worker)) {
        let game = Game::from_position(Position::new(board.parse().unwrap(), side));
        let (table, limits, stop) = (
            Table::new(1).unwrap(),
            Limits::default(),
            StopFlag::default(),
        );
        let shared = Shared::new(&table, 1, &limits, &stop);
        let mut thread_data = ThreadData::new(&Network::built_in());
        test(&mut Worker::new(&game, &shared, 0, &mut thread_data));
    }

    /// Positions of `positions/bench.tsv`: an opening, a middle game with captures at hand, and three in which goals can be
    /// threatened.
    const POSITIONS: [(Side, &str); 5] = [
        (
            Side::Gold,
            "[rrrddrrrr.c.m..r.h.E..c......e.......Mh..H.....H.RD..DR.RRRCCRRR]",
        ),
        (
            Side::Silver,
            "[rrrc.rrr..dd.c.r.Em..........e...r..R..D.H....h.R.CR.h.R..R..R..]",
        ),
        (
            Side::Silver,
            "[r.r.drrrr.d....r.HrC..H...........R......h..e.E.R.DD...R.RR..RR.]",
        ),
        (
            Side::Gold,
            "[.r....r.rRr..rr..R.rc.h.R......r..m..R......R.e.R.....C.........]",
        ),
        (
            Side::Gold,
            "[....rr.r..H..d..r..rE.r...r................eR.D.R....C.R.R.R.RR.]",
        ),
    ];

    #[test]
    fn no_turn_has_a_better_score_than_the_first() {
        for position in POSITIONS {
            with_worker(position, |worker| {
                let turns = worker.turns_at_root();
                let order = worker.rank(turns, STEPS_PER_TURN.into(), 1);
                assert_eq!(order.len(), turns.len());
                let ranked: Vec<_> = turns.iter().map(RootTurn::score).collect();
                let score = |index: usize| turns[index].score().unwrap().score;
                let first = score(order[0].index);
                for (turn, ranked) in turns.iter().zip(ranked) {
                    if !ranked.unwrap().score.is_decided() {
                        worker.score_by_qsearch(turn, -Score::INFINITE);
                    }
                    assert!(
                        turn.score().unwrap().score <= ranked.unwrap().score,
                        "{position:?}"
                    );
                }
                let best = (0..turns.len()).map(score).max();
                assert_eq!(best, Some(first), "{position:?}");
            });
        }
    }
}
