//! Material by what is left: a piece is worth more the fewer enemy pieces are stronger, a rabbit more the fewer rabbits
//! are left.
//!
//! The form is the Arimaa community's HarLog formula: `2/Q` for a piece without a stronger enemy, else `1/(Q+n)` for `n`
//! stronger enemies, and `G` times the logarithms of the numbers of rabbits and of pieces.

use super::params::{LOG, STRONGEST, WITH_STRONGER};
use super::view::View;
use crate::types::{Kind, Side};

#[inline]
pub(super) fn score(view: &View, side: Side) -> i32 {
    let board = view.board;
    let mut stronger = 0;
    let mut score = 0;
    for kind in Kind::ALL.into_iter().skip(1).rev() {
        let count = board.pieces(side, kind).len() as i32;
        score += count
            * if stronger == 0 {
                STRONGEST
            } else {
                WITH_STRONGER[stronger]
            };
        stronger += board.pieces(!side, kind).len();
    }
    score + LOG[board.rabbits(side).len()] + LOG[board.side(side).len()]
}

#[cfg(test)]
mod tests {
    use crate::eval::evaluate;
    use crate::rules::Position;
    use crate::rules::notation::{board_string, read_board};
    use crate::types::{Score, Side};

    const FULL: &str = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";

    /// What silver's loss of one piece of that letter is worth to gold, in material alone.
    fn worth(letter: char) -> i32 {
        let material = |squares: &str| {
            let board = read_board(squares).unwrap();
            assert_eq!(board_string(&board), squares);
            let view = super::View::new(&board);
            super::score(&view, Side::Gold) - super::score(&view, Side::Silver)
        };
        material(&FULL.replacen(letter, ".", 1)) - material(FULL)
    }

    #[test]
    fn the_first_rabbit_is_the_unit() {
        assert!((98..=102).contains(&worth('r')), "{}", worth('r'));
    }

    #[test]
    fn stronger_pieces_are_worth_more() {
        let worths: Vec<i32> = "rcdhme".chars().map(worth).collect();
        assert!(worths.is_sorted(), "{worths:?}");
        assert!(worths[4] > 3 * worths[0], "{worths:?}");
    }

    #[test]
    fn the_symmetric_array_is_worth_the_unspent_steps() {
        let position = Position::new(read_board(FULL).unwrap(), Side::Silver);
        assert!(evaluate(&position) > Score::ZERO);
        assert!(evaluate(&position) < Score(100));
    }
}
