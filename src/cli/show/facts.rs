use serde::Serialize;

use crate::cli::at_hand::{AtHand, Capture, GoalThreat};
use crate::cli::json::{BothSides, GameResult, probability};
use crate::eval::{Evaluator, Explanation};
use crate::rules::match_score::match_score;
use crate::rules::{Board, Game, Position, freezing};
use crate::tactics::hanging::hanging;
use crate::types::{Bitboard, Kind, Side, Square};

/// All that is shown of a position.
#[derive(Serialize)]
pub(super) struct Facts {
    /// The number of the move to come, such as `12s`.
    pub(super) label: String,
    pub(super) position: String,
    /// The side to move, `g` or `s`.
    pub(super) side: char,
    /// The steps that it has left: less than four in the middle of a turn.
    pub(super) steps_left: u8,
    /// Whether that side is to set up.
    pub(super) setup: bool,
    /// How many legal turns the side to move has; none while it sets up.
    pub(super) legal_turns: Option<u64>,
    /// The enemy pieces that each side can capture in one turn.
    pub(super) captures: BothSides<Vec<Capture>>,
    /// A shortest turn in which each side reaches the goal.
    pub(super) goals: BothSides<Option<String>>,
    /// A shortest turn in which each side captures the last enemy rabbits.
    pub(super) eliminations: BothSides<Option<String>>,
    /// A shortest turn after which each side's opponent has no step.
    pub(super) immobilizations: BothSides<Option<String>>,
    /// The goal that threatens the side to move.
    pub(super) goal_threat: Option<GoalThreat>,
    /// The pieces of each side that a single friend holds on a trap.
    pub(super) hanging: BothSides<Vec<String>>,
    pub(super) frozen: BothSides<Vec<String>>,
    pub(super) traps: Vec<TrapControl>,
    /// None before both sides have set up.
    pub(super) evaluation: Option<Evaluation>,
    pub(super) match_score: BothSides<u32>,
    pub(super) result: Option<GameResult>,
}

/// Who stands beside a trap.
#[derive(Serialize)]
pub(super) struct TrapControl {
    pub(super) trap: String,
    /// How many pieces each side has beside it.
    pub(super) beside: BothSides<usize>,
    /// `g` or `s`; none if neither side has the better of it.
    pub(super) control: Option<char>,
}

/// The evaluation in centi-rabbits.
#[derive(Serialize)]
pub(super) struct Evaluation {
    /// The whole, for the side to move.
    pub(super) score: i32,
    /// How likely the side to move is to win, from 0 to 1.
    pub(super) win: f64,
    /// What each side's pieces are worth together.
    pub(super) total: BothSides<i32>,
    /// What each side's pieces are worth, the most valuable first.
    pub(super) pieces: BothSides<Vec<Worth>>,
}

/// What a piece is worth: by how much its side would be worse off without it.
#[derive(Serialize)]
pub(super) struct Worth {
    /// Letter and square, such as `Rb3`.
    pub(super) piece: String,
    pub(super) worth: i32,
}

impl Facts {
    pub(super) fn new(game: &Game, evaluator: &mut Evaluator) -> Self {
        let position = game.position();
        let board = position.board();
        let setup = game.is_setting_up();
        let BothSides { gold, silver } = AtHand::of(game);
        Self {
            label: game.label().to_string(),
            position: position.to_string(),
            side: game.side_to_move().letter(),
            steps_left: position.steps_left(),
            setup,
            legal_turns: (!setup).then(|| legal_turns(game)),
            captures: BothSides {
                gold: gold.captures,
                silver: silver.captures,
            },
            goals: BothSides {
                gold: gold.goal,
                silver: silver.goal,
            },
            eliminations: BothSides {
                gold: gold.elimination,
                silver: silver.elimination,
            },
            immobilizations: BothSides {
                gold: gold.immobilization,
                silver: silver.immobilization,
            },
            goal_threat: GoalThreat::of(game),
            hanging: BothSides::new(|side| named_pieces(board, hanging(board, side))),
            frozen: BothSides::new(|side| named_pieces(board, freezing::frozen(board, side))),
            traps: Bitboard::TRAPS
                .into_iter()
                .map(|trap| TrapControl::new(board, trap))
                .collect(),
            evaluation: (!setup).then(|| Evaluation::new(evaluator, position)),
            match_score: BothSides::new(|side| match_score(board, side)),
            result: game.outcome().map(Into::into),
        }
    }
}

impl TrapControl {
    fn new(board: &Board, trap: Square) -> Self {
        let beside = |side| trap.neighbors() & board.side(side);
        // More pieces come before stronger ones.
        let weight = |side| (beside(side).len(), strongest(board, beside(side)));
        let control = Side::ALL
            .into_iter()
            .find(|&side| weight(side) > weight(!side));
        Self {
            trap: trap.to_string(),
            beside: BothSides::new(|side| beside(side).len()),
            control: control.map(Side::letter),
        }
    }
}

impl Evaluation {
    fn new(evaluator: &mut Evaluator, position: &Position) -> Self {
        let explanation = Explanation::new(evaluator, position);
        let score = explanation.score;
        Self {
            score: score.0,
            win: probability(evaluator.network().win_probability(score)),
            total: BothSides::new(|side| explanation.total(side).0),
            pieces: BothSides::new(|side| worths(&explanation, side)),
        }
    }
}

/// Returns the worth of a side's pieces, the most valuable first.
fn worths(explanation: &Explanation, side: Side) -> Vec<Worth> {
    let own = explanation.pieces.iter();
    let mut worths: Vec<Worth> = own
        .filter(|worth| worth.piece.side == side)
        .map(|worth| Worth {
            piece: format!("{}{}", worth.piece.letter(), worth.square),
            worth: worth.worth.0,
        })
        .collect();
    worths.sort_by_key(|worth| std::cmp::Reverse(worth.worth));
    worths
}

/// Returns how many distinct turns the side to move has, those that repeat a position too often left out.
fn legal_turns(game: &Game) -> u64 {
    // A turn that was begun may end at once.
    let mut turns = u64::from(game.may_end_turn());
    game.position()
        .for_each_distinct_turn(|_, board_key| turns += u64::from(!game.would_repeat(board_key)));
    turns
}

fn strongest(board: &Board, squares: Bitboard) -> Option<Kind> {
    squares
        .into_iter()
        .filter_map(|square| board.piece_at(square))
        .map(|piece| piece.kind)
        .max()
}

/// Returns letter and square of each piece, such as `Rb3`.
fn named_pieces(board: &Board, squares: Bitboard) -> Vec<String> {
    squares
        .into_iter()
        .filter_map(|square| Some((board.piece_at(square)?, square)))
        .map(|(piece, square)| format!("{}{square}", piece.letter()))
        .collect()
}
