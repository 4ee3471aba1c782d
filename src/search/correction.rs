//! The evaluation corrected by what searches have found: where the same pieces stand alike, it is wrong alike.
//!
//! Most positions of a tree share what the evaluation misjudges in them. So its mistakes are remembered by groups of kinds,
//! for each group by the squares of its pieces alone, and what the groups say is put together (the correction history of
//! chess engines, there by pawns and by pieces of a kind).

use std::sync::atomic::{AtomicI16, Ordering};

use crate::rules::position::STEPS_PER_TURN;
use crate::rules::{Board, Position};
use crate::types::{Bitboard, Kind, Score, Side};

/// The kinds of which the squares are told apart together.
const GROUPS: [&[Kind]; 3] = [
    &[Kind::Rabbit],
    &[Kind::Cat, Kind::Dog, Kind::Horse],
    &[Kind::Camel, Kind::Elephant],
];
/// The evaluation is wrong in another way for each side to move and number of steps left.
const MOMENTS: usize = 2 * STEPS_PER_TURN as usize;
/// How many mistakes are kept for each group and moment.
const KEPT: usize = 1 << KEPT_BITS;
const KEPT_BITS: u32 = 12;

/// Mistakes are kept in parts of a centi-rabbit.
const PARTS: i32 = 64;
/// A search is not believed to show a greater mistake, in centi-rabbits.
const MOST: i32 = 200;
/// What all groups say together, divided by this, corrects an evaluation.
const DIVISOR: i32 = 2;
/// A search of this depth or more, in steps, counts most: by 16 of 128 parts.
const FULL_WEIGHT_DEPTH: i32 = 15;
const WEIGHTS: i32 = 128;

/// Odd numbers with bits as good as random: one for each kind of a group,
const MIXERS: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];
/// and one for which of the pieces are gold's and for the hash as a whole.
const LAST_MIXER: u64 = 0xd6e8_feb8_6659_fd93;

/// The mistakes that the searches of all threads have found. Where two threads learn at once, one may miss what the other has
/// found, which is no harm.
#[derive(Debug)]
pub(super) struct Correction {
    mistakes: Box<[AtomicI16]>,
}

impl Correction {
    pub(super) fn new() -> Self {
        Self {
            mistakes: std::iter::repeat_with(AtomicI16::default)
                .take(GROUPS.len() * MOMENTS * KEPT)
                .collect(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for mistake in &self.mistakes {
            mistake.store(0, Ordering::Relaxed);
        }
    }

    /// What to add to the evaluation of the position.
    pub(super) fn of(&self, position: &Position) -> Score {
        let mistakes =
            places(position).map(|place| i32::from(self.mistakes[place].load(Ordering::Relaxed)));
        Score(mistakes.iter().sum::<i32>() / (DIVISOR * PARTS))
    }

    /// A search of that depth has found the position's evaluation to be wrong by `mistake`.
    pub(super) fn learn(&self, position: &Position, mistake: Score, depth: i32) {
        let weight = depth.clamp(0, FULL_WEIGHT_DEPTH) + 1;
        let found = mistake.0.clamp(-MOST, MOST) * PARTS;
        for place in places(position) {
            let kept = &self.mistakes[place];
            let before = i32::from(kept.load(Ordering::Relaxed));
            let now = before + (found - before) * weight / WEIGHTS;
            kept.store(now as i16, Ordering::Relaxed);
        }
    }
}

/// Where the groups' mistakes are kept.
fn places(position: &Position) -> [usize; GROUPS.len()] {
    let side = position.side_to_move().index();
    let moment = side * usize::from(STEPS_PER_TURN) + usize::from(position.steps_left()) - 1;
    std::array::from_fn(|group| {
        let hash = hash(position.board(), GROUPS[group]);
        (group * MOMENTS + moment) * KEPT + (hash >> (u64::BITS - KEPT_BITS)) as usize
    })
}

/// A number that tells the squares of both sides' pieces of these kinds, the best of it in the upper bits.
fn hash(board: &Board, kinds: &[Kind]) -> u64 {
    let mut all = Bitboard::EMPTY;
    let mut hash: u64 = 0;
    for (&kind, mixer) in kinds.iter().zip(MIXERS) {
        let squares = board.kind(kind);
        all |= squares;
        hash = hash.wrapping_add(squares.0.wrapping_mul(mixer));
    }
    let of_gold = board.side(Side::Gold) & all;
    hash = hash.wrapping_add(of_gold.0.wrapping_mul(LAST_MIXER));
    (hash ^ hash >> 32).wrapping_mul(LAST_MIXER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(steps_left: u8) -> Position {
        let text = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
        let position: Position = text.parse().unwrap();
        position.with_steps_left(steps_left)
    }

    #[test]
    fn a_mistake_that_is_found_often_is_corrected() {
        let correction = Correction::new();
        let position = position(4);
        assert_eq!(correction.of(&position), Score::ZERO);
        for _ in 0..1000 {
            correction.learn(&position, Score(-40), 8);
        }
        let whole = Score(-40 * GROUPS.len() as i32 / DIVISOR);
        let short_by = (correction.of(&position) - whole).0;
        assert!((0..5).contains(&short_by), "{short_by}");
        correction.clear();
        assert_eq!(correction.of(&position), Score::ZERO);
    }

    #[test]
    fn deep_searches_weigh_more() {
        let after = |depth| {
            let correction = Correction::new();
            correction.learn(&position(4), Score(200), depth);
            correction.of(&position(4))
        };
        assert!(after(0) < after(4) && after(4) < after(15));
        assert_eq!(after(15), after(90));
    }

    #[test]
    fn no_mistake_is_believed_to_be_greater_than_the_most() {
        let correction = Correction::new();
        for _ in 0..1000 {
            correction.learn(&position(2), Score::MAX_EVAL, 90);
            correction.learn(&position(3), -Score::MAX_EVAL, 90);
        }
        let most = Score(MOST * GROUPS.len() as i32 / DIVISOR);
        assert!(correction.of(&position(2)) <= most);
        assert!(correction.of(&position(3)) >= -most);
        assert_eq!(correction.of(&position(1)), Score::ZERO);
    }
}
