//! A scored position from a game, as 64 bytes.
//!
//! The format is described in `tuning/README.md`. A file of records has no header and no end mark, so files can be
//! concatenated. A record's size is a power of two, so that no boundary between the pages of a file, or the blocks of a
//! disk, falls inside a record: a write that is cut short by a kill or a full disk, which happens at such a boundary,
//! leaves whole records.

use bytemuck::{Pod, Zeroable};
use loxodon::rules::{
    Board, BoardError, IllegalStep, Outcome, Position, Reason, Step, Turn, outcome,
};
use loxodon::types::{Kind, Piece, Score, Side, Square};
use thiserror::Error;

/// The bytes that a record takes.
pub(crate) const RECORD_SIZE: usize = 64;
/// The version of the format that is written, and the only one that is read.
pub(crate) const FORMAT_VERSION: u8 = 1;

/// The smallest page that a system this runs on may have.
const SMALLEST_PAGE: usize = 4096;

const _: () = assert!(size_of::<Packed>() == RECORD_SIZE && align_of::<Packed>() == 1);
const _: () = assert!(RECORD_SIZE.is_power_of_two() && SMALLEST_PAGE.is_multiple_of(RECORD_SIZE));

/// The nibble of a silver piece is that of the gold one plus this.
const SILVER_NIBBLE: u8 = 8;
const SIDE_BIT: u8 = 1;
const WINNER_BIT: u8 = 2;
const ENDING_SHIFT: u32 = 2;

/// A position at the start of a turn, what a search found there, and how its game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) board: Board,
    /// The side to move.
    pub(crate) side: Side,
    /// What the search found, for the side to move.
    pub(crate) score: Score,
    /// Who won the game.
    pub(crate) winner: Side,
    pub(crate) ending: Ending,
    /// How many turns both sides had made before: 0 is gold's first turn, and in a game gold moves at even plies.
    pub(crate) ply: u16,
    /// The turn that the search found best.
    pub(crate) best: Turn,
    /// The seed of the game.
    pub(crate) seed: u64,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ending {
    Goal,
    Elimination,
    Immobilization,
    Repetition,
    /// Given up, since the searches of both sides agreed that it is hopeless.
    Resignation,
    /// Stopped at the turn limit: the winner is the one by the official score.
    TurnLimit,
}

impl Ending {
    /// All endings, in the order of their codes.
    pub(crate) const ALL: [Self; 6] = [
        Self::Goal,
        Self::Elimination,
        Self::Immobilization,
        Self::Repetition,
        Self::Resignation,
        Self::TurnLimit,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::TurnLimit => "turn limit",
        }
    }
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Goal => Self::Goal,
            Reason::Elimination => Self::Elimination,
            Reason::Immobilization => Self::Immobilization,
            Reason::Repetition => Self::Repetition,
            Reason::Resignation => Self::Resignation,
        }
    }
}

/// Why 64 bytes are no record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum UnpackError {
    #[error("the CRC-32 is {found:08x}, but that of the other 60 bytes is {computed:08x}")]
    Checksum { found: u32, computed: u32 },
    #[error("the format's version is {found}, only {FORMAT_VERSION} is read")]
    Version { found: u8 },
    #[error("nibble {nibble:#x} on {square} is neither empty (0) nor a piece (1 to 6, 9 to 14)")]
    Nibble { square: Square, nibble: u8 },
    #[error("the byte of side, winner and ending is {found:#04x}, it must be from 0 to 0x17")]
    Flags { found: u8 },
    #[error("the best turn has {found} steps, it must have 1 to 4")]
    StepCount { found: u8 },
    #[error("a byte that no step of the best turn uses, or that is reserved, is not 0")]
    Reserved,
}

/// Why a record can't be from a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ImpossibleRecord {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("the game is over already: {0}")]
    Over(Outcome),
    #[error("at ply {ply} it can't be {side}'s turn: gold moves at even plies")]
    Parity { ply: u16, side: Side },
    #[error("the score is {0}, it must be from -{win} to {win}", win = Score::WIN)]
    Score(Score),
    #[error("the best turn is illegal at {step}: {rule}")]
    Step { step: Step, rule: IllegalStep },
    #[error("the best turn leaves a push open, or the board as it was")]
    UnfinishedTurn,
}

/// The bytes. Numbers are little-endian.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Packed {
    board: [u8; 32],
    seed: [u8; 8],
    score: [u8; 2],
    ply: [u8; 2],
    steps: [u8; 4],
    step_count: u8,
    flags: u8,
    version: u8,
    reserved: [u8; 9],
    checksum: [u8; 4],
}

impl Packed {
    fn computed_checksum(&self) -> u32 {
        let bytes = bytemuck::bytes_of(self);
        crc32fast::hash(&bytes[..RECORD_SIZE - size_of::<u32>()])
    }
}

impl Record {
    /// The record as bytes.
    pub(crate) fn pack(&self) -> [u8; RECORD_SIZE] {
        let mut packed = Packed::zeroed();
        for (square, piece) in self.board.iter() {
            packed.board[square.index() / 2] |= nibble(piece) << (4 * (square.index() % 2));
        }
        packed.seed = self.seed.to_le_bytes();
        packed.score = (self.score.0 as i16).to_le_bytes();
        packed.ply = self.ply.to_le_bytes();
        for (code, step) in packed.steps.iter_mut().zip(&self.best) {
            *code = step.code();
        }
        packed.step_count = self.best.len() as u8;
        packed.flags = if self.side == Side::Silver {
            SIDE_BIT
        } else {
            0
        } | if self.winner == Side::Silver {
            WINNER_BIT
        } else {
            0
        } | (self.ending as u8) << ENDING_SHIFT;
        packed.version = FORMAT_VERSION;
        packed.checksum = packed.computed_checksum().to_le_bytes();
        bytemuck::cast(packed)
    }

    /// Reads what [`pack`](Self::pack) has written. Whether the position can be is [`check`](Self::check)'s matter.
    pub(crate) fn unpack(bytes: &[u8; RECORD_SIZE]) -> Result<Self, UnpackError> {
        let packed: Packed = bytemuck::cast(*bytes);
        let found = u32::from_le_bytes(packed.checksum);
        let computed = packed.computed_checksum();
        if found != computed {
            return Err(UnpackError::Checksum { found, computed });
        }
        if packed.version != FORMAT_VERSION {
            return Err(UnpackError::Version {
                found: packed.version,
            });
        }
        let mut board = Board::EMPTY;
        for square in Square::all() {
            let nibble = packed.board[square.index() / 2] >> (4 * (square.index() % 2)) & 0xf;
            if nibble != 0 {
                let piece = piece(nibble).ok_or(UnpackError::Nibble { square, nibble })?;
                board.put(piece, square);
            }
        }
        let flags = packed.flags;
        let ending = Ending::ALL
            .get(usize::from(flags >> ENDING_SHIFT))
            .ok_or(UnpackError::Flags { found: flags })?;
        let side = |bit| {
            if flags & bit == 0 {
                Side::Gold
            } else {
                Side::Silver
            }
        };
        let (used, unused) = match packed.step_count {
            found @ 1..=4 => packed.steps.split_at(usize::from(found)),
            found => return Err(UnpackError::StepCount { found }),
        };
        if unused.iter().chain(&packed.reserved).any(|&byte| byte != 0) {
            return Err(UnpackError::Reserved);
        }
        Ok(Self {
            board,
            side: side(SIDE_BIT),
            score: Score(i32::from(i16::from_le_bytes(packed.score))),
            winner: side(WINNER_BIT),
            ending: *ending,
            ply: u16::from_le_bytes(packed.ply),
            best: used.iter().copied().map(Step::from_code).collect(),
            seed: u64::from_le_bytes(packed.seed),
        })
    }

    /// The position.
    pub(crate) fn position(&self) -> Position {
        Position::new(self.board, self.side)
    }

    /// Whether the record can be from a game, by the rules: all but repetition, which takes the whole game to know.
    pub(crate) fn check(&self) -> Result<(), ImpossibleRecord> {
        self.board.validate()?;
        let mut position = self.position();
        if let Some(outcome) = outcome::at_start_of_turn(&position) {
            return Err(ImpossibleRecord::Over(outcome));
        }
        if self.ply.is_multiple_of(2) != (self.side == Side::Gold) {
            let (ply, side) = (self.ply, self.side);
            return Err(ImpossibleRecord::Parity { ply, side });
        }
        if self.score.0.abs() > Score::WIN.0 {
            return Err(ImpossibleRecord::Score(self.score));
        }
        for &step in &self.best {
            position
                .check_step(step)
                .map_err(|rule| ImpossibleRecord::Step { step, rule })?;
            position.play(step);
        }
        if position.can_end_turn() {
            Ok(())
        } else {
            Err(ImpossibleRecord::UnfinishedTurn)
        }
    }
}

/// 1 to 6 for a gold rabbit to elephant, 9 to 14 for the silver ones.
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

    fn any_board() -> impl Strategy<Value = Board> {
        prop::collection::vec(prop::option::weighted(0.5, (any_side(), 0..6usize)), 64).prop_map(
            |pieces| {
                let mut board = Board::EMPTY;
                for (square, piece) in Square::all().zip(pieces) {
                    if let Some((side, kind)) = piece {
                        board.put(Piece::new(side, Kind::ALL[kind]), square);
                    }
                }
                board
            },
        )
    }

    prop_compose! {
        fn any_record()(
            board in any_board(),
            side in any_side(),
            score in -Score::WIN.0..=Score::WIN.0,
            winner in any_side(),
            ending in prop::sample::select(Ending::ALL.to_vec()),
            ply in any::<u16>(),
            steps in prop::collection::vec(any::<u8>(), 1..=4),
            seed in any::<u64>(),
        ) -> Record {
            Record {
                board,
                side,
                score: Score(score),
                winner,
                ending,
                ply,
                best: steps.into_iter().map(Step::from_code).collect(),
                seed,
            }
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
        fn any_bytes_are_read_or_refused(bytes in prop::array::uniform32(any::<u8>())) {
            let mut packed = Packed::zeroed();
            packed.board = bytes;
            packed.steps.copy_from_slice(&bytes[..4]);
            packed.step_count = bytes[4] % 6;
            packed.flags = bytes[5];
            packed.version = FORMAT_VERSION;
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
        let position = Position::new(read_board(board).unwrap(), Side::Gold);
        Record {
            board: *position.board(),
            side: Side::Gold,
            score: Score(-12),
            winner: Side::Silver,
            ending: Ending::TurnLimit,
            ply: 0,
            best: position.read_turn("Ee2n Ee3n").unwrap(),
            seed: 0x0102_0304_0506_0708,
        }
    }

    /// The format as other programs see it: it must not change without a new version.
    #[test]
    fn the_bytes_are_those_that_the_format_promises() {
        let bytes = opening().pack();
        assert_eq!(bytes[..8], [0x11, 0x11, 0x11, 0x11, 0x34, 0x52, 0x26, 0x43]);
        assert_eq!(bytes[8..24], [0; 16]);
        assert_eq!(
            bytes[24..32],
            [0xbc, 0xea, 0xad, 0xcb, 0x99, 0x99, 0x99, 0x99]
        );
        assert_eq!(bytes[32..40], [8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(bytes[40..44], [0xf4, 0xff, 0, 0]);
        assert_eq!(bytes[44..51], [12 << 2, 20 << 2, 0, 0, 2, 0x16, 1]);
        assert_eq!(bytes[51..60], [0; 9]);
        assert_eq!(bytes[60..], crc32fast::hash(&bytes[..60]).to_le_bytes());
    }

    #[test]
    fn impossible_records_are_told_apart() {
        let good = opening();
        assert_eq!(good.check(), Ok(()));
        let ply = Record {
            ply: 1,
            ..good.clone()
        };
        assert!(matches!(ply.check(), Err(ImpossibleRecord::Parity { .. })));
        let score = Record {
            score: Score(32_500),
            ..good.clone()
        };
        assert!(matches!(score.check(), Err(ImpossibleRecord::Score(_))));
        let backward = [Step::from_code(2)].into_iter().collect();
        let step = Record {
            best: backward,
            ..good.clone()
        };
        assert!(matches!(step.check(), Err(ImpossibleRecord::Step { .. })));
        let there_and_back = [Step::from_code(12 << 2), Step::from_code(20 << 2 | 2)];
        let unchanged = Record {
            best: there_and_back.into_iter().collect(),
            ..good.clone()
        };
        assert_eq!(unchanged.check(), Err(ImpossibleRecord::UnfinishedTurn));
        let mut nine_rabbits = good.clone();
        let rabbit = Piece::new(Side::Gold, Kind::Rabbit);
        nine_rabbits.board.put(rabbit, "a4".parse().unwrap());
        assert!(matches!(
            nine_rabbits.check(),
            Err(ImpossibleRecord::Board(_))
        ));
        let mut over = good;
        over.board.put(rabbit, "a8".parse().unwrap());
        over.board.clear("a1".parse().unwrap());
        assert!(matches!(over.check(), Err(ImpossibleRecord::Over(_))));
    }
}
