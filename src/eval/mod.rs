//! The evaluation: how good a position is, term by term, without looking ahead.
//!
//! Every term is worth so many centi-rabbits for each side; what counts is gold's sum less silver's. The numbers are in
//! `params.rs`; they are set by hand and by what strong engines are known to use.

mod freezing;
mod material;
mod params;
mod placement;
mod rabbits;
mod trace;
mod traps;
mod view;

pub use trace::Trace;

use crate::rules::Position;
use crate::types::{Score, Side};
use view::View;

/// What the evaluation looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Pieces by what is left on the board.
    Material,
    /// Where the pieces stand.
    Placement,
    /// Who controls the traps.
    Traps,
    /// Pieces that can't move, or only thanks to a friend.
    Freezing,
    /// Rabbits near their goal.
    Rabbits,
}

impl Term {
    /// All terms, in the order in which they are shown.
    pub const ALL: [Self; 5] = [
        Self::Material,
        Self::Placement,
        Self::Traps,
        Self::Freezing,
        Self::Rabbits,
    ];

    /// The term's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Placement => "placement",
            Self::Traps => "traps",
            Self::Freezing => "freezing",
            Self::Rabbits => "rabbits",
        }
    }

    /// What the term is worth for one side.
    #[inline]
    fn of(self, view: &View, side: Side) -> i32 {
        match self {
            Self::Material => material::score(view, side),
            Self::Placement => placement::score(view, side),
            Self::Traps => traps::score(view, side),
            Self::Freezing => freezing::score(view, side),
            Self::Rabbits => rabbits::score(view, side),
        }
    }
}

/// The evaluation for the side to move, which may have made some of its steps already.
pub fn evaluate(position: &Position) -> Score {
    let view = View::new(position.board());
    let side = position.side_to_move();
    let balance: i32 = Term::ALL
        .into_iter()
        .map(|term| term.of(&view, side) - term.of(&view, !side))
        .sum();
    let unspent = params::UNSPENT_STEP * i32::from(position.steps_left());
    Score(balance + unspent).clamp_to_eval()
}
