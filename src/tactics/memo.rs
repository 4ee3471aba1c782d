//! What has been found out about goals: searches come to the same positions again and again, by steps in another order and
//! from one depth to the next, and the way to a goal from there is always as long.

use std::cell::Cell;

use crate::rules::Position;

/// The number of entries, a power of two. Half a mebibyte in all: more would not stay in the processor's caches.
const ENTRIES: usize = 1 << 16;
/// The low bits of an entry, which hold the answer; the others hold the question's key.
const ANSWER: u64 = 0b111;
/// The greatest number that an answer can be; one value more stands for none.
const MOST: u8 = ANSWER as u8 - 1;
/// An odd number with bits as good as random: makes different questions about a position different keys.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

thread_local! {
    /// Answers by the keys of their questions, a new one in the place of an old one. Each thread remembers for itself, so
    /// that none waits for another.
    static ANSWERS: Box<[Cell<u64>]> = vec![Cell::new(0); ENTRIES].into_boxed_slice();
}

/// The answer to a question about a position: the one that this thread remembers, or the one that `find` finds.
///
/// The answer must depend on nothing but `question` and what [`Position::key`] tells apart, so that it makes no difference
/// whether it was remembered.
pub(super) fn remembered(
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
                assert_eq!(remembered(&here, 1, || answer), answer);
                assert_eq!(remembered(&here, 1, || unreachable!("it is known")), answer);
                assert_eq!(remembered(&here, 2, || Some(3)), Some(3));
                assert_eq!(remembered(&there, 1, || Some(4)), Some(4));
                assert_eq!(remembered(&here, 1, || unreachable!("it is known")), answer);
            })
            .join()
            .unwrap();
        }
    }
}
