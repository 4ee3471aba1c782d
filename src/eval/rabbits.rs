//! Rabbits that have left home: how many enemies are on their way, whether a stronger friend is beside them, and who
//! controls the trap before them.
//!
//! ```text
//!  8| r . . . . . . .      Nothing stands on the three files before the gold rabbit on g5: it will be hard to stop.
//!  7| . . d . . . . .      The one on b5 has the dog, the cat and a rabbit before it, but the horse to clear
//!  6| . c x . . x . .      its way.
//!  5| . R H . . . R .
//! ```

use super::influence::{control, place};
use super::layout::{CONTROL_LEVELS, ESCORTED, RABBIT_CONTROL, RABBIT_WAY};
use super::sink::Sink;
use super::view::View;
use crate::types::{Bitboard, Kind};

/// On these ranks it matters who controls the trap before a rabbit.
const ON_THE_WAY: Bitboard = Bitboard(!0 << 16 & !0 >> 8);
/// Rabbits count from rank 4 on.
const FIRST_RANK: usize = 3;

/// For each square those on its file and the ones beside it that lie nearer to the goal.
const WAY: [Bitboard; 64] = {
    let mut way = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 56 {
        let file = Bitboard::file(square % 8).0;
        let files = file | file << 1 & !Bitboard::file(0).0 | file >> 1 & !Bitboard::file(7).0;
        way[square] = Bitboard(files & !0 << (8 * (square / 8 + 1)));
        square += 1;
    }
    way
};

#[inline]
pub(super) fn report(view: &View, sink: &mut impl Sink) {
    report_control(view, sink);
    let advanced = Bitboard(view.own.of_kind(Kind::Rabbit).0 & !0 << (8 * FIRST_RANK));
    let escorts = view.own.officers().neighbors();
    for rabbit in advanced {
        let rank = (rabbit.rank() - FIRST_RANK).min(3);
        let enemies = view.enemy.all & WAY[rabbit.index()];
        sink.add(RABBIT_WAY.at2(rank, enemies.len().min(5)), 1);
        if escorts.contains(rabbit) {
            sink.add(ESCORTED.at(rank), 1);
        }
    }
}

/// A rabbit on the way to a trap that its side controls can go on, and one before a trap of the enemy's is lost there.
#[inline]
fn report_control(view: &View, sink: &mut impl Sink) {
    let [left, right] = [control(view, 2), control(view, 3)];
    for rabbit in view.own.of_kind(Kind::Rabbit) & ON_THE_WAY {
        let before = match rabbit.file() {
            0..=2 => left,
            3 => (2 * left + right) / 3,
            4 => (left + 2 * right) / 3,
            _ => right,
        };
        let rank = rabbit.rank() - 2;
        let (level, part) = place(before, CONTROL_LEVELS);
        sink.add_between(
            RABBIT_CONTROL.at2(rank, level),
            RABBIT_CONTROL.at2(rank, level + 1),
            part,
        );
    }
}
