//! Who has how much to say about a trap: every piece within four squares of it weighs there, the more the fewer enemies are
//! stronger and the nearer it is.
//!
//! ```text
//!  4| . . . . . .      Two silver pieces stand beside c3, and one of gold's. But gold's elephant and horse are
//!  3| . c x r H .      nearer than anything else of silver's: gold controls the trap.
//!  2| . . D E . .
//! ```
//!
//! How much a piece weighs is the shape of this feature, as the buckets of a table are, and no weight: what control is
//! worth is fitted.

use super::sink::PARTS;
use super::view::{Army, View};
use crate::types::Square;

/// What a piece weighs one square away from a trap, by the number of stronger enemies.
const BY_STRONGER: [u64; 9] = [18, 14, 12, 10, 9, 8, 7, 7, 7];
/// What it weighs more while no stronger enemy can come beside it within two steps.
const UNHUNTED: u64 = 7;
/// How much of that counts, in sixteenths, by the distance to the trap. On the trap it is in its own side's way.
const BY_DISTANCE: [u64; 5] = [16, 18, 10, 4, 1];

/// The traps in the order of the lanes: first the two before the viewer's own home.
pub(super) const TRAPS: [Square; 4] = [
    Square::at(2, 2),
    Square::at(5, 2),
    Square::at(2, 5),
    Square::at(5, 5),
];
const LANE: usize = 16;

/// For each square the [`BY_DISTANCE`] of the four traps, a lane each.
const SHARES: [u64; 64] = {
    let mut shares = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut trap = 0;
        while trap < 4 {
            let distance = Square::new(square).distance(TRAPS[trap]);
            if distance < BY_DISTANCE.len() {
                shares[square] |= BY_DISTANCE[distance] << (LANE * trap);
            }
            trap += 1;
        }
        square += 1;
    }
    shares
};

/// One level of control: about what a dog or cat weighs that stands beside the trap.
const LEVEL: i32 = 256;

/// What the pieces of one side weigh on the four traps, a lane each.
#[derive(Clone, Copy, Default)]
pub(super) struct Influence(u64);

impl Influence {
    #[inline]
    pub(super) fn of(army: &Army, enemy: &Army) -> Self {
        let mut sum = 0;
        for (kind, &pieces) in army.kinds.iter().enumerate() {
            for piece in pieces {
                sum += Self::of_piece(army, enemy, kind, piece).0;
            }
        }
        Self(sum)
    }

    #[inline]
    fn of_piece(army: &Army, enemy: &Army, kind: usize, piece: Square) -> Self {
        let [.., hunted] = army.hunted;
        let mut weight = BY_STRONGER[enemy.stronger[kind].len().min(8)];
        if !hunted.contains(piece) {
            weight += UNHUNTED;
        }
        if army.frozen.contains(piece) {
            weight /= 2;
        }
        Self(weight * SHARES[piece.index()])
    }

    #[inline]
    pub(super) const fn flipped(self) -> Self {
        Self(self.0.rotate_left(2 * LANE as u32))
    }

    #[inline]
    const fn at(self, trap: usize) -> i32 {
        (self.0 >> (LANE * trap)) as u16 as i32
    }
}

/// How much more the viewer has to say about a trap than the enemy; [`LEVEL`] is the unit.
#[inline]
pub(super) const fn control(view: &View, trap: usize) -> i32 {
    view.own.influence.at(trap) - view.enemy.influence.at(trap)
}

/// Where some control lies among so many levels around 0: the number of the lower one of the two levels beside it, and
/// how near it is to the upper one, in sixteenths.
#[inline]
pub(super) fn place(control: i32, levels: usize) -> (usize, usize) {
    let span = (levels as i32 - 1) * LEVEL;
    let above = (control + span / 2).clamp(0, span - 1) as usize;
    let level = LEVEL as usize;
    (above / level, above % level / (level / PARTS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Position};
    use crate::types::Side;

    /// Gold's control of c3.
    fn control_of_c3(pieces: &str) -> i32 {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        control(&View::new(&position), 0)
    }

    #[test]
    fn the_stronger_and_the_nearer_piece_has_more_to_say() {
        assert_eq!(control_of_c3("Eh8 eh1"), 0);
        assert!(control_of_c3("Eb3 Rh1 eh8") > control_of_c3("Db3 Rh1 eh8"));
        assert!(control_of_c3("Eb3 eh8") > control_of_c3("Ea3 eh8"));
        assert!(control_of_c3("Eb3 md3") > 0);
        assert!(control_of_c3("Db3 Rh1 md3") < 0);
    }

    #[test]
    fn a_frozen_piece_has_half_as_much_to_say() {
        let free = control_of_c3("Db3 Rb2 mh8");
        assert!(control_of_c3("Db3 Rb2 ma3") < free);
        assert!(control_of_c3("Db3 Rh1 ma3") < control_of_c3("Db3 Rb2 ma3"));
    }

    #[test]
    fn both_sides_see_the_same() {
        let pieces = "Eb3 Dd4 Rc2 md3 hc4 ee6";
        let view = View::new(&Position::new(Board::with_pieces(pieces), Side::Gold));
        let reversed = view.reversed();
        for trap in 0..4 {
            assert_eq!(control(&view, trap), -control(&reversed, trap ^ 2));
        }
    }

    #[test]
    fn control_lies_between_two_levels() {
        assert_eq!(place(0, 9), (4, 0));
        assert_eq!(place(LEVEL / 2, 9), (4, 8));
        assert_eq!(place(-LEVEL, 9), (3, 0));
        assert_eq!(place(-100 * LEVEL, 9), (0, 0));
        assert_eq!(place(100 * LEVEL, 9), (7, 15));
    }
}
