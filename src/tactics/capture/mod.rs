//! Captures within the steps left of one turn: which enemy pieces can fall, and by which line of steps. Exact.
//!
//! The word *displacement* stands for a push or a pull: it moves one enemy piece by one square and takes two steps, one
//! of them an own piece's. Only displacements move enemy pieces, and only a movement of an enemy piece can capture one.
//! Four steps are room for two displacements, and so is an open pull with two steps after it. From this follows the whole
//! search:
//!
//! - An enemy piece falls on a trap when no other enemy piece, here called a *guard*, is beside that trap. With one
//!   displacement only the single guard of a trap matters: moved onto the trap it falls itself, and moved anywhere else
//!   it exposes a piece on the trap. This is a *trap target*. Steps left over may be spent before on own steps
//!   (`preparation`), during which no enemy piece moves and every trap target stays as it is.
//! - With two displacements no step is left over. The first one either takes one of two guards from a trap, or brings a
//!   guard to a trap that has none, or makes room or brings help against the single guard of a trap
//!   (`displacement`). Two guards and a piece that has to come from further away, or three guards, take too long.
//!
//! Each stage looks at lines that are one step longer than those of the stage before, and only at pieces for which no
//! shorter line was found: so when a stage asks what could make a trap target possible, it knows that it isn't possible yet.

mod displacement;
mod found;
mod preparation;
mod search;
mod trap_target;

pub use found::{Capture, Captures, Losses};

use crate::rules::Position;

/// Returns all enemy pieces that the side to move can capture within its steps left, each with a cheapest line.
///
/// Lines start from exactly this position, with what is open in it: an open push is completed first, an open pull may
/// be. Whether the turn may end after the line with regard to repetition is not asked, nor whether a goal follows.
///
/// ```
/// use loxodon::rules::Position;
/// use loxodon::tactics::capture::captures;
/// let position: Position = "g [          h      E                                              ]".parse()?;
/// let capture = &captures(&position)[0];
/// assert_eq!(capture.square.to_string(), "c7");
/// assert_eq!(capture.steps(), 3);
/// # Ok::<(), loxodon::rules::notation::PositionError>(())
/// ```
pub fn captures(position: &Position) -> Captures {
    search::Search::new(position).run()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Step};
    use crate::types::{Direction, Side, Square};

    /// Returns each capture as piece, square, steps and losses, such as `rb3 2` or `rb3 3 Rc3`.
    fn written(position: &Position) -> Vec<String> {
        let mut all: Vec<String> = captures(position).iter().map(write_capture).collect();
        all.sort();
        all
    }

    fn write_capture(capture: &Capture) -> String {
        let (letter, square, steps) = (capture.piece.letter(), capture.square, capture.steps());
        let mut words = vec![format!("{letter}{square} {steps}")];
        words.extend(
            capture
                .losses
                .iter()
                .map(|(piece, square)| format!("{}{square}", piece.letter())),
        );
        words.join(" ")
    }

    fn gold_captures(pieces: &str) -> Vec<String> {
        written(&Position::new(Board::with_pieces(pieces), Side::Gold))
    }

    #[test]
    fn a_push_or_a_pull_takes_two_steps() {
        assert_eq!(gold_captures("rb3 Ea3"), ["rb3 2"]);
        assert_eq!(gold_captures("rb3 Ec3 Rc2"), ["rb3 2"]);
        assert_eq!(gold_captures("mc3 rb3 Ea3"), ["mc3 2"]);
        assert!(gold_captures("ra8 Eb8").is_empty());
    }

    #[test]
    fn captors_come_near_first() {
        assert_eq!(gold_captures("rb3 Eb5"), ["rb3 3"]);
        assert_eq!(gold_captures("rb3 Ed4"), ["rb3 4"]);
        assert!(gold_captures("rb3 Ed5").is_empty());
    }

    #[test]
    fn two_displacements_take_a_whole_turn() {
        // Two guards, of which one can also be brought to the next trap; a piece that comes from two squares away; and
        // a freezer that has to go first.
        assert_eq!(gold_captures("mc3 rb3 rd3 Ea3 He3"), ["mc3 4", "rd3 4"]);
        assert_eq!(gold_captures("rb4 Ea4"), ["rb4 4"]);
        assert_eq!(gold_captures("db3 Ha3 ma4 Ea5 Rb4"), ["db3 4"]);
    }

    #[test]
    fn friends_free_captors_and_make_room() {
        assert_eq!(gold_captures("db3 Ha3 ma4 Rb1"), ["db3 4"]);
        assert_eq!(gold_captures("db3 Ha3 Cc3 Rc2"), ["db3 3"]);
    }

    #[test]
    fn a_piece_is_sacrificed_where_that_saves_a_step() {
        // The dog could be pushed onto the empty trap, but it takes one step for the horse to come, and a second one
        // would save the rabbit.
        assert_eq!(gold_captures("db3 Hc2 Rc3"), ["db3 3 Rc3"]);
    }

    #[test]
    fn an_open_pull_captures_with_one_step() {
        let mut position = Position::new(Board::with_pieces("rb3 Ec3 Rc2"), Side::Gold);
        position.play(Step::new(Square::at(2, 2), Direction::North));
        assert_eq!(written(&position), ["rb3 1"]);
    }
}
