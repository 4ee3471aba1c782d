use crate::rules::Step;

/// What the side to move can do next: make a step, or end its turn before all four steps are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Step(Step),
    EndTurn,
}

impl Action {
    /// One number for each action, never 0, in nine bits.
    pub(super) const fn code(self) -> u16 {
        match self {
            Self::EndTurn => 1,
            Self::Step(step) => 2 + step.code() as u16,
        }
    }

    /// The action with that number; none for 0 and for numbers that mean nothing.
    pub(super) const fn from_code(code: u16) -> Option<Self> {
        match code {
            1 => Some(Self::EndTurn),
            2..=257 => Some(Self::Step(Step::from_code((code - 2) as u8))),
            _ => None,
        }
    }
}
