use super::view::View;
use super::{Term, evaluate, params};
use crate::rules::Position;
use crate::types::{Score, Side};

/// An evaluation with the worth of every term for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Each term with its worth for gold and for silver, in centi-rabbits.
    pub terms: Vec<(Term, [i32; 2])>,
    /// The worth of the unspent steps of the side to move.
    pub unspent_steps: i32,
    /// The whole, for the side to move.
    pub score: Score,
}

impl Trace {
    /// Evaluates a position and keeps every term.
    ///
    /// ```
    /// use loxodon::eval::Trace;
    /// let position = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]".parse()?;
    /// let trace = Trace::new(&position);
    /// assert!(trace.terms.iter().all(|(_, [gold, silver])| gold == silver));
    /// # Ok::<(), loxodon::rules::notation::PositionError>(())
    /// ```
    pub fn new(position: &Position) -> Self {
        let view = View::new(position.board());
        Self {
            terms: Term::ALL
                .into_iter()
                .map(|term| (term, Side::ALL.map(|side| term.of(&view, side))))
                .collect(),
            unspent_steps: params::UNSPENT_STEP * i32::from(position.steps_left()),
            score: evaluate(position),
        }
    }
}
