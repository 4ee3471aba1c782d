//! A cache of answers about goals: searches come to the same positions again and again, by other orders of the same steps
//! and from one depth to the next.

use std::cell::Cell;

use crate::rules::Position;
use crate::rules::zobrist::SPREAD;

/// The number of entries, a power of two. Half a mebibyte in all: more would not stay in the processor's caches.
const ENTRIES: usize = 1 << 16;
/// The low bits of an entry, which hold the answer; the others hold the question's key.
const ANSWER: u64 = 0b111;
/// The greatest number that an answer can be; one value more stands for none.
const MOST: u8 = ANSWER as u8 - 1;

thread_local! {
    /// Answers by the keys of their questions; a new one replaces an old one. Each thread has its own, so none waits.
    static ANSWERS: Box<[Cell<u64>]> = vec![Cell::new(0); ENTRIES].into_boxed_slice();
}

/// Returns the answer to a question about a position: the cached one, or the one that `find` returns.
///
/// The answer must depend only on `question` and on what [`Position::key`] distinguishes, so that caching makes no
/// difference.
pub(super) fn cached(
    position: &Position,
    question: u8,
    find: impl FnOnce() -> Option<u8>,
) -> Option<u8> {
    let key = position.key() ^ u64::from(question).wrapping_mul(SPREAD);
    let index = (key >> ANSWER.count_ones()) as usize % ENTRIES;
    let entry = ANSWERS.with(|answers| answers[index].get());
    // No key begins with so many zeros that an entry never written would match it, as good as surely.
    if entry & !ANSWER == key & !ANSWER {
        return ((entry & ANSWER) as u8).checked_sub(1);
    }
    let found = find();
    debug_assert!(found <= Some(MOST));
    let answer = found.map_or(0, |number| u64::from(number) + 1);
    ANSWERS.with(|answers| answers[index].set(key & !ANSWER | answer));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    #[test]
    fn what_was_found_is_not_looked_for_again() {
        let position = |pieces| Position::new(Board::with_pieces(pieces), Side::Gold);
        let (here, there) = (position("Ra6"), position("Ra5"));
        for answer in [None, Some(0), Some(MOST)] {
            // A thread of its own remembers nothing yet.
            std::thread::spawn(move || {
                assert_eq!(cached(&here, 1, || answer), answer);
                assert_eq!(cached(&here, 1, || unreachable!("it is known")), answer);
                assert_eq!(cached(&here, 2, || Some(3)), Some(3));
                assert_eq!(cached(&there, 1, || Some(4)), Some(4));
                assert_eq!(cached(&here, 1, || unreachable!("it is known")), answer);
            })
            .join()
            .unwrap();
        }
    }
}
