//! A labelled position, as 40 bytes: what an evaluation is trained on.
//!
//! The format is described in `tuning/README.md`. A file of records has no header and no end mark, so files can be
//! concatenated.

use bytemuck::{Pod, Zeroable};
use loxodon::rules::{Board, BoardError, Outcome, Pending, Position, Reason, outcome};
use loxodon::types::{Bitboard, Direction, Kind, Piece, Score, Side, Square, counted};
use thiserror::Error;

/// The bytes that a record takes.
pub(crate) const RECORD_SIZE: usize = 40;
/// The version of the format that is written, and the only one that is read.
pub(crate) const FORMAT_VERSION: u8 = 2;

const _: () = assert!(size_of::<Packed>() == RECORD_SIZE && align_of::<Packed>() == 1);

/// The most pieces on a board.
const MOST_PIECES: usize = 32;
/// The nibble of a silver piece is that of the gold one plus this.
const SILVER_NIBBLE: u8 = 8;

const SIDE_BIT: u8 = 1;
const WINNER_BIT: u8 = 2;
const REASON_SHIFT: u32 = 2;
const REASON_MASK: u8 = 7;
const STEPS_SHIFT: u32 = 5;
const STEPS_MASK: u8 = 3;
const SEARCHED_BIT: u8 = 1 << 7;

/// An open pull is this bit, the directions from which a piece may be pulled, and the square just left.
const PULL_BIT: u16 = 1 << 10;
const PULL_SHIFT: u32 = 6;

/// A position that a search evaluated, with its labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) board: Board,
    /// The side to move.
    pub(crate) side: Side,
    /// The steps left of the turn, 1 to 4.
    pub(crate) steps_left: u8,
    /// The pull that the last step left open, if any. A push is never open: such a position is not evaluated.
    pub(crate) pull: Option<Pull>,
    /// The static evaluation for the side to move.
    pub(crate) evaluation: Score,
    /// What a search of its own found, for the side to move; none if there was none.
    pub(crate) searched: Option<Score>,
    /// Who won the game.
    pub(crate) winner: Side,
    /// How the game ended, one of [`REASONS`].
    pub(crate) reason: Reason,
    /// How many moves both sides had made in the game when it was searched, setups included.
    pub(crate) ply: u16,
    /// The seed of the game.
    pub(crate) seed: u32,
}

/// A square just left, and the weaker enemy pieces beside it that may be pulled there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pull {
    pub(crate) into: Square,
    pub(crate) pulled: Bitboard,
}

/// The ends of the games of self-play, in the order of their codes in a record.
///
/// Games are given up when the searches of both sides agree that they are hopeless, the score decides at the turn
/// limit, and no game ends by time, for there is no clock.
pub(crate) const REASONS: [Reason; 6] = [
    Reason::Goal,
    Reason::Elimination,
    Reason::Immobilization,
    Reason::Repetition,
    Reason::Resignation,
    Reason::Score,
];

/// Returns the code of how a game ended. Self-play has no clock: an end that is not its own counts as resignation.
fn reason_code(reason: Reason) -> u8 {
    let place = |wanted| REASONS.iter().position(|&known| known == wanted);
    let place = place(reason).or_else(|| place(Reason::Resignation));
    place.expect("resignation is among the reasons") as u8
}

/// Why 40 bytes are no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum UnpackError {
    #[error("the checksum is {found:04x}, but that of the other 38 bytes is {computed:04x}")]
    Checksum { found: u16, computed: u16 },
    #[error("the format's version is {found}, only {FORMAT_VERSION} is read")]
    Version { found: u8 },
    #[error("the board has {}, at most {MOST_PIECES} can be", counted(*count, "piece"))]
    TooManyPieces { count: usize },
    #[error("nibble {nibble:#x} on {square} is no piece (1 to 6, 9 to 14)")]
    Nibble { square: Square, nibble: u8 },
    #[error("how the game ended is {found}, it must be from 0 to 5")]
    Reason { found: u8 },
    #[error("the open pull is {found:#06x}, which no pull has")]
    Pull { found: u16 },
    #[error("a nibble that no piece uses, or the score of a search that was not made, is not 0")]
    Unused,
}

/// Why a record can't be from a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ImpossibleRecord {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("the game is over already: {0}")]
    Over(Outcome),
    #[error("the score is {0}, it must be from -{win} to {win}", win = Score::WIN)]
    Score(Score),
    #[error(
        "the pull into {into} is open, but that square is not empty or no enemy piece stands on {from}"
    )]
    Pull { into: Square, from: Square },
}

/// The bytes. Numbers are little-endian.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Packed {
    occupied: [u8; 8],
    /// The pieces from a1 to h8, two to a byte, the lower nibble first.
    pieces: [u8; MOST_PIECES / 2],
    evaluation: [u8; 2],
    searched: [u8; 2],
    seed: [u8; 4],
    ply: [u8; 2],
    pull: [u8; 2],
    flags: u8,
    version: u8,
    checksum: [u8; 2],
}

impl Packed {
    /// Returns the lower half of the CRC-32 of all bytes but the checksum.
    fn computed_checksum(&self) -> u16 {
        let bytes = bytemuck::bytes_of(self);
        crc32fast::hash(&bytes[..RECORD_SIZE - size_of::<u16>()]) as u16
    }
}

impl Pull {
    /// Returns the pull that is open in a position, if any.
    pub(crate) fn open(position: &Position) -> Option<Self> {
        match position.pending() {
            Pending::Pull { into, pulled } => Some(Self { into, pulled }),
            Pending::None | Pending::Push { .. } => None,
        }
    }

    fn pack(self) -> u16 {
        let directions = Direction::ALL.into_iter().enumerate();
        let from = directions
            .filter(|&(_, direction)| (self.into.bit().shift(direction) & self.pulled).any())
            .fold(0, |from, (bit, _)| from | 1 << bit);
        PULL_BIT | from << PULL_SHIFT | self.into.index() as u16
    }

    fn unpack(word: u16) -> Result<Option<Self>, UnpackError> {
        if word == 0 {
            return Ok(None);
        }
        let impossible = UnpackError::Pull { found: word };
        let square = usize::from(word % (1 << PULL_SHIFT));
        let Some(into) = Square::all().nth(square) else {
            return Err(impossible);
        };
        let directions = Direction::ALL.into_iter().enumerate();
        let pulled = directions
            .filter(|&(bit, _)| word >> PULL_SHIFT >> bit & 1 != 0)
            .fold(Bitboard::EMPTY, |set, (_, direction)| {
                set | into.bit().shift(direction)
            });
        let pull = Self { into, pulled };
        if pulled.is_empty() || pull.pack() != word {
            return Err(impossible);
        }
        Ok(Some(pull))
    }
}

impl Record {
    /// Returns the record as bytes.
    pub(crate) fn pack(&self) -> [u8; RECORD_SIZE] {
        let mut packed = Packed::zeroed();
        packed.occupied = self.board.occupied().0.to_le_bytes();
        for (index, (_, piece)) in self.board.iter().enumerate() {
            packed.pieces[index / 2] |= nibble(piece) << (4 * (index % 2));
        }
        packed.evaluation = (self.evaluation.0 as i16).to_le_bytes();
        packed.searched = (self.searched.unwrap_or_default().0 as i16).to_le_bytes();
        packed.seed = self.seed.to_le_bytes();
        packed.ply = self.ply.to_le_bytes();
        packed.pull = self.pull.map_or(0, Pull::pack).to_le_bytes();
        let bit = |is_set, bit| if is_set { bit } else { 0 };
        packed.flags = bit(self.side == Side::Silver, SIDE_BIT)
            | bit(self.winner == Side::Silver, WINNER_BIT)
            | bit(self.searched.is_some(), SEARCHED_BIT)
            | reason_code(self.reason) << REASON_SHIFT
            | (self.steps_left - 1) << STEPS_SHIFT;
        packed.version = FORMAT_VERSION;
        packed.checksum = packed.computed_checksum().to_le_bytes();
        bytemuck::cast(packed)
    }

    /// Reads what [`pack`](Self::pack) has written. Whether the position can be is [`check`](Self::check)'s matter.
    pub(crate) fn unpack(bytes: &[u8; RECORD_SIZE]) -> Result<Self, UnpackError> {
        let packed: Packed = bytemuck::cast(*bytes);
        let found = u16::from_le_bytes(packed.checksum);
        let computed = packed.computed_checksum();
        if found != computed {
            return Err(UnpackError::Checksum { found, computed });
        }
        if packed.version != FORMAT_VERSION {
            let found = packed.version;
            return Err(UnpackError::Version { found });
        }
        let flags = packed.flags;
        let side = |bit| {
            if flags & bit == 0 {
                Side::Gold
            } else {
                Side::Silver
            }
        };
        let found = flags >> REASON_SHIFT & REASON_MASK;
        let reason = REASONS.get(usize::from(found));
        let searched = i16::from_le_bytes(packed.searched);
        if flags & SEARCHED_BIT == 0 && searched != 0 {
            return Err(UnpackError::Unused);
        }
        Ok(Self {
            board: board(&packed)?,
            side: side(SIDE_BIT),
            steps_left: (flags >> STEPS_SHIFT & STEPS_MASK) + 1,
            pull: Pull::unpack(u16::from_le_bytes(packed.pull))?,
            evaluation: Score(i32::from(i16::from_le_bytes(packed.evaluation))),
            searched: (flags & SEARCHED_BIT != 0).then_some(Score(i32::from(searched))),
            winner: side(WINNER_BIT),
            reason: *reason.ok_or(UnpackError::Reason { found })?,
            ply: u16::from_le_bytes(packed.ply),
            seed: u32::from_le_bytes(packed.seed),
        })
    }

    /// Returns the score of the search, or the static evaluation if there was none.
    pub(crate) fn score(&self) -> Score {
        self.searched.unwrap_or(self.evaluation)
    }

    /// Returns the position, without the open pull: an evaluation doesn't look at it.
    pub(crate) fn position(&self) -> Position {
        Position::new(self.board, self.side).with_steps_left(self.steps_left)
    }

    /// Checks that the record can be from a game.
    pub(crate) fn check(&self) -> Result<(), ImpossibleRecord> {
        self.board.validate()?;
        if let Some(outcome) = outcome::on_board(&self.board, !self.side) {
            return Err(ImpossibleRecord::Over(outcome));
        }
        for score in [self.evaluation, self.searched.unwrap_or_default()] {
            if score.0.abs() > Score::WIN.0 {
                return Err(ImpossibleRecord::Score(score));
            }
        }
        if let Some(Pull { into, pulled }) = self.pull {
            let enemies = pulled & self.board.side(!self.side);
            let missing = Bitboard(pulled.0 & !enemies.0);
            if !self.board.empty().contains(into) || missing.any() {
                let from = missing.first().unwrap_or(into);
                return Err(ImpossibleRecord::Pull { into, from });
            }
        }
        Ok(())
    }
}

/// Returns the board of a record.
fn board(packed: &Packed) -> Result<Board, UnpackError> {
    let occupied = Bitboard(u64::from_le_bytes(packed.occupied));
    let count = occupied.len();
    if count > MOST_PIECES {
        return Err(UnpackError::TooManyPieces { count });
    }
    let nibble_at = |index: usize| packed.pieces[index / 2] >> (4 * (index % 2)) & 0xf;
    let mut board = Board::EMPTY;
    for (index, square) in occupied.into_iter().enumerate() {
        let nibble = nibble_at(index);
        let piece = piece(nibble).ok_or(UnpackError::Nibble { square, nibble })?;
        board.put(piece, square);
    }
    if (count..MOST_PIECES).any(|index| nibble_at(index) != 0) {
        return Err(UnpackError::Unused);
    }
    Ok(board)
}

/// Returns 1 to 6 for a gold rabbit to elephant, 9 to 14 for the silver ones.
const fn nibble(piece: Piece) -> u8 {
    let strength = piece.kind.index() as u8 + 1;
    match piece.side {
        Side::Gold => strength,
        Side::Silver => strength + SILVER_NIBBLE,
    }
}

fn piece(nibble: u8) -> Option<Piece> {
    let side = if nibble < SILVER_NIBBLE {
        Side::Gold
    } else {
        Side::Silver
    };
    let kind = usize::from(nibble % SILVER_NIBBLE).checked_sub(1)?;
    Kind::ALL.get(kind).map(|&kind| Piece::new(side, kind))
}

#[cfg(test)]
mod tests {
    use loxodon::rules::notation::read_board;
    use proptest::prelude::*;

    use super::*;

    fn any_side() -> impl Strategy<Value = Side> {
        prop::sample::select(Side::ALL.to_vec())
    }

    fn any_square() -> impl Strategy<Value = Square> {
        prop::sample::select(Square::all().collect::<Vec<_>>())
    }

    prop_compose! {
        fn any_board()(
            pieces in prop::collection::btree_map(0..64usize, (any_side(), 0..6usize), 0..=MOST_PIECES),
        ) -> Board {
            let squares: Vec<_> = Square::all().collect();
            let mut board = Board::EMPTY;
            for (square, (side, kind)) in pieces {
                board.put(Piece::new(side, Kind::ALL[kind]), squares[square]);
            }
            board
        }
    }

    prop_compose! {
        fn any_pull()(into in any_square(), beside in 1..16u64) -> Pull {
            let mut pulled = Bitboard::EMPTY;
            for (bit, square) in into.neighbors().into_iter().enumerate() {
                if bit == 0 || beside >> bit & 1 != 0 {
                    pulled |= square.bit();
                }
            }
            Pull { into, pulled }
        }
    }

    fn any_score() -> impl Strategy<Value = Score> {
        (-Score::WIN.0..=Score::WIN.0).prop_map(Score)
    }

    prop_compose! {
        fn any_record()(
            board in any_board(),
            side in any_side(),
            steps_left in 1..=4u8,
            pull in prop::option::of(any_pull()),
            evaluation in any_score(),
            searched in prop::option::of(any_score()),
            winner in any_side(),
            reason in prop::sample::select(REASONS.to_vec()),
            ply in any::<u16>(),
            seed in any::<u32>(),
        ) -> Record {
            Record { board, side, steps_left, pull, evaluation, searched, winner, reason, ply, seed }
        }
    }

    proptest! {
        #[test]
        fn a_record_comes_back_as_it_was(record in any_record()) {
            prop_assert_eq!(Record::unpack(&record.pack()), Ok(record));
        }

        #[test]
        fn a_flipped_bit_is_detected(record in any_record(), bit in 0..8 * RECORD_SIZE) {
            let mut bytes = record.pack();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let is_checksum = matches!(Record::unpack(&bytes), Err(UnpackError::Checksum { .. }));
            prop_assert!(is_checksum);
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            record in any_record(),
            place in 0..RECORD_SIZE - 3,
            byte in any::<u8>(),
        ) {
            let mut bytes = record.pack();
            bytes[place] = byte;
            let mut packed: Packed = bytemuck::cast(bytes);
            packed.checksum = packed.computed_checksum().to_le_bytes();
            let packed = bytemuck::cast(packed);
            if let Ok(record) = Record::unpack(&packed) {
                prop_assert_eq!(record.pack(), packed);
                let _ = record.check();
            }
        }
    }

    fn opening() -> Record {
        let board = "rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR";
        Record {
            board: read_board(board).unwrap(),
            side: Side::Silver,
            steps_left: 3,
            pull: None,
            evaluation: Score(-12),
            searched: Some(Score(258)),
            winner: Side::Gold,
            reason: Reason::Score,
            ply: 5,
            seed: 0x0102_0304,
        }
    }

    /// The format as other programs see it: it must not change without a new version.
    #[test]
    fn the_bytes_are_those_that_the_format_promises() {
        let bytes = opening().pack();
        assert_eq!(bytes[..8], [0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff]);
        assert_eq!(
            bytes[8..16],
            [0x11, 0x11, 0x11, 0x11, 0x34, 0x52, 0x26, 0x43]
        );
        assert_eq!(
            bytes[16..24],
            [0xbc, 0xea, 0xad, 0xcb, 0x99, 0x99, 0x99, 0x99]
        );
        assert_eq!(bytes[24..28], [0xf4, 0xff, 2, 1]);
        assert_eq!(bytes[28..36], [4, 3, 2, 1, 5, 0, 0, 0]);
        assert_eq!(bytes[36..38], [1 | 5 << 2 | 2 << 5 | 1 << 7, 2]);
        assert_eq!(
            bytes[38..],
            (crc32fast::hash(&bytes[..38]) as u16).to_le_bytes()
        );
        let pull = Pull {
            into: "b4".parse().unwrap(),
            pulled: "c4".parse::<Square>().unwrap().bit(),
        };
        let bytes = Record {
            pull: Some(pull),
            ..opening()
        }
        .pack();
        assert_eq!(bytes[34..36], (1u16 << 10 | 2 << 6 | 0x19).to_le_bytes());
    }

    #[test]
    fn impossible_records_are_told_apart() {
        let good = opening();
        assert_eq!(good.check(), Ok(()));
        let score = Record {
            searched: Some(Score(32_500)),
            ..good.clone()
        };
        assert!(matches!(score.check(), Err(ImpossibleRecord::Score(_))));
        let pull = Pull {
            into: "b4".parse().unwrap(),
            pulled: "c4".parse::<Square>().unwrap().bit(),
        };
        let pull = Record {
            pull: Some(pull),
            ..good.clone()
        };
        assert!(matches!(pull.check(), Err(ImpossibleRecord::Pull { .. })));
        let mut nine_rabbits = good.clone();
        let rabbit = Piece::new(Side::Gold, Kind::Rabbit);
        nine_rabbits.board.put(rabbit, "a4".parse().unwrap());
        let is_board = matches!(nine_rabbits.check(), Err(ImpossibleRecord::Board(_)));
        assert!(is_board);
        let mut over = good;
        over.board.put(rabbit, "a8".parse().unwrap());
        over.board.clear("a1".parse().unwrap());
        assert!(matches!(over.check(), Err(ImpossibleRecord::Over(_))));
    }
}
