//! Which single steps are legal: ordinary steps, the first half of a push, and the second half of a push or pull.

use std::iter::FusedIterator;

use crate::rules::pending::Pending;
use crate::rules::pushes::pushable;
use crate::rules::{Board, Position, Step, freezing};
use crate::types::{Bitboard, Direction, Side};

/// A set of steps: for each direction the squares from which a piece may move that way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepSet {
    sources: [Bitboard; 4],
}

impl StepSet {
    /// Every piece in every direction.
    pub(crate) const ALL: Self = Self {
        sources: [Bitboard::ALL; 4],
    };

    /// Returns the squares from which a piece may move in that direction.
    #[inline]
    pub const fn sources(&self, direction: Direction) -> Bitboard {
        self.sources[direction.index()]
    }

    /// Returns whether the set holds that step.
    #[inline]
    pub const fn contains(&self, step: Step) -> bool {
        self.sources(step.direction()).contains(step.from())
    }

    /// Returns how many steps the set holds.
    #[inline]
    pub fn len(&self) -> usize {
        self.sources.iter().map(|set| set.len()).sum()
    }

    /// Returns whether the set holds no step.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sources.iter().all(|set| set.is_empty())
    }

    /// Returns the steps, by direction and then by square.
    #[inline]
    pub fn iter(&self) -> Steps {
        Steps {
            left: *self,
            direction: 0,
        }
    }

    /// Returns how many steps of the set [`iter`](Self::iter) says before that one.
    #[inline]
    pub(crate) fn count_before(&self, step: Step) -> usize {
        let direction = step.direction();
        let earlier = &Direction::ALL[..direction.index()];
        let in_earlier = earlier.iter().map(|&one| self.sources(one).len());
        let lower = Bitboard(step.from().bit().0 - 1);
        in_earlier.sum::<usize>() + (self.sources(direction) & lower).len()
    }

    /// Returns the steps of the set that leave or reach one of those squares.
    #[inline]
    #[must_use]
    pub fn touching(&self, squares: Bitboard) -> Self {
        Self {
            sources: Direction::ALL.map(|direction| {
                self.sources(direction) & (squares | squares.shift(direction.opposite()))
            }),
        }
    }

    /// Returns the steps of the set that are not in the other one.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            sources: Direction::ALL
                .map(|direction| self.sources(direction) & !other.sources(direction)),
        }
    }

    /// Adds a step.
    #[inline]
    pub fn insert(&mut self, step: Step) {
        self.sources[step.direction().index()] |= step.from().bit();
    }

    /// Adds the steps of `pieces` to squares of `targets`.
    #[inline]
    pub(crate) fn add(&mut self, pieces: Bitboard, targets: Bitboard) {
        for direction in Direction::ALL {
            self.sources[direction.index()] |= pieces & targets.shift(direction.opposite());
        }
    }

    /// Adds the steps that complete a pull, if one is open.
    #[inline]
    pub(crate) fn add_open_pulls(&mut self, pending: Pending) {
        if let Pending::Pull { into, pulled } = pending {
            self.add(pulled, into.bit());
        }
    }

    /// Adds the ordinary steps of `pieces`, which are free pieces of `side`, to squares of `targets`, which are empty:
    /// rabbits don't step backward.
    #[inline]
    pub(crate) fn add_ordinary(
        &mut self,
        board: &Board,
        side: Side,
        pieces: Bitboard,
        targets: Bitboard,
    ) {
        let backward = Direction::backward(side);
        for direction in Direction::ALL {
            let movers = if direction == backward {
                pieces & !board.rabbits(side)
            } else {
                pieces
            };
            self.sources[direction.index()] |= movers & targets.shift(direction.opposite());
        }
    }
}

/// The steps of a [`StepSet`], by direction and then by square.
#[derive(Clone, Debug)]
pub struct Steps {
    left: StepSet,
    /// The number of the direction that comes next; of those before it no step is left.
    direction: usize,
}

impl Iterator for Steps {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        while let Some(&direction) = Direction::ALL.get(self.direction) {
            let sources = &mut self.left.sources[self.direction];
            if let Some(from) = sources.first() {
                *sources ^= from.bit();
                return Some(Step::new(from, direction));
            }
            self.direction += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
}

impl ExactSizeIterator for Steps {}

impl FusedIterator for Steps {}

impl IntoIterator for &StepSet {
    type Item = Step;
    type IntoIter = Steps;

    #[inline]
    fn into_iter(self) -> Steps {
        self.iter()
    }
}

impl FromIterator<Step> for StepSet {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let mut set = Self::default();
        for step in steps {
            set.insert(step);
        }
        set
    }
}

impl Position {
    /// Returns all legal steps: none once the four steps are used up, and while a push is open only those that complete
    /// it.
    ///
    /// A movement of an enemy piece that can be read as completing a pull and as starting a push is in the set once;
    /// [`Position::play`] reads it as the pull, which allows all that the push would.
    #[inline]
    pub fn legal_steps(&self) -> StepSet {
        let mut steps = StepSet::default();
        if self.steps_left() == 0 {
            return steps;
        }
        if let Pending::Push { into, pushers } = self.pending() {
            steps.add(pushers, into.bit());
            return steps;
        }
        let board = self.board();
        let side = self.side_to_move();
        let free = freezing::free(board, side);
        steps.add_ordinary(board, side, free, board.empty());
        if self.steps_left() >= 2 {
            steps.add(pushable(board, side, free), board.empty());
        }
        steps.add_open_pulls(self.pending());
        steps
    }

    /// Returns whether the side to move has any legal step.
    pub fn can_move(&self) -> bool {
        !self.legal_steps().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_in_the_order_in_which_they_are_said() {
        let board = Board::with_pieces("Ed4 rd5 Ra1 Rh2 Mc3 Hc4 dg5 Cf5");
        let steps = Position::new(board, Side::Gold).legal_steps();
        let is_among = |direction: &Direction| steps.sources(*direction).more_than_one();
        assert!(Direction::ALL.iter().all(is_among));
        let counts = steps.iter().map(|step| steps.count_before(step));
        assert!(counts.eq(0..steps.len()));
    }
}
