use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Direction;

/// One of the 64 squares, numbered 0 for a1, 1 for b1, … 8 for a2, … 63 for h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Square(u8);

/// The text is no square: a file letter `a` to `h` and a rank digit `1` to `8` are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a square (a1 to h8)")]
pub struct ParseSquareError;

/// Names squares from that number on.
macro_rules! name_squares {
    ($number:expr;) => {};
    ($number:expr; $name:ident $($others:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Self = Self($number);
        name_squares!($number + 1; $($others)*);
    };
}

/// ```
/// use loxodon::types::Square;
/// assert_eq!(Square::C6.to_string(), "c6");
/// ```
impl Square {
    name_squares!(0;
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8);
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    /// Returns the square with the given number.
    ///
    /// # Panics
    /// If `index` is above 63.
    pub const fn new(index: usize) -> Self {
        assert!(index < 64, "a square's index is below 64");
        Self(index as u8)
    }

    /// Returns the square with the low six bits of `index` as its number.
    pub const fn from_low_bits(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns the square on the given file (0 for a) and rank (0 for 1).
    ///
    /// # Panics
    /// If either is above 7.
    pub const fn at(file: usize, rank: usize) -> Self {
        assert!(file < 8 && rank < 8, "file and rank are below 8");
        Self((rank * 8 + file) as u8)
    }

    /// Returns all squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(Self)
    }

    /// Returns all squares in the order of AEI boards: a8 to h8, a7 to h7, … a1 to h1.
    pub fn in_reading_order() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64u8).map(|i| Self(i ^ 0b11_1000))
    }

    /// Returns the square's number, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns 0 for the a file to 7 for the h file.
    #[inline]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Returns 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Returns the neighbour in that direction, on the promise that the board goes on there.
    ///
    /// Beyond an edge the answer is some other square.
    #[inline]
    pub(crate) const fn step_unchecked(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add_signed(direction.offset()) & 63)
    }

    /// Returns how many steps there are to that square on an empty board.
    ///
    /// ```
    /// use loxodon::types::Square;
    /// assert_eq!(Square::A1.distance(Square::C2), 3);
    /// ```
    #[inline]
    pub const fn distance(self, to: Self) -> usize {
        self.file().abs_diff(to.file()) + self.rank().abs_diff(to.rank())
    }

    /// Returns the square's place in a mirror between the d and e files: a1 becomes h1.
    #[must_use]
    pub const fn mirror_file(self) -> Self {
        Self(self.0 ^ 7)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = b'a' + self.file() as u8;
        let rank = b'1' + self.rank() as u8;
        write!(f, "{}{}", char::from(file), char::from(rank))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// ```
    /// use loxodon::types::Square;
    /// assert_eq!("c6".parse::<Square>().unwrap().to_string(), "c6");
    /// assert!("c9".parse::<Square>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match text.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 8 + file - b'a')),
            _ => Err(ParseSquareError),
        }
    }
}
