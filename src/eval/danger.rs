//! Pieces in danger: what stands near a trap that the enemy controls, with a stronger enemy near it, is lost sooner or
//! later, even if no capture is to be seen yet.
//!
//! ```text
//!  8| . . . . . .      Nothing captures the gold horse at once: the rabbit guards the trap. But on c6 gold has
//!  7| . . d . . .      little to say, and the camel will drag the horse in as soon as the rabbit is gone.
//!  6| . R x c . .
//!  5| . H m . . .
//! ```

use super::influence::{LEVEL, TRAPS, control, share_of};
use super::layout::IN_DANGER;
use super::sink::{PARTS, Sink};
use super::view::View;
use crate::types::{Bitboard, Square};

/// A capture that takes more steps than these is no danger.
const MOST_STEPS: usize = 10;
/// The row of the table by the number of steps.
const BY_STEPS: [usize; MOST_STEPS + 1] = [0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3];
/// How much of a piece there is to lose, by kind: half rabbits. An elephant is never in danger.
const AT_STAKE: [usize; 5] = [2, 3, 4, 7, 11];
/// Where the viewer has so much to say without the piece itself, nothing is in danger.
const SAFE: i32 = LEVEL;
/// The columns of the table, from what is in the enemy's hands to what nobody controls.
const LEVELS: usize = 4;

/// For each trap the squares within three of it, and those that are four away.
const AROUND: [[Bitboard; 2]; 4] = {
    let mut around = [[Bitboard::EMPTY; 2]; 4];
    let mut trap = 0;
    while trap < 4 {
        let mut square = 0;
        while square < 64 {
            let distance = Square::new(square).distance(TRAPS[trap]);
            if distance <= 4 {
                around[trap][distance / 4].0 |= 1 << square;
            }
            square += 1;
        }
        trap += 1;
    }
    around
};

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    let [.., hunted] = view.own.hunted;
    for (trap, [near, far]) in AROUND.into_iter().enumerate() {
        let victims = hunted & (near | far & view.own.dominated);
        for victim in victims {
            report_victim(view, trap, victim, sink);
        }
    }
}

#[inline]
fn report_victim(view: &View, trap: usize, victim: Square, sink: &mut impl Sink) {
    let kind = view.kind_at(victim);
    let control = control(view, trap) - share_of(view, trap, kind, victim);
    if control >= SAFE {
        return;
    }
    let steps = steps_to_capture(view, TRAPS[trap], victim);
    if steps > MOST_STEPS {
        return;
    }
    let is_away = trap >= 2;
    let place = 2 * usize::from(is_away) + usize::from(view.own.frozen.contains(victim));
    let row = BY_STEPS[steps];
    // The last column fades away towards what is safe.
    let lowest = SAFE - LEVELS as i32 * LEVEL;
    let above = (control - lowest).max(0) as usize;
    let level = LEVEL as usize;
    let (column, part) = (above / level, above % level / (level / PARTS));
    sink.add_parts(
        IN_DANGER.at3(place, row, column),
        (PARTS - part) * AT_STAKE[kind],
    );
    if column + 1 < LEVELS {
        sink.add_parts(IN_DANGER.at3(place, row, column + 1), part * AT_STAKE[kind]);
    }
}

/// About how many steps the enemy needs to capture that piece: two for each square on its way to the trap and for each
/// guard of the trap, and those that a stronger piece needs to come beside it.
#[inline]
fn steps_to_capture(view: &View, trap: Square, victim: Square) -> usize {
    let [at_once, after_a_step, _] = view.own.hunted.map(|hunted| hunted.contains(victim));
    let approach = 2 - usize::from(at_once) - usize::from(after_a_step);
    let guards = (view.own.all & trap.neighbors() & !victim.bit()).len();
    let on_trap = usize::from(view.own.all.contains(trap) && trap != victim);
    let squares = victim.distance(trap);
    2 * (squares + guards + on_trap) + approach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Position};
    use crate::types::Side;

    fn steps(pieces: &str, victim: &str) -> usize {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        steps_to_capture(&View::new(&position), TRAPS[2], victim.parse().unwrap())
    }

    #[test]
    fn every_guard_and_every_square_takes_two_steps() {
        assert_eq!(steps("Hb6 ma6", "b6"), 2);
        assert_eq!(steps("Hb6 ma7", "b6"), 3);
        assert_eq!(steps("Hb6 Rc7 ma6", "b6"), 4);
        assert_eq!(steps("Hb5 Rb6 mc5", "b5"), 6);
        assert_eq!(steps("Hc6 Rb6 md6", "c6"), 2);
        assert_eq!(steps("Hb6 Rc6 Rc7 ma6", "b6"), 6);
    }
}
