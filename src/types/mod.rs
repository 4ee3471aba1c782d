//! The vocabulary of the game: squares, sets of squares, sides, pieces, directions and scores.
//!
//! Nothing here knows a rule; every layer above builds on these words.

mod bitboard;
mod direction;
mod piece;
mod score;
mod side;
mod square;
mod wording;

pub use bitboard::{Bitboard, Squares};
pub use direction::Direction;
pub use piece::{Kind, ParsePieceError, Piece};
pub use score::Score;
pub use side::{ParseSideError, Side};
pub use square::{ParseSquareError, Square};
// The wording of messages is no interface for others.
#[doc(hidden)]
pub use wording::{abridged, counted};
