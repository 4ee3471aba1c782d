//! What the rest of a game says of its turns, and so of the positions that their searches evaluated.
//!
//! A search of some thousand nodes sees a turn or two ahead; that an attack will come through in twenty turns it doesn't
//! know, and neither does a network that learns from such searches alone. So a label may look ahead along the game: each
//! turn has a λ-return, the mean of what the searches of later turns saw and of the result, in which every turn counts λ
//! times as much as the one before (R. Sutton, "Learning to predict by the methods of temporal differences", 1988).
//! Returns are true but for chance, so only a share of them goes into a label.

use loxodon::types::Score;

use crate::label_scale::{self, win_probability};

/// A label is at least so far from a certain win or loss: about 2,000 centi-rabbits.
const LEAST_DOUBT: f64 = 0.002;

/// What the searches of a game's turns saw, turn by turn, as gold's win probability; none where the network as it is did
/// not search for a turn.
#[derive(Default)]
pub(super) struct Seen(Vec<Option<f64>>);

impl Seen {
    /// Adds the next turn, with gold's score if the network as it is searched for it.
    pub(super) fn push(&mut self, gold_score: Option<Score>) {
        self.0.push(gold_score.map(win_probability));
    }

    /// Returns what the rest of the game says, with gold's result (1 for won, 0 for lost) if the game is decided.
    ///
    /// A turn that no search chose says nothing of the turns before it, so their returns look no further.
    pub(super) fn look_ahead(self, gold_result: Option<f64>, lambda: f64, share: f64) -> Outlook {
        let mut ahead = gold_result;
        let mut turns = Vec::with_capacity(self.0.len());
        for seen in self.0.into_iter().rev() {
            let turn = seen.map(|seen| Turn {
                seen,
                returned: ahead.unwrap_or(seen),
            });
            ahead = turn.map(|turn| turn.seen + lambda * (turn.returned - turn.seen));
            turns.push(turn);
        }
        turns.reverse();
        Outlook { turns, share }
    }
}

/// What the rest of a game says of its turns.
pub(super) struct Outlook {
    turns: Vec<Option<Turn>>,
    /// How much of it goes into a label.
    share: f64,
}

#[derive(Clone, Copy)]
struct Turn {
    seen: f64,
    /// The λ-return.
    returned: f64,
}

impl Outlook {
    /// Returns the label of a position that the search of a turn evaluated, for gold: it differs from the position's own
    /// score as the turn's return does from what its search saw, by the share that counts. Where the position is more
    /// decided than the turn was, the difference is as much smaller.
    pub(super) fn label(&self, turn: usize, gold_score: Score) -> Score {
        let Some(Turn { seen, returned }) = self.turns[turn] else {
            return gold_score;
        };
        let score = win_probability(gold_score);
        let doubt = |probability: f64| probability * (1.0 - probability);
        let damping = (doubt(score) / doubt(seen).max(f64::MIN_POSITIVE)).min(1.0);
        let label = score + self.share * damping * (returned - seen);
        label_scale::score(label.clamp(LEAST_DOUBT, 1.0 - LEAST_DOUBT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An even position and one in which gold's win probability is 3/4.
    const EVEN: Option<Score> = Some(Score(0));
    const AHEAD: Option<Score> = Some(Score(352));

    fn outlook(turns: &[Option<Score>], gold_result: Option<f64>) -> Outlook {
        let mut seen = Seen::default();
        for &turn in turns {
            seen.push(turn);
        }
        seen.look_ahead(gold_result, 0.5, 1.0)
    }

    fn returns(turns: &[Option<Score>], gold_result: Option<f64>) -> Vec<Option<f64>> {
        let thousandths = |turn: Turn| (turn.returned * 1000.0).round() / 1000.0;
        let turns = outlook(turns, gold_result).turns.into_iter();
        turns.map(|turn| turn.map(thousandths)).collect()
    }

    #[test]
    fn a_return_is_the_mean_of_what_is_seen_later_and_of_the_result() {
        // 3/4 · 1/2 + 3/4 · 1/4 + 1 · 1/4; 3/4 · 1/2 + 1 · 1/2; 1.
        assert_eq!(
            returns(&[EVEN, AHEAD, AHEAD], Some(1.0)),
            [Some(0.813), Some(0.875), Some(1.0)]
        );
        assert_eq!(
            returns(&[EVEN, AHEAD, AHEAD], None),
            [Some(0.75), Some(0.75), Some(0.75)]
        );
    }

    #[test]
    fn a_return_looks_no_further_than_a_turn_that_no_search_chose() {
        assert_eq!(
            returns(&[EVEN, AHEAD, None, EVEN], Some(0.0)),
            [Some(0.75), Some(0.75), None, Some(0.0)]
        );
    }

    #[test]
    fn a_label_differs_from_the_score_as_the_return_from_what_was_seen() {
        let mut outlook = outlook(&[EVEN, AHEAD, None], None);
        assert_eq!(outlook.label(0, Score(0)), Score(352));
        // From 1/4 to about 7/16: three quarters of the difference, as 3/16 is of 1/4.
        assert_eq!(outlook.label(0, Score(-352)), Score(-81));
        assert_eq!(outlook.label(1, Score(100)), Score(100));
        assert_eq!(outlook.label(2, Score(100)), Score(100));
        outlook.share = 0.5;
        // 5/8.
        assert_eq!(outlook.label(0, Score(0)), Score(164));
    }

    #[test]
    fn a_label_is_never_certain() {
        let outlook = outlook(&[EVEN], Some(1.0));
        assert_eq!(outlook.label(0, Score(0)), Score(1988));
    }
}
