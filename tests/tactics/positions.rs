//! Seeded positions of many sorts, among them many in which something can be finished within the turn.

use loxodon::engine::{Engine, Options};
use loxodon::rules::notation::read_board;
use loxodon::rules::{Board, Game, Pending, Position, Step};
use loxodon::search::Limits;
use loxodon::types::{Bitboard, Kind, Piece, Side, Square};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};

use crate::data;

/// Where positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Random turns from the project's own positions on.
    Playout,
    /// The engine against itself, at few nodes a turn.
    SelfPlay,
    /// Few pieces, rabbits far advanced.
    Endgame,
    /// Many pieces at random: pushes, pulls and traps everywhere.
    Contact,
    /// The opponent has a rabbit or two near traps, and strong pieces are near.
    LastRabbits,
    /// The opponent has a few pieces, hemmed in.
    HemmedIn,
}

impl Sort {
    pub(crate) const ALL: [Self; 6] = [
        Self::Playout,
        Self::SelfPlay,
        Self::Endgame,
        Self::Contact,
        Self::LastRabbits,
        Self::HemmedIn,
    ];

    /// `count` positions of this sort, the same ones for the same seed. Half have four steps left, a quarter fewer, and
    /// a quarter are within a turn.
    pub(crate) fn positions(self, count: usize, seed: u64) -> Vec<Position> {
        self.positions_that(count, seed, |_| true)
    }

    /// The same, only with positions that are wanted.
    pub(crate) fn positions_that(
        self,
        count: usize,
        seed: u64,
        wanted: impl Fn(&Position) -> bool,
    ) -> Vec<Position> {
        let mut source = Source::new(self, seed);
        let mut positions = Vec::with_capacity(count);
        while positions.len() < count {
            let start = source.next();
            if !is_usable(&start) {
                continue;
            }
            let position = match source.random.random_range(0..4) {
                0 | 1 => start,
                2 => start.with_steps_left(source.random.random_range(1..4)),
                _ => source.within_a_turn(start),
            };
            if is_usable(&position) && wanted(&position) {
                positions.push(position);
            }
        }
        positions
    }
}

/// A board that can be, on which the game is not over by goal, and both sides still have rabbits; within a turn the
/// opponent's may be gone.
fn is_usable(position: &Position) -> bool {
    let board = position.board();
    let side = position.side_to_move();
    let at_goal = |side: Side| (board.rabbits(side) & side.goal_row()).any();
    let at_start = position.is_unchanged();
    board.validate().is_ok()
        && !at_goal(side)
        && (!at_start || (!at_goal(!side) && Side::ALL.iter().all(|&s| board.rabbits(s).any())))
}

struct Source {
    sort: Sort,
    random: StdRng,
    roots: Vec<Position>,
    engine: Engine,
    game: Game,
}

impl Source {
    fn new(sort: Sort, seed: u64) -> Self {
        let roots = roots();
        Self {
            sort,
            random: StdRng::seed_from_u64(seed ^ (sort as u64) << 32),
            engine: Engine::new(Options {
                hash_mib: 1,
                ..Options::default()
            })
            .unwrap(),
            game: Game::from_position(roots[0]),
            roots,
        }
    }

    fn next(&mut self) -> Position {
        match self.sort {
            Sort::Playout => self.playout(),
            Sort::SelfPlay => self.self_play(),
            Sort::Endgame => self.endgame(),
            Sort::Contact => self.contact(),
            Sort::LastRabbits => self.last_rabbits(),
            Sort::HemmedIn => self.hemmed_in(),
        }
    }

    fn root(&mut self) -> Position {
        *self.roots.choose(&mut self.random).unwrap()
    }

    fn playout(&mut self) -> Position {
        let mut position = self.root();
        let steps = self.random.random_range(0..80);
        for _ in 0..steps {
            let before = position;
            let ends = position.can_end_turn() && self.random.random_range(0..4) == 0;
            if ends || position.steps_left() == 0 && !position.is_unchanged() {
                position.end_turn();
            } else if let Some(step) = self.any_step(&position) {
                position.play(step);
            } else {
                break;
            }
            if !is_usable(&position) {
                position = before;
                break;
            }
        }
        position.with_steps_left(4)
    }

    fn self_play(&mut self) -> Position {
        if self.game.outcome().is_some() || self.random.random_range(0..100) == 0 {
            self.game = Game::from_position(self.root());
        }
        let before = *self.game.position();
        self.engine.set_game(self.game.clone());
        let limits = Limits {
            nodes: Some(200),
            ..Limits::default()
        };
        match self.engine.prepare(limits).run(&mut ()).best {
            Some(best) => self.game.play(best).unwrap(),
            None => self.game = Game::from_position(self.root()),
        }
        before
    }

    fn endgame(&mut self) -> Position {
        let mut board = Board::EMPTY;
        for side in Side::ALL {
            for _ in 0..self.random.random_range(1..5) {
                let squares = match self.random.random_range(0..4) {
                    0 => advanced(side),
                    _ => Bitboard::ALL,
                };
                self.put(&mut board, side, Kind::Rabbit, squares);
            }
            for _ in 0..self.random.random_range(0..5) {
                let kind = self.officer();
                self.put(&mut board, side, kind, Bitboard::ALL);
            }
        }
        Position::new(board, self.side())
    }

    fn contact(&mut self) -> Position {
        let mut board = Board::EMPTY;
        let area = match self.random.random_range(0..4) {
            0 => Bitboard::ALL,
            1 => Bitboard::TRAPS.within(2),
            2 => advanced(Side::Gold) | Bitboard::rank(3),
            _ => advanced(Side::Silver) | Bitboard::rank(4),
        };
        for side in Side::ALL {
            for _ in 0..self.random.random_range(2..9) {
                self.put(&mut board, side, Kind::Rabbit, area);
            }
            for _ in 0..self.random.random_range(3..9) {
                let kind = self.officer();
                self.put(&mut board, side, kind, area);
            }
        }
        Position::new(board, self.side())
    }

    fn last_rabbits(&mut self) -> Position {
        let side = self.side();
        let mut board = Board::EMPTY;
        let near_traps = Bitboard::TRAPS.within(2);
        for _ in 0..self.random.random_range(1..3) {
            let reach = self.random.random_range(0..3);
            let squares = Bitboard::TRAPS.within(reach);
            self.put(&mut board, !side, Kind::Rabbit, squares);
        }
        for _ in 0..self.random.random_range(0..5) {
            let kind = self.officer();
            self.put(&mut board, !side, kind, near_traps);
        }
        for _ in 0..self.random.random_range(1..6) {
            let kind = self.officer();
            self.put(&mut board, side, kind, Bitboard::TRAPS.within(3));
        }
        for _ in 0..self.random.random_range(1..4) {
            self.put(&mut board, side, Kind::Rabbit, Bitboard::ALL);
        }
        Position::new(board, side)
    }

    fn hemmed_in(&mut self) -> Position {
        let side = self.side();
        let mut board = Board::EMPTY;
        let center = Square::all().choose(&mut self.random).unwrap();
        let reach = self.random.random_range(0..4);
        let mut around = center.bit().within(reach);
        if self.random.random_range(0..3) == 0 {
            // A second group, somewhere else.
            around |= Square::all()
                .choose(&mut self.random)
                .unwrap()
                .bit()
                .within(1);
        }
        for _ in 0..self.random.random_range(1..4) {
            self.put(&mut board, !side, Kind::Rabbit, around);
        }
        for _ in 0..self.random.random_range(0..5) {
            let kind = self.officer();
            self.put(&mut board, !side, kind, around);
        }
        let beside = around.within(2);
        for _ in 0..self.random.random_range(1..9) {
            let kind = self.officer();
            self.put(&mut board, side, kind, beside);
        }
        for _ in 0..self.random.random_range(1..9) {
            self.put(&mut board, side, Kind::Rabbit, beside);
        }
        Position::new(board, side)
    }

    /// A position one to three steps later in the same turn; every other time with a push or a pull open if any can be.
    fn within_a_turn(&mut self, start: Position) -> Position {
        let mut position = start;
        let steps = self.random.random_range(1..4);
        for _ in 0..steps {
            let opens = |step: &Step| {
                let mut after = position;
                after.play(*step);
                after.pending() != Pending::None
            };
            let opening = position.legal_steps().iter().filter(opens);
            let step = match self.random.random_range(0..2) {
                0 => opening.choose(&mut self.random),
                _ => None,
            };
            let Some(step) = step.or_else(|| self.any_step(&position)) else {
                break;
            };
            position.play(step);
        }
        position
    }

    fn any_step(&mut self, position: &Position) -> Option<Step> {
        position.legal_steps().iter().choose(&mut self.random)
    }

    fn side(&mut self) -> Side {
        *Side::ALL.choose(&mut self.random).unwrap()
    }

    /// Any kind but rabbits.
    fn officer(&mut self) -> Kind {
        *Kind::ALL[1..].choose(&mut self.random).unwrap()
    }

    /// Puts a piece on an empty square of `squares`, if the side may have one more and there is room off its goal row.
    fn put(&mut self, board: &mut Board, side: Side, kind: Kind, squares: Bitboard) {
        if board.pieces(side, kind).len() == kind.full_count() {
            return;
        }
        let mut room = squares & board.empty();
        if kind == Kind::Rabbit {
            room &= !side.goal_row();
        }
        if let Some(square) = room.into_iter().choose(&mut self.random) {
            board.put(Piece::new(side, kind), square);
        }
    }
}

/// The three rows before a side's goal row, and that row.
fn advanced(side: Side) -> Bitboard {
    let rows = match side {
        Side::Gold => 4..8,
        Side::Silver => 0..4,
    };
    rows.fold(Bitboard::EMPTY, |all, row| all | Bitboard::rank(row))
}

/// The starts of turns in the project's own data, from both sides.
fn roots() -> Vec<Position> {
    let mut rows = data::table("positions_public.tsv");
    for name in ["bench.tsv", "openings.tsv"] {
        rows.extend(data::positions_table(name));
    }
    rows.iter()
        .flat_map(|row| {
            let board = read_board(&row["board"]).unwrap();
            Side::ALL.map(|side| Position::new(board, side))
        })
        .filter(is_usable)
        .collect()
}
