use crate::rules::Step;

/// An action of the side to move: a step, or the end of its turn before all four steps are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Step(Step),
    EndTurn,
}

impl Action {
    /// Returns the action's number: nine bits, never 0.
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::EndTurn => 1,
            Self::Step(step) => 2 + step.code() as u16,
        }
    }

    /// Returns the action with that number; none for 0 and for numbers of no action.
    pub(super) const fn from_code(code: u16) -> Option<Self> {
        match code {
            1 => Some(Self::EndTurn),
            2..=257 => Some(Self::Step(Step::from_code((code - 2) as u8))),
            _ => None,
        }
    }
}
