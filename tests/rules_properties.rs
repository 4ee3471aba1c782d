//! What must hold in every position, along random games, on random sparse boards and on the conformance positions; and
//! that no text makes a reader panic.

mod data;
mod slow_rules;

use std::collections::HashSet;

use loxodon::rules::Label;
use loxodon::rules::notation::{
    Token, board_string, diagram, read_board, read_diagram, read_record, write_record, write_turn,
};
use loxodon::rules::perft::count_step_sequences;
use loxodon::rules::setup::PIECES_PER_SIDE;
use loxodon::rules::{Board, Game, Move, Position, Setup, Step, Turn, traps};
use loxodon::types::{Kind, Piece, Side, Square};
use proptest::prelude::*;
use slow_rules::{Cells, SlowPosition};

/// The engine's position and what the slow rules make of the same steps.
#[derive(Clone)]
struct Pair {
    fast: Position,
    slow: SlowPosition,
}

impl Pair {
    fn new(board: Board, side: Side) -> Self {
        Self {
            fast: Position::new(board, side),
            slow: SlowPosition::new(&board_string(&board), side == Side::Gold),
        }
    }

    fn after(&self, step: Step) -> Self {
        let mut after = self.clone();
        after.fast.play(step);
        after.slow = after
            .slow
            .after(step.from().index(), step.direction().index());
        after
    }

    fn end_turn(&mut self) {
        self.fast.end_turn();
        self.slow = self.slow.end_turn();
    }
}

fn all_steps() -> impl Iterator<Item = Step> {
    (0..=u8::MAX).map(Step::from_code)
}

fn cells_of(board: &Board) -> Cells {
    std::array::from_fn(|index| {
        let piece = board.piece_at(Square::new(index));
        piece.map_or('.', Piece::letter)
    })
}

/// Asserts all that must hold in one position, at the start of a turn or within it.
fn check(pair: &Pair) {
    check_board(pair);
    check_steps(pair);
    check_making_and_undoing(&pair.fast);
}

fn check_board(Pair { fast, slow }: &Pair) {
    let board = fast.board();
    assert_eq!(cells_of(board), slow.cells);
    assert_eq!(board.validate(), Ok(()));
    for side in Side::ALL {
        assert!(traps::undefended(board.side(side)).is_empty());
    }
    let from_scratch = Position::new(*board, fast.side_to_move());
    assert_eq!(fast.board_key(), from_scratch.board_key());
    assert_eq!(fast.turn_key(), from_scratch.turn_key());
    assert_eq!(read_board(&board_string(board)).as_ref(), Ok(board));
    assert_eq!(fast.to_string().parse(), Ok(from_scratch));
    let label = Label {
        number: 7,
        side: fast.side_to_move(),
    };
    let drawn = format!("{label}\n{}", diagram(board));
    assert_eq!(read_diagram(&drawn), Ok((label, from_scratch)));
}

fn check_steps(Pair { fast, slow }: &Pair) {
    let legal = fast.legal_steps();
    let mut count = 0;
    for step in all_steps() {
        let is_legal = slow.allows(step.from().index(), step.direction().index());
        assert_eq!(legal.contains(step), is_legal, "{step} in {fast}");
        assert_eq!(fast.check_step(step).is_ok(), is_legal, "{step} in {fast}");
        count += usize::from(is_legal);
    }
    assert_eq!(legal.len(), count);
    assert_eq!(legal.iter().count(), count);
    assert!(legal.iter().all(|step| legal.contains(step)));
    assert_eq!(legal.is_empty(), count == 0);
    assert_eq!(fast.can_move(), count > 0);
    let can_end = slow.is_complete() && !fast.is_unchanged();
    assert_eq!(fast.can_end_turn(), can_end, "in {fast}");
}

fn check_making_and_undoing(position: &Position) {
    for step in &position.legal_steps() {
        let mut after = *position;
        let captured = position.captured_by(step);
        let undo = after.play(step);
        assert_eq!(after.board_key(), position.board_key_after(step));
        assert_eq!(after.steps_left() + 1, position.steps_left());
        let pieces = position.board().occupied().len() - usize::from(captured.is_some());
        assert_eq!(after.board().occupied().len(), pieces);
        if let Some((_, trap)) = captured {
            assert_eq!(after.board().piece_at(trap), None);
        }
        assert_ne!(after.key(), position.key());
        after.undo(undo);
        assert_eq!(after, *position);
        assert_eq!(after.key(), position.key());
    }
    if !position.pending().is_push() {
        let mut after = *position;
        let undo = after.end_turn();
        let from_scratch = Position::new(*position.board(), !position.side_to_move());
        assert_eq!(after, from_scratch);
        assert_eq!(after.key(), from_scratch.key());
        after.undo(undo);
        assert_eq!(after, *position);
    }
}

/// The same position seen in a mirror, and with the sides exchanged.
fn reflections(position: &Position) -> [Position; 2] {
    let side = position.side_to_move();
    [
        Position::new(position.board().mirror_files(), side),
        Position::new(position.board().flip_sides(), !side),
    ]
}

/// Asserts that a turn reads as it was written and does what its steps did.
fn check_turn(before: &Position, turn: &Turn, after: &Position) {
    let text = write_turn(before, turn);
    assert_eq!(before.read_turn(&text).as_ref(), Ok(turn), "{text}");
    assert_eq!(before.after_turn(turn), *after, "{text}");
}

/// Makes random legal steps, and turn ends where they are allowed, and checks every position on the way.
fn check_random_walk(start: Pair, choices: &[u16]) {
    let mut pair = start;
    let mut turn = Turn::new();
    let mut before = pair.fast;
    for &choice in choices {
        check(&pair);
        let steps: Vec<Step> = pair.fast.legal_steps().iter().collect();
        // One in eight, where it is allowed, ends the turn before its fourth step.
        let ends = pair.fast.can_end_turn() && (steps.is_empty() || choice % 8 == 0);
        if ends {
            pair.end_turn();
            check_turn(&before, &turn, &pair.fast);
            turn = Turn::new();
            before = pair.fast;
        } else if steps.is_empty() {
            // Immobilised, or the fourth step has led back to the start.
            break;
        } else {
            let step = steps[usize::from(choice / 8) % steps.len()];
            pair = pair.after(step);
            turn.push(step);
        }
    }
}

/// Asserts that the distinct turns are the boards that trying everything finds, each once, shorter turns first.
fn check_distinct_turns(pair: &Pair) {
    let turns = pair.fast.distinct_turns();
    let mut boards = HashSet::new();
    for turn in &turns {
        let after = pair.fast.after_turn(turn);
        check_turn(&pair.fast, turn, &after);
        assert!(boards.insert(cells_of(after.board())), "{turn:?} is new");
    }
    assert!(turns.is_sorted_by_key(|turn| turn.len()));
    assert_eq!(boards, pair.slow.boards_after_turns(), "{}", pair.fast);
}

fn setup(side: Side) -> impl Strategy<Value = Setup> {
    let all = Kind::ALL.into_iter();
    let kinds: Vec<Kind> = all
        .flat_map(|kind| [kind].repeat(kind.full_count()))
        .collect();
    Just(kinds).prop_shuffle().prop_map(move |kinds| {
        let kinds: [Kind; PIECES_PER_SIDE] = kinds.try_into().unwrap();
        Setup::new(side, kinds).unwrap()
    })
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Gold), Just(Side::Silver)]
}

/// A board with at most `pieces` pieces, of which those go that can't be there.
fn sparse_board(pieces: usize, squares: &'static [usize]) -> impl Strategy<Value = Board> {
    let piece = (side(), prop::sample::select(&Kind::ALL[..]))
        .prop_map(|(side, kind)| Piece::new(side, kind));
    let placements = prop::collection::vec((piece, prop::sample::select(squares)), 1..=pieces);
    placements.prop_map(|placements| {
        let mut board = Board::EMPTY;
        for (piece, square) in placements {
            let square = Square::new(square);
            board.clear(square);
            if board.pieces(piece.side, piece.kind).len() < piece.kind.full_count() {
                board.put(piece, square);
            }
        }
        for side in Side::ALL {
            for trap in traps::undefended(board.side(side)) {
                board.clear(trap);
            }
        }
        board
    })
}

/// All squares.
const ANYWHERE: [usize; 64] = {
    let mut squares = [0; 64];
    let mut index = 0;
    while index < 64 {
        squares[index] = index;
        index += 1;
    }
    squares
};

/// a2 to d5, around the trap c3: pieces put here meet.
const AROUND_A_TRAP: [usize; 16] = [8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27, 32, 33, 34, 35];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_games_keep_the_invariants(
        gold in setup(Side::Gold),
        silver in setup(Side::Silver),
        choices in prop::collection::vec(any::<u16>(), 160),
    ) {
        let mut board = Board::EMPTY;
        gold.place_on(&mut board);
        silver.place_on(&mut board);
        check_random_walk(Pair::new(board, Side::Gold), &choices);
    }

    #[test]
    fn sparse_boards_keep_the_invariants(
        board in sparse_board(24, &ANYWHERE),
        side in side(),
        choices in prop::collection::vec(any::<u16>(), 60),
    ) {
        check_random_walk(Pair::new(board, side), &choices);
    }

    #[test]
    fn crowded_corners_keep_the_invariants(
        board in sparse_board(12, &AROUND_A_TRAP),
        side in side(),
        choices in prop::collection::vec(any::<u16>(), 60),
    ) {
        check_random_walk(Pair::new(board, side), &choices);
    }

    #[test]
    fn distinct_turns_are_what_trying_everything_finds(
        board in sparse_board(6, &AROUND_A_TRAP),
        side in side(),
    ) {
        check_distinct_turns(&Pair::new(board, side));
    }

    #[test]
    fn lists_of_steps_are_what_trying_everything_counts(
        board in sparse_board(8, &AROUND_A_TRAP),
        side in side(),
    ) {
        let pair = Pair::new(board, side);
        for steps in 1..=3 {
            let counted = count_step_sequences(&pair.fast.with_steps_left(steps));
            prop_assert_eq!(counted, pair.slow.count_lists(usize::from(steps)));
        }
    }

    #[test]
    fn reflected_boards_have_as_many_steps_and_turns(
        board in sparse_board(24, &ANYWHERE),
        side in side(),
    ) {
        let position = Position::new(board, side);
        for reflected in reflections(&position) {
            prop_assert_eq!(
                count_step_sequences(&reflected.with_steps_left(3)),
                count_step_sequences(&position.with_steps_left(3))
            );
            prop_assert_eq!(reflected.count_distinct_turns(), position.count_distinct_turns());
        }
        prop_assert_eq!(board.mirror_files().mirror_files(), board);
        prop_assert_eq!(board.flip_sides().flip_sides(), board);
    }

    #[test]
    fn games_read_as_they_were_written(
        gold in setup(Side::Gold),
        silver in setup(Side::Silver),
        choices in prop::collection::vec(any::<u16>(), 12),
        resigns in any::<bool>(),
    ) {
        prop_assert_eq!(Setup::read(Side::Gold, &gold.to_string()), Ok(gold));
        prop_assert_eq!(Setup::read(Side::Silver, &silver.to_string()), Ok(silver));
        let mut game = Game::new();
        game.play(Move::Setup(gold)).unwrap();
        game.play(Move::Setup(silver)).unwrap();
        for choice in choices {
            let turns = game.position().distinct_turns();
            let turn = turns[usize::from(choice) % turns.len()].clone();
            if game.play(Move::Turn(turn)).is_err() || game.outcome().is_some() {
                break;
            }
        }
        if resigns && game.outcome().is_none() {
            game.resign();
        }
        let read = read_record(&write_record(&game), None).unwrap();
        prop_assert_eq!(read.moves(), game.moves());
        prop_assert_eq!(read.positions(), game.positions());
        prop_assert_eq!(read.outcome(), game.outcome());
        prop_assert_eq!(read.label(), game.label());
        while game.take_back().is_some() {}
        prop_assert_eq!(game.label(), Label::FIRST);
        prop_assert!(game.position().board().occupied().is_empty());
    }
}

#[test]
fn conformance_positions_keep_the_invariants() {
    for row in data::table("positions_public.tsv") {
        let board = read_board(&row["board"]).unwrap();
        let pair = Pair::new(board, data::side(&row["side"]));
        check(&pair);
        for step in &pair.fast.legal_steps() {
            check(&pair.after(step));
        }
        for reflected in reflections(&pair.fast) {
            let turns = reflected.count_distinct_turns();
            assert_eq!(turns.to_string(), row["turns"], "{reflected}");
        }
    }
}

/// A position in which turns can be read.
const START: &str = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

/// Texts from which a careless reader may stumble: pieces of what readers expect, and anything at all.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[gswbGé ]{0,3}\\[[rcdhmeRCDHME .xX*é]{60,68}\\]{0,2}",
        "([RCDHMErcdhmexé][a-i][0-9]{1,2}[nsewxé]{0,2} ?){0,20}",
        "([1-9][0-9]{0,10}[gswbé] ?(takeback|resigns|Ra1|Ee2n|é)?\n){0,6}",
        "[0-9]{0,3}[gswb ]{1,2}\n( ?\\+-+\\+\n)?([0-9é]\\|( [rRcCeExé.]){7,9} \\|\n){0,9}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_a_reader_panic(text in any_text(), side in side()) {
        let mut game = Game::from_position(START.parse().unwrap());
        let _ = text.parse::<Position>();
        let _ = text.parse::<Square>();
        let _ = text.parse::<Token>();
        let _ = read_board(&text);
        let _ = read_diagram(&text);
        let _ = text.parse::<Label>();
        let _ = game.position().read_turn(&text);
        let _ = Setup::read(side, &text);
        let _ = Game::new().play_text(&text);
        let _ = game.play_text(&text);
        let _ = read_record(&text, None);
        let _ = read_record(&text, Some(Label { number: 3, side }));
    }
}
