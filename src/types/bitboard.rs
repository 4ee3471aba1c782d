use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Direction, Side, Square};

/// A set of squares, one bit each: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const ALL: Self = Self(!0);
    /// The four trap squares: c3, f3, c6 and f6.
    pub const TRAPS: Self = Self(1 << 18 | 1 << 21 | 1 << 42 | 1 << 45);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// Returns the squares of a rank, 0 for the first.
    pub const fn rank(rank: usize) -> Self {
        Self(0xff << (8 * rank))
    }

    /// Returns the squares of a file, 0 for the a file.
    pub const fn file(file: usize) -> Self {
        Self(Self::FILE_A << file)
    }

    /// Returns whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set holds any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether the set holds that square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit().0 != 0
    }

    /// Returns how many squares the set holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set holds two squares or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the lowest square of the set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.trailing_zeros() as u8))
        }
    }

    /// Returns every square moved by one in a direction; what leaves the board is gone.
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::East => (self.0 & !Self::FILE_H) << 1,
            Direction::South => self.0 >> 8,
            Direction::West => (self.0 & !Self::FILE_A) >> 1,
        })
    }

    /// Returns the squares beside any square of the set.
    #[inline]
    #[must_use]
    pub const fn neighbors(self) -> Self {
        Self(
            self.0 << 8
                | self.0 >> 8
                | (self.0 & !Self::FILE_H) << 1
                | (self.0 & !Self::FILE_A) >> 1,
        )
    }

    /// Returns the set with all squares at most that many steps away.
    #[inline]
    #[must_use]
    pub const fn within(self, distance: usize) -> Self {
        let mut near = self;
        let mut steps = 0;
        while steps < distance {
            near.0 |= near.neighbors().0;
            steps += 1;
        }
        near
    }

    /// Returns the set seen from the other side of the board: rank 1 becomes rank 8.
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set in the mirror: the a file becomes the h file.
    #[inline]
    #[must_use]
    pub const fn mirror_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

impl Square {
    /// Returns the set that holds this square alone.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// Returns the neighbour in that direction, if the board goes on there.
    pub fn neighbor(self, direction: Direction) -> Option<Self> {
        self.bit().shift(direction).first()
    }

    /// Returns the squares beside this one: two to four of them.
    #[inline]
    pub fn neighbors(self) -> Bitboard {
        self.bit().neighbors()
    }
}

impl Side {
    /// Returns the row that this side's rabbits must reach.
    pub const fn goal_row(self) -> Bitboard {
        match self {
            Self::Gold => Bitboard::rank(7),
            Self::Silver => Bitboard::rank(0),
        }
    }

    /// Returns the two rows on which this side sets up.
    pub const fn home_rows(self) -> Bitboard {
        match self {
            Self::Gold => Bitboard(Bitboard::rank(0).0 | Bitboard::rank(1).0),
            Self::Silver => Bitboard(Bitboard::rank(6).0 | Bitboard::rank(7).0),
        }
    }
}

macro_rules! set_operator {
    ($operator:ident, $function:ident, $assign:ident, $assign_function:ident) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $function(self, other: Self) -> Self {
                Self($operator::$function(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_function(&mut self, other: Self) {
                $assign::$assign_function(&mut self.0, other.0);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

/// Walks the squares of a [`Bitboard`] from the lowest to the highest.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_off_the_board_loses_the_square() {
        let edges = [
            ("d8", Direction::North),
            ("h4", Direction::East),
            ("d1", Direction::South),
            ("a4", Direction::West),
        ];
        for (square, direction) in edges {
            let square: Square = square.parse().unwrap();
            assert!(square.bit().shift(direction).is_empty());
            assert_eq!(square.neighbors().len(), 3);
        }
    }

    #[test]
    fn neighbors_is_the_union_of_the_four_shifts() {
        let set = Bitboard(0x8100_1824_0042_8001);
        let shifts = Direction::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |all, d| all | set.shift(d));
        assert_eq!(set.neighbors(), shifts);
    }

    #[test]
    fn within_counts_steps_along_files_and_ranks() {
        let square: Square = "d4".parse().unwrap();
        let sizes = [0, 1, 2, 14].map(|distance| square.bit().within(distance).len());
        assert_eq!(sizes, [1, 5, 13, 64]);
    }

    #[test]
    fn the_traps_are_where_the_rules_say() {
        let names: Vec<_> = Bitboard::TRAPS.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(names, ["c3", "f3", "c6", "f6"]);
    }
}
