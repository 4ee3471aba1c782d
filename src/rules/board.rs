//! The board: which piece stands where, and which boards can be.

use thiserror::Error;

use crate::rules::traps;
use crate::types::{Bitboard, Kind, Piece, Side, Square};

/// Which piece stands where. Whose turn it is and what has been stepped already is a
/// [`Position`](super::Position)'s matter.
///
/// Eight sets of squares, one for each kind and one for each side: a cache line.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr)
)]
pub struct Board {
    kinds: [Bitboard; 6],
    sides: [Bitboard; 2],
}

/// A board that no game can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A side has more pieces of a kind than it sets up.
    #[error("{side} has {count} {kind}s, at most {most} can be", most = kind.full_count())]
    TooMany {
        /// The side with too many.
        side: Side,
        /// The kind of which there are too many.
        kind: Kind,
        /// How many there are.
        count: usize,
    },
    /// A piece stands on a trap with no friendly piece beside it: it would have been captured.
    #[error("the {piece} on {square} stands on a trap with no friendly piece beside it")]
    UndefendedOnTrap {
        /// The piece that can't be there.
        piece: Piece,
        /// The trap square.
        square: Square,
    },
}

/// The pieces by square as numbers: the kind's, and [`OF_SILVER`](Self::OF_SILVER) more for a silver piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceNumbers {
    /// The squares whose number has a binary digit, the lowest first.
    digits: [Bitboard; 4],
}

impl PieceNumbers {
    /// How much greater than a gold piece's number that of the same silver piece is.
    pub(crate) const OF_SILVER: usize = 8;
    /// All numbers are below that.
    pub(crate) const COUNT: usize = 2 * Self::OF_SILVER;

    /// Returns the number of the piece on a square that is known to hold one; of an empty square it says a gold
    /// rabbit's.
    ///
    /// Digit by digit, without a branch, because any guess would often be wrong.
    #[inline]
    pub(crate) const fn at(&self, square: Square) -> usize {
        let [ones, twos, fours, eights] = self.digits;
        let at = square.index();
        (ones.0 >> at & 1
            | (twos.0 >> at & 1) << 1
            | (fours.0 >> at & 1) << 2
            | (eights.0 >> at & 1) << 3) as usize
    }

    /// Returns the squares whose numbers differ.
    #[inline]
    pub(crate) fn differing(self, other: Self) -> Bitboard {
        let digits = self.digits.into_iter().zip(other.digits);
        digits.fold(Bitboard::EMPTY, |set, (here, there)| set | here ^ there)
    }

    /// Returns one more than the number of the strongest kind among the pieces on these squares; 0 if there are no squares.
    ///
    /// Digit by digit, too.
    #[inline]
    pub(crate) fn strongest_among(&self, pieces: Bitboard) -> usize {
        let [ones, twos, fours, _] = self.digits;
        let mut strongest = pieces;
        let mut kind = 0;
        for (having, worth) in [(fours, 4), (twos, 2), (ones, 1)] {
            if (strongest & having).any() {
                strongest &= having;
                kind += worth;
            }
        }
        if pieces.is_empty() { 0 } else { kind + 1 }
    }
}

/// The kinds by their numbers; two more entries stand in for numbers of three binary digits that no kind has.
const KIND_BY_NUMBER: [Kind; 8] = [
    Kind::Rabbit,
    Kind::Cat,
    Kind::Dog,
    Kind::Horse,
    Kind::Camel,
    Kind::Elephant,
    Kind::Elephant,
    Kind::Elephant,
];

impl Board {
    /// The board without pieces.
    pub const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; 6],
        sides: [Bitboard::EMPTY; 2],
    };

    /// Returns whether the same pieces stand on these squares of both boards.
    #[inline]
    pub fn is_same_on(&self, squares: Bitboard, other: &Self) -> bool {
        let here = self.kinds.iter().chain(&self.sides);
        let there = other.kinds.iter().chain(&other.sides);
        let differing = here
            .zip(there)
            .fold(Bitboard::EMPTY, |set, (&here, &there)| set | here ^ there);
        (differing & squares).is_empty()
    }

    /// Returns the squares of a side's pieces of one kind.
    #[inline]
    pub const fn pieces(&self, side: Side, kind: Kind) -> Bitboard {
        Bitboard(self.kinds[kind.index()].0 & self.sides[side.index()].0)
    }

    /// Returns the squares of all pieces of a kind, whosever they are.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Returns the squares of all pieces of a side.
    #[inline]
    pub const fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Returns the squares of all pieces.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.sides[0].0 | self.sides[1].0)
    }

    /// Returns the squares without a piece.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!self.occupied().0)
    }

    /// Returns the squares of a side's rabbits.
    #[inline]
    pub const fn rabbits(&self, side: Side) -> Bitboard {
        self.pieces(side, Kind::Rabbit)
    }

    /// Returns the squares of a side's pieces that are weaker than `kind`.
    #[inline]
    pub fn weaker_than(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces_where(side, |other| other < kind)
    }

    /// Returns the squares of a side's pieces that are stronger than `kind`.
    #[inline]
    pub fn stronger_than(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces_where(side, |other| other > kind)
    }

    #[inline]
    fn pieces_where(&self, side: Side, wanted: impl Fn(Kind) -> bool) -> Bitboard {
        let mut squares = 0;
        // All six are asked, for a loop of a fixed length needs no branch, and neither does a mask.
        for kind in Kind::ALL {
            squares |= self.kind(kind).0 & u64::from(wanted(kind)).wrapping_neg();
        }
        Bitboard(squares) & self.side(side)
    }

    /// Returns the piece on a square, if there is one.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if self.occupied().contains(square) {
            Some(self.known_piece_at(square))
        } else {
            None
        }
    }

    /// Returns the piece on a square that is known to hold one; of an empty square it says a gold rabbit.
    #[inline]
    pub(crate) fn known_piece_at(&self, square: Square) -> Piece {
        let number = self.piece_numbers().at(square);
        let side = if number < PieceNumbers::OF_SILVER {
            Side::Gold
        } else {
            Side::Silver
        };
        Piece::new(side, KIND_BY_NUMBER[number % PieceNumbers::OF_SILVER])
    }

    /// Returns the numbers of the pieces by square.
    #[inline]
    pub(crate) fn piece_numbers(&self) -> PieceNumbers {
        let [_, cats, dogs, horses, camels, elephants] = self.kinds;
        PieceNumbers {
            digits: [
                cats | horses | elephants,
                dogs | horses,
                camels | elephants,
                self.sides[1],
            ],
        }
    }

    /// Returns every piece with its square, from a1 to h8.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .into_iter()
            .map(|square| (square, self.known_piece_at(square)))
    }

    /// Puts a piece on a square; what stood there is gone.
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.clear(square);
        self.toggle(piece, square.bit());
    }

    /// Empties a square.
    pub fn clear(&mut self, square: Square) {
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            *set &= !square.bit();
        }
    }

    /// Adds the piece where it is not and removes it where it is, on each of the squares.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.kinds[piece.kind.index()] ^= squares;
        self.sides[piece.side.index()] ^= squares;
    }

    /// Checks that some game can reach this board.
    ///
    /// # Errors
    /// [`BoardError`] says which rule the board breaks.
    pub fn validate(&self) -> Result<(), BoardError> {
        for side in Side::ALL {
            for kind in Kind::ALL {
                let count = self.pieces(side, kind).len();
                if count > kind.full_count() {
                    return Err(BoardError::TooMany { side, kind, count });
                }
            }
            if let Some(square) = traps::undefended(self.side(side)).first() {
                let piece = self.known_piece_at(square);
                return Err(BoardError::UndefendedOnTrap { piece, square });
            }
        }
        Ok(())
    }

    /// Returns the board as the other side sees it: turned top to bottom, with the sides' pieces exchanged.
    #[must_use]
    pub fn flip_sides(&self) -> Self {
        Self {
            kinds: self.kinds.map(Bitboard::flip_ranks),
            sides: [self.sides[1].flip_ranks(), self.sides[0].flip_ranks()],
        }
    }

    /// Returns the board in a mirror between the d and e files.
    #[must_use]
    pub fn mirror_files(&self) -> Self {
        let mut mirrored = Self::EMPTY;
        for (square, piece) in self.iter() {
            mirrored.put(piece, square.mirror_file());
        }
        mirrored
    }

    /// Returns a board with the pieces of a list such as `Ee4 rc7`.
    #[cfg(test)]
    pub(crate) fn with_pieces(placements: &str) -> Self {
        use crate::rules::notation::Token;
        let mut board = Self::EMPTY;
        for word in placements.split_whitespace() {
            let Ok(Token::Placement(piece, square)) = word.parse() else {
                panic!("{word} is no placement");
            };
            board.put(piece, square);
        }
        board.validate().unwrap();
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_of_some_pieces_is_known_by_its_number() {
        let board = Board::with_pieces("Ra1 cb1 Dc1 hd1 Me1 ef1");
        let numbers = board.piece_numbers();
        let mut pieces = Bitboard::EMPTY;
        assert_eq!(numbers.strongest_among(pieces), 0);
        for (square, piece) in board.iter() {
            pieces |= square.bit();
            assert_eq!(numbers.strongest_among(pieces), piece.kind.index() + 1);
        }
    }
}
