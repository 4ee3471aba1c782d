use super::sink::Sum;
use super::view::View;
use super::{Term, evaluate};
use crate::rules::Position;
use crate::types::{Score, Side};

/// An evaluation with the worth of every term for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Each term with its worth for gold and for silver, in centi-rabbits. What the side to move has more than the other
    /// is the score, but that it is rounded towards zero.
    pub terms: Vec<(Term, [f64; 2])>,
    /// The whole, for the side to move.
    pub score: Score,
}

impl Trace {
    /// Evaluates a position and keeps every term.
    ///
    /// ```
    /// use loxodon::eval::{Term, Trace};
    /// let position = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]".parse()?;
    /// let trace = Trace::new(&position);
    /// let symmetric = |&(term, [gold, silver]): &(Term, [f64; 2])| term == Term::UnspentSteps || gold == silver;
    /// assert!(trace.terms.iter().all(symmetric));
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    pub fn new(position: &Position) -> Self {
        let view = View::new(position);
        let reversed = view.reversed();
        let phase = view.phase();
        let worth = |term: Term, view: &View| {
            let mut sum = Sum::new(phase);
            term.report(view, &mut sum);
            f64::from(sum.worth()) / f64::from(Sum::CENTI_RABBIT)
        };
        let of = |term, side| {
            if side == position.side_to_move() {
                worth(term, &view)
            } else {
                worth(term, &reversed)
            }
        };
        Self {
            terms: Term::ALL
                .into_iter()
                .map(|term| (term, Side::ALL.map(|side| of(term, side))))
                .collect(),
            score: evaluate(position),
        }
    }
}
