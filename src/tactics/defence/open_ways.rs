//! Ways to the goal that were found open lately: most turns that don't stop a goal leave one open that is known from another
//! turn, and to see that is much cheaper than to look for a way.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::zone::zone_of;
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Board, Position, StepSet, traps};
use crate::tactics::{goal, walk};
use crate::types::Bitboard;

/// The number of ways of a side that are remembered (a11d93b; a way that is met again moves halfway to the front, and new
/// ones begin in the middle).
const MOST_WAYS: usize = 32;

/// Those that have been met again the most come first.
type Ways = ArrayVec<OpenWay, MOST_WAYS>;

/// A board with a way to the goal, and the squares that it depends on.
struct OpenWay {
    board: Board,
    zone: Bitboard,
}

impl OpenWay {
    fn is_open_on(&self, board: &Board) -> bool {
        self.board.is_same_on(self.zone, board)
    }
}

thread_local! {
    /// The ways of each side. Each thread remembers for itself, so that none waits for another.
    static WAYS: RefCell<[Ways; 2]> = const { RefCell::new([Ways::new_const(), Ways::new_const()]) };
}

/// Returns whether the side to move, whose turn begins, can reach its goal within the turn. What is remembered makes no
/// difference to the answer.
pub(super) fn lead_home(position: &Position) -> bool {
    debug_assert_eq!(position.steps_left(), STEPS_PER_TURN);
    let board = position.board();
    let side = position.side_to_move();
    if walk::fewest_steps(board, side, STEPS_PER_TURN).is_some() {
        return true;
    }
    WAYS.with_borrow_mut(|ways| {
        let ways = &mut ways[side.index()];
        if let Some(place) = ways.iter().position(|way| way.is_open_on(board)) {
            ways.swap(place, place / 2);
            return true;
        }
        let Some(line) = goal::line(position) else {
            return false;
        };
        if ways.is_full() {
            ways.remove(MOST_WAYS / 2);
        }
        ways.push(OpenWay {
            board: *board,
            zone: zone_of(board, &line),
        });
        true
    })
}

/// Returns those of some steps, with which the opponent of that side may end its turn, after which none of the ways that are
/// known to be open before need be open any more.
pub(super) fn touched_by(position: &Position, steps: StepSet) -> StepSet {
    let board = position.board();
    WAYS.with_borrow(|ways| {
        ways[(!position.side_to_move()).index()]
            .iter()
            .filter(|way| way.is_open_on(board))
            .fold(steps, |steps, way| {
                steps.touching(traps::with_guards(way.zone, board.occupied()))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Side;

    #[test]
    fn a_way_is_known_again_only_while_it_is_open() {
        // The cat on a6 can step beside the rabbit, which the dog freezes, on either board; on the last one it is frozen, too.
        let boards = [
            ("Rb7 db8 Ca6 ea1", true),
            ("Rb7 db8 Ca6 eh8", true),
            ("Rb7 db8 Ca6 ea5", false),
            ("Rb7 db8 Ca6 eh1 rh7", true),
        ];
        for (pieces, leads_home) in boards.into_iter().chain(boards) {
            let position = Position::new(Board::with_pieces(pieces), Side::Gold);
            assert_eq!(lead_home(&position), leads_home, "{pieces}");
        }
    }

    #[test]
    fn more_ways_than_are_remembered_are_told_from_each_other() {
        let mut count = [0; 2];
        let files = || 'a'..='h';
        for (rabbit, cat) in files().flat_map(|rabbit| files().map(move |cat| (rabbit, cat))) {
            for elephant in files() {
                let pieces = format!("R{rabbit}7 d{rabbit}8 C{cat}5 e{elephant}4");
                let position = Position::new(Board::with_pieces(&pieces), Side::Gold);
                let leads_home = goal::fewest_steps(&position).is_some();
                assert_eq!(lead_home(&position), leads_home, "{pieces}");
                count[usize::from(leads_home)] += 1;
            }
        }
        assert!(count.iter().all(|&count| count > MOST_WAYS), "{count:?}");
    }
}
