//! The evaluation: how good a position is, term by term, without looking ahead.
//!
//! Every term says for each side which of the [`weights`](weights()) count and how often; what counts is the mover's
//! sum less the other side's. All but material has weights for a full board and others for an empty one, mixed by how
//! many pieces are left (a tapered evaluation, as engines of other games call it). So the evaluation is linear in the
//! weights, which are fitted to games and tuned by them with `loxodon-tuning`, and read from `src/eval/weights.txt` at
//! compile time: the code holds no numbers of its own.

mod accumulator;
mod balance;
mod evaluator;
mod exposure;
pub mod features;
mod freezing;
mod goal;
mod hostages;
mod influence;
pub mod layers;
mod layout;
mod material;
mod mobility;
mod network;
mod on_trap;
mod placement;
mod rabbits;
mod simd;
mod sink;
mod strength;
mod table;
mod threats;
mod trace;
mod traps;
mod view;
mod weights;

pub use evaluator::Evaluator;
pub use layout::{COUNT as WEIGHT_COUNT, GROUPS};
pub use network::{Network, NetworkError};
pub use table::{Axis, Group};
pub use trace::Trace;
pub use weights::{
    UseWeightsError, read as read_weights, use_weights, weights, win_scale, write as write_weights,
};

use crate::rules::Position;
use crate::rules::position::STEPS_PER_TURN;
use crate::types::Score;
use layout::UNSPENT_STEP;
use sink::{Counts, Sink, Sum};
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
    /// Cats, dogs and rabbits as guards of the home traps.
    SmallGuards,
    /// Pieces on traps and those that guard them.
    OnTraps,
    /// Pieces that can be captured.
    Threats,
    /// Pieces that can't move, or only thanks to a friend.
    Freezing,
    /// Pieces held near a trap.
    Hostages,
    /// Who has the strongest piece that is free to act.
    Strength,
    /// Room to move.
    Mobility,
    /// Pieces that have gone too far.
    Exposure,
    /// Rabbits on their way.
    Rabbits,
    /// The nearest goal.
    Goal,
    /// Balance between the wings.
    Balance,
    /// Steps that the side to move has left, less those it has spent.
    UnspentSteps,
}

impl Term {
    /// All terms, in the order in which they are shown.
    pub const ALL: [Self; 15] = [
        Self::Material,
        Self::Placement,
        Self::Traps,
        Self::SmallGuards,
        Self::OnTraps,
        Self::Threats,
        Self::Freezing,
        Self::Hostages,
        Self::Strength,
        Self::Mobility,
        Self::Exposure,
        Self::Rabbits,
        Self::Goal,
        Self::Balance,
        Self::UnspentSteps,
    ];

    /// The term's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Placement => "placement",
            Self::Traps => "traps",
            Self::SmallGuards => "small guards",
            Self::OnTraps => "on traps",
            Self::Threats => "threats",
            Self::Freezing => "freezing",
            Self::Hostages => "hostages",
            Self::Strength => "strength",
            Self::Mobility => "mobility",
            Self::Exposure => "exposure",
            Self::Rabbits => "rabbits",
            Self::Goal => "goal",
            Self::Balance => "balance",
            Self::UnspentSteps => "unspent steps",
        }
    }

    /// Reports what the term says about the side whose view it is.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the match goes away where the term is known"
    )]
    fn report(self, view: &View, sink: &mut impl Sink) {
        match self {
            Self::Material => material::report(view, sink),
            Self::Placement => placement::report(view, sink),
            Self::Traps => traps::report(view, sink),
            Self::SmallGuards => traps::report_small_guards(view, sink),
            Self::OnTraps => on_trap::report(view, sink),
            Self::Threats => threats::report(view, sink),
            Self::Freezing => freezing::report(view, sink),
            Self::Hostages => hostages::report(view, sink),
            Self::Strength => strength::report(view, sink),
            Self::Mobility => mobility::report(view, sink),
            Self::Exposure => exposure::report(view, sink),
            Self::Rabbits => rabbits::report(view, sink),
            Self::Goal => goal::report(view, sink),
            Self::Balance => balance::report(view, sink),
            Self::UnspentSteps => {
                let spent = STEPS_PER_TURN - view.steps_left;
                let steps = if view.to_move { view.steps_left } else { spent };
                sink.add(UNSPENT_STEP.at(0), usize::from(steps));
            }
        }
    }
}

/// Reports what all terms say about the side whose view it is. They are written out, since a loop over [`Term::ALL`] would
/// take a jump for each that processors often guess wrong.
#[inline(never)]
fn report_all(view: &View, sink: &mut impl Sink) {
    Term::Material.report(view, sink);
    Term::Placement.report(view, sink);
    Term::Traps.report(view, sink);
    Term::SmallGuards.report(view, sink);
    Term::OnTraps.report(view, sink);
    Term::Threats.report(view, sink);
    Term::Freezing.report(view, sink);
    Term::Hostages.report(view, sink);
    Term::Strength.report(view, sink);
    Term::Mobility.report(view, sink);
    Term::Exposure.report(view, sink);
    Term::Rabbits.report(view, sink);
    Term::Goal.report(view, sink);
    Term::Balance.report(view, sink);
    Term::UnspentSteps.report(view, sink);
}

/// The evaluation for the side to move, which may have made some of its steps already.
pub fn evaluate(position: &Position) -> Score {
    let view = View::new(position);
    let reversed = view.reversed();
    let phase = view.phase();
    let (mut mover, mut other) = (Sum::new(phase), Sum::new(phase));
    report_all(&view, &mut mover);
    report_all(&reversed, &mut other);
    Score((mover.worth() - other.worth()) / Sum::CENTI_RABBIT).clamp_to_eval()
}

/// How often each weight counts for the side to move, less how often it counts for the other side: number of the weight
/// and count, those that don't count left out. The sum of `weight × count` is the evaluation before it is rounded
/// towards zero and clamped.
///
/// ```
/// use loxodon::eval::{coefficients, evaluate, weights};
/// let position = "s [rrrrrrr.hdcemcdh................................HDCME.DHRRRRRRRR]".parse()?;
/// let weights = weights();
/// let sum: f64 = coefficients(&position).iter().map(|&(weight, count)| weights[weight] * count).sum();
/// assert_eq!(sum.trunc() as i32, evaluate(&position).0);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn coefficients(position: &Position) -> Vec<(usize, f64)> {
    let view = View::new(position);
    let reversed = view.reversed();
    let mut counts = Counts::new(view.phase());
    report_all(&view, &mut counts);
    counts.turn_sign();
    report_all(&reversed, &mut counts);
    let in_whole = |(weight, count)| (weight, f64::from(count) / f64::from(Counts::WHOLE));
    counts.coefficients().into_iter().map(in_whole).collect()
}
