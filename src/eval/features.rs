//! What the network is told of a position: which of its inputs are active.
//!
//! There are four classes of input, each from the view of one side, whose home is turned to rank 1 and whose elephant is
//! mirrored to the files a to d:
//!
//! - each piece on its square;
//! - each frozen piece on its square;
//! - each piece on its square that stands beside a stronger enemy piece and is held free by a friend;
//! - for each trap how many pieces of each side stand beside it, and which side has the strongest of them.
//!
//! Some 45 of them are active in a usual position.

use arrayvec::ArrayVec;

use crate::rules::{Board, Position, freezing};
use crate::types::{Bitboard, Kind, Side, Square};

/// The number of inputs of each view.
pub const INPUTS: usize = TRAP_INPUTS + 4 * TRAP_STATES;
/// The most inputs that can be active in one view: the pieces, all of them frozen or held free, and the traps.
pub const MAX_ACTIVE: usize = 32 + 32 + 4;

/// The pieces of both sides.
const PIECES: usize = 12;
/// The classes of input that have one for each piece on each square.
const PIECE_CLASSES: usize = 3;
/// The inputs of such a class.
const CLASS_INPUTS: usize = PIECES * Square::COUNT;
/// The first input of a trap.
const TRAP_INPUTS: usize = PIECE_CLASSES * CLASS_INPUTS;
/// The most guards of a trap.
const MOST_GUARDS: usize = 4;
/// Which side has the strongest guard: neither, the viewer, the other.
const STRONGEST_GUARD: usize = 3;
/// What can be beside a trap.
const TRAP_STATES: usize = (MOST_GUARDS + 1) * (MOST_GUARDS + 1) * STRONGEST_GUARD;

/// The numbers of the active inputs of one view.
pub type Active = ArrayVec<u16, MAX_ACTIVE>;

/// How the board is turned for a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Whose view it is.
    pub(super) side: Side,
    /// Whether the files are mirrored.
    pub(super) mirrored: bool,
}

/// What the inputs of both views depend on, before the board is turned for either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features {
    /// By class, side and kind: the pieces to which the class applies.
    pieces: [[Bitboard; PIECES]; PIECE_CLASSES],
    /// By trap and viewer: what is beside it.
    traps: [[u8; 2]; 4],
}

impl Features {
    /// The features of a position.
    #[inline]
    pub(super) fn new(board: &Board) -> Self {
        let mut pieces = [[Bitboard::EMPTY; PIECES]; PIECE_CLASSES];
        for side in Side::ALL {
            let dominated = freezing::dominated(board, side);
            let frozen = dominated & !board.side(side).neighbors();
            let held = dominated & !frozen;
            for kind in Kind::ALL {
                let index = side.index() * 6 + kind.index();
                let all = board.pieces(side, kind);
                pieces[0][index] = all;
                pieces[1][index] = all & frozen;
                pieces[2][index] = all & held;
            }
        }
        Self {
            pieces,
            traps: trap_states(board),
        }
    }

    /// Calls `changed` with every input of the view that these features have and `before` had not, or the other way round.
    #[inline]
    pub(super) fn visit_changes(
        &self,
        before: &Self,
        view: View,
        mut changed: impl FnMut(u16, Change),
    ) {
        let flip = view.flip();
        // A view's own pieces come first.
        let own = match view.side {
            Side::Gold => 0,
            Side::Silver => 6,
        };
        let classes = self.pieces.iter().zip(&before.pieces);
        for (class, (now, then)) in classes.enumerate() {
            for (piece, (now, then)) in now.iter().zip(then).enumerate() {
                for square in *now ^ *then {
                    let input = class * CLASS_INPUTS
                        + (piece + own) % PIECES * Square::COUNT
                        + (square.index() ^ flip);
                    changed(input as u16, Change::of(now.contains(square)));
                }
            }
        }
        for trap in 0..4 {
            let [now, then] =
                [self, before].map(|features| features.traps[trap][view.side.index()]);
            if now != then {
                let first = TRAP_INPUTS + view.trap(trap) * TRAP_STATES;
                // No trap is in no state: only the features of no position at all say so.
                for (state, change) in [(then, Change::Off), (now, Change::On)] {
                    if let Some(state) = state.checked_sub(1) {
                        changed((first + usize::from(state)) as u16, change);
                    }
                }
            }
        }
    }

    /// The active inputs of the view.
    pub(super) fn active(&self, view: View) -> Active {
        let mut active = Active::new();
        self.visit_changes(&Self::default(), view, |input, _| active.push(input));
        active
    }
}

/// What happens to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    On,
    Off,
}

impl Change {
    const fn of(is_active: bool) -> Self {
        if is_active { Self::On } else { Self::Off }
    }
}

impl View {
    /// A side's view of a board: mirrored if its elephant stands on the files e to h. Without an elephant the first kind
    /// of piece decides, its own before the enemy's, that does not stand the same in the mirror.
    #[inline]
    pub(super) fn new(side: Side, board: &Board) -> Self {
        let kinds = [side, !side]
            .into_iter()
            .flat_map(|side| Kind::ALL.into_iter().rev().map(move |kind| (side, kind)));
        let turned = |(owner, kind)| {
            let pieces = board.pieces(owner, kind);
            match side {
                Side::Gold => pieces,
                Side::Silver => pieces.flip_ranks(),
            }
        };
        let mirrored = kinds
            .map(turned)
            .find(|pieces| *pieces != pieces.mirror_files())
            .is_some_and(|pieces| pieces.mirror_files().0 < pieces.0);
        Self { side, mirrored }
    }

    /// What a square's number is XORed with.
    #[inline]
    const fn flip(self) -> usize {
        let ranks = match self.side {
            Side::Gold => 0,
            Side::Silver => 0b11_1000,
        };
        if self.mirrored { ranks | 0b111 } else { ranks }
    }

    /// The number of a trap in the view: c3, f3, c6 and f6 are 0 to 3.
    #[inline]
    const fn trap(self, trap: usize) -> usize {
        let ranks = match self.side {
            Side::Gold => 0,
            Side::Silver => 0b10,
        };
        trap ^ if self.mirrored { ranks | 1 } else { ranks }
    }
}

/// By trap and viewer: 1 + the state, so that 0 is left for no position at all.
fn trap_states(board: &Board) -> [[u8; 2]; 4] {
    let numbers = board.piece_numbers();
    let mut states = [[0; 2]; 4];
    for (states, trap) in states.iter_mut().zip(Bitboard::TRAPS) {
        let guards = Side::ALL.map(|side| trap.neighbors() & board.side(side));
        let counts = guards.map(Bitboard::len);
        let strongest = guards.map(|guards| numbers.strongest_among(guards));
        for (state, side) in states.iter_mut().zip(Side::ALL) {
            let (own, enemy) = (side.index(), (!side).index());
            let strongest = match strongest[own].cmp(&strongest[enemy]) {
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Less => 2,
            };
            let guards = counts[own] * (MOST_GUARDS + 1) + counts[enemy];
            *state = (1 + guards * STRONGEST_GUARD + strongest) as u8;
        }
    }
    states
}

/// The active inputs of a position, from the view of the side to move and from that of the other side.
///
/// ```
/// use loxodon::eval::features::{INPUTS, active};
/// let opening = "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]".parse()?;
/// let [mover, other] = active(&opening);
/// // 32 pieces and 4 traps; nothing is frozen.
/// assert_eq!((mover.len(), other.len()), (36, 36));
/// assert!(mover.iter().all(|&input| usize::from(input) < INPUTS));
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn active(position: &Position) -> [Active; 2] {
    let (board, mover) = (position.board(), position.side_to_move());
    let features = Features::new(board);
    [mover, !mover].map(|side| features.active(View::new(side, board)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(position: &Position) -> [Active; 2] {
        active(position).map(|mut active| {
            active.sort_unstable();
            active
        })
    }

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn inputs_are_where_the_format_promises() {
        let lone = position("g [................................................E..............r]");
        let [mover, other] = sorted(&lone);
        // The elephant on a2, the rabbit on h1, nobody at any trap.
        let trap = |trap: usize| TRAP_INPUTS + trap * TRAP_STATES;
        let with_traps = |pieces: [usize; 2]| {
            let traps = (0..4).map(trap);
            pieces
                .into_iter()
                .chain(traps)
                .map(|input| input as u16)
                .collect::<Active>()
        };
        assert_eq!(mover, with_traps([5 * 64 + 8, 6 * 64 + 7]));
        // For silver, that has no elephant, its rabbit on h1 comes to a8 and the elephant on a2 to h7.
        assert_eq!(other, with_traps([56, 11 * 64 + 55]));
    }

    #[test]
    fn frozen_and_held_pieces_are_told_apart() {
        let text = "g [................................................Er......R......r]";
        let class = |input: u16| usize::from(input) / CLASS_INPUTS;
        let [mover, _] = sorted(&position(text));
        let count = |class_wanted| {
            mover
                .iter()
                .filter(|&&input| class(input) == class_wanted)
                .count()
        };
        // The rabbit on b2 beside the elephant is frozen; that on a1 stands beside no enemy.
        assert_eq!([count(0), count(1), count(2)], [4, 1, 0]);
        let text = "g [................................................Er.......r......]";
        let [mover, _] = sorted(&position(text));
        let count = |class_wanted| {
            mover
                .iter()
                .filter(|&&input| class(input) == class_wanted)
                .count()
        };
        assert_eq!([count(0), count(1), count(2)], [3, 0, 1]);
    }

    #[test]
    fn a_board_without_elephants_has_one_view_with_its_mirror_image() {
        let text = "g [rr......h.....r..............H..............C.....R.............]";
        let board = *position(text).board();
        for side in Side::ALL {
            let here = Position::new(board, side);
            let mirrored = Position::new(board.mirror_files(), side);
            assert_eq!(sorted(&here), sorted(&mirrored));
            let turned = Position::new(board.flip_sides(), !side);
            assert_eq!(sorted(&here), sorted(&turned));
        }
    }
}
