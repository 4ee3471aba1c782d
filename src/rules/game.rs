//! A game from its first setup, or from a position that was set: what has been played, repetition, and the result.

use std::iter;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::rules::label::Label;
use crate::rules::outcome::{self, Outcome, Reason};
use crate::rules::setup::{both_have_set_up, setups_to_come};
use crate::rules::{Board, IllegalTurn, Position, Setup, SetupError, Turn, zobrist};
use crate::types::Side;

/// How often a position may occur with the same side to move: the turn that would exceed it is illegal.
pub(crate) const MOST_OCCURRENCES: usize = 2;

/// What a player does when it is their turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Sets up the pieces.
    Setup(Setup),
    /// Makes one to four steps.
    Turn(Turn),
}

/// Why a move can't be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The setup breaks a rule.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The turn breaks a rule.
    #[error(transparent)]
    Turn(#[from] IllegalTurn),
    /// A setup is played in the middle of the game, or a turn before the setups.
    #[error("it is time for {}", if *setting_up { "a setup" } else { "a turn, not a setup" })]
    OutOfPhase {
        /// Whether it is time for a setup.
        setting_up: bool,
    },
}

/// A game: the moves so far, the position they lead to, and the result if there is one.
///
/// ```
/// use loxodon::rules::Game;
/// let mut game = Game::new();
/// game.play_text("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2")?;
/// game.play_text("ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7")?;
/// game.play_text("Ee2n Ee3n Ee4n")?;
/// assert_eq!(game.label().to_string(), "2s");
/// assert!(game.play_text("ed7n").is_err());
/// # Ok::<(), loxodon::rules::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    first_label: Label,
    /// The positions between moves, the current one last.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The turn that was begun, if one was.
    begun: Option<BegunTurn>,
    setups_left: u8,
    outcome: Option<Outcome>,
}

/// The steps of a turn so far, and the position after them.
#[derive(Clone, Debug)]
struct BegunTurn {
    steps: Turn,
    position: Position,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// Returns a new game: the board is empty, gold sets up.
    pub fn new() -> Self {
        Self {
            first_label: Label::FIRST,
            positions: vec![Position::new(Board::EMPTY, Side::Gold)],
            moves: Vec::new(),
            begun: None,
            setups_left: 2,
            outcome: None,
        }
    }

    /// Returns a game that goes on from a position at the start of a turn, which counts as its own first occurrence.
    ///
    /// If the side to move has no piece and the other side has none outside its home rows, the setups are still to come:
    /// both of them on an empty board, whoever begins.
    ///
    /// ```
    /// use loxodon::rules::Game;
    /// let gold_has_set_up = "s [................................................HDCMECDHRRRRRRRR]";
    /// let mut game = Game::from_position(gold_has_set_up.parse()?);
    /// assert!(game.is_setting_up());
    /// game.play_text("ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7")?;
    /// assert_eq!(game.label().to_string(), "2g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(position: Position) -> Self {
        let side = position.side_to_move();
        match setups_to_come(&position) {
            0 => Self::from_numbered_position(
                position,
                Label {
                    side,
                    ..Label::FIRST_TURN
                },
            ),
            setups_left => Self {
                first_label: Label {
                    side,
                    ..Label::FIRST
                },
                positions: vec![position],
                moves: Vec::new(),
                begun: None,
                setups_left,
                outcome: None,
            },
        }
    }

    /// Returns a game that goes on from a position after both setups, with the number of its first turn.
    pub fn from_numbered_position(position: Position, first_label: Label) -> Self {
        Self {
            first_label,
            positions: vec![position],
            moves: Vec::new(),
            begun: None,
            setups_left: 0,
            outcome: outcome::at_start_of_turn(&position),
        }
    }

    /// Returns a game in which gold has set up like this and silver still has to, whatever gold has placed and where.
    pub(in crate::rules) fn before_silvers_setup(board: Board) -> Self {
        Self {
            first_label: Label::FIRST.next(),
            positions: vec![Position::new(board, Side::Silver)],
            setups_left: 1,
            ..Self::new()
        }
    }

    /// Returns the game as it stood before the move with this number, without a later resignation, if it was reached.
    ///
    /// ```
    /// use loxodon::rules::Game;
    /// let mut game = Game::from_position(
    ///     "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]".parse()?,
    /// );
    /// game.play_text("Ee2n")?;
    /// game.play_text("ed7s")?;
    /// let before = game.before("2s".parse()?);
    /// assert_eq!(before.map(|game| game.moves().len()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn before(&self, wanted: Label) -> Option<Self> {
        let index = self.labels().position(|label| label == wanted)?;
        let (kept, later) = self.moves.split_at(index);
        let later_setups = later
            .iter()
            .filter(|played| matches!(played, Move::Setup(_)));
        let mut before = Self {
            first_label: self.first_label,
            positions: self.positions[..=index].to_vec(),
            moves: kept.to_vec(),
            begun: None,
            setups_left: self.setups_left + later_setups.count() as u8,
            outcome: None,
        };
        before.outcome = before.result();
        Some(before)
    }

    /// Returns the position now: in the middle of a turn if [one was begun](Self::begin_turn). During the setups it holds
    /// the pieces placed so far.
    pub fn position(&self) -> &Position {
        match &self.begun {
            Some(begun) => &begun.position,
            // A game is made with a position, and taking back never removes the first one.
            None => &self.positions[self.positions.len() - 1],
        }
    }

    /// Returns whose move it is.
    pub fn side_to_move(&self) -> Side {
        self.position().side_to_move()
    }

    /// Returns whether the next move is a setup.
    pub const fn is_setting_up(&self) -> bool {
        self.setups_left > 0
    }

    /// Returns the result, if the game is over. A position that was set can be decided before its first turn.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns what has been played, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position from which each of [`moves`](Self::moves) was played, followed by the one in which the next turn
    /// begins.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the steps of a turn that [was begun](Self::begin_turn); none between turns.
    pub fn begun_steps(&self) -> Option<&Turn> {
        self.begun.as_ref().map(|begun| &begun.steps)
    }

    /// Returns the number of each of [`moves`](Self::moves), followed by that of the next one.
    pub fn labels(&self) -> impl Iterator<Item = Label> + '_ {
        let played = self.moves.iter().zip(self.positions.iter().skip(1));
        let later = played.scan(self.first_label, |label, (played, after)| {
            *label = match played {
                Move::Setup(_) if both_have_set_up(after.board()) => Label::FIRST_TURN,
                Move::Setup(_) => Label {
                    side: after.side_to_move(),
                    ..*label
                },
                Move::Turn(_) => label.next(),
            };
            Some(*label)
        });
        iter::once(self.first_label).chain(later)
    }

    /// Returns the number of the next move.
    pub fn label(&self) -> Label {
        self.labels().last().unwrap_or(self.first_label)
    }

    /// Returns the keys of all positions that count for repetition, oldest first, the current one included: those at
    /// the start of a turn since the last setup.
    pub fn repetition_keys(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        let setups = self
            .moves
            .iter()
            .take_while(|played| matches!(played, Move::Setup(_)));
        let counted = if self.is_setting_up() {
            self.positions.len()
        } else {
            setups.count()
        };
        self.positions[counted..].iter().map(Position::turn_key)
    }

    /// Returns whether a turn that leads to a board with this key would bring a position about for the third time.
    pub fn would_repeat(&self, board_key: u64) -> bool {
        let key = zobrist::turn_key(board_key, !self.side_to_move());
        self.repetition_keys().filter(|&past| past == key).count() >= MOST_OCCURRENCES
    }

    /// Returns whether a turn that was begun may end here.
    pub fn may_end_turn(&self) -> bool {
        let position = self.position();
        self.begun.is_some() && position.can_end_turn() && !self.would_repeat(position.board_key())
    }

    /// Returns one of the shortest turns that are legal here, if there is any: for when there is no time to find a good one.
    pub fn any_legal_turn(&self) -> Option<Turn> {
        self.shortest_legal_turns::<1>().pop()
    }

    /// Returns whether exactly one turn is legal here.
    pub fn has_only_one_turn(&self) -> bool {
        self.shortest_legal_turns::<2>().len() == 1
    }

    /// Returns some of the shortest turns that are legal here, `MOST` if there are so many.
    fn shortest_legal_turns<const MOST: usize>(&self) -> ArrayVec<Turn, MOST> {
        let mut turns = ArrayVec::new();
        if self.may_end_turn() {
            turns.push(Turn::new());
        }
        // That it may break off is all that this says.
        let _ = self.position().visit_distinct_turns(|turn, board_key| {
            if !turns.is_full() && !self.would_repeat(board_key) {
                turns.push(turn.clone());
            }
            if turns.is_full() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        turns
    }

    /// Reads a setup or a turn, whichever it is time for.
    ///
    /// # Errors
    /// What is wrong with it; the game stays as it is.
    pub fn read_move(&self, text: &str) -> Result<Move, GameError> {
        if self.is_setting_up() {
            Ok(Move::Setup(Setup::read(self.side_to_move(), text)?))
        } else {
            Ok(Move::Turn(self.position().read_turn(text)?))
        }
    }

    /// Reads and plays a setup or a turn.
    ///
    /// # Errors
    /// Why it can't be played; the game stays as it is.
    pub fn play_text(&mut self, text: &str) -> Result<(), GameError> {
        self.check_not_over()?;
        let played = self.read_move(text)?;
        self.play(played)
    }

    /// Begins a turn with its first steps. What is played next is the rest of it, which may be empty if the turn may end
    /// here.
    ///
    /// ```
    /// use loxodon::rules::Game;
    /// let board = "g [r...............................................E..............R]";
    /// let mut game = Game::from_position(board.parse()?);
    /// game.begin_turn("Ea2n Ea3n")?;
    /// assert_eq!(game.position().steps_left(), 2);
    /// game.play_text("Ea4e")?;
    /// let written: Vec<String> = game.written_moves().collect();
    /// assert_eq!(written, ["Ea2n Ea3n Ea4e"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why it can't begin like this, or that no turn that does is legal; the game stays as it is.
    pub fn begin_turn(&mut self, text: &str) -> Result<(), GameError> {
        self.check_not_over()?;
        if self.is_setting_up() {
            return Err(GameError::OutOfPhase { setting_up: true });
        }
        let (steps, position) = self.position().read_steps(text)?;
        let steps = self.with_begun(&steps);
        let before = self.begun.replace(BegunTurn { steps, position });
        if self.any_legal_turn().is_none() {
            self.begun = before;
            return Err(IllegalTurn::NoEnd.into());
        }
        self.outcome = None;
        Ok(())
    }

    /// Returns the steps of a turn that was begun, and these after them.
    fn with_begun(&self, rest: &Turn) -> Turn {
        let begun = self.begun.iter().flat_map(|begun| &begun.steps);
        begun.chain(rest).copied().collect()
    }

    /// Plays a move; of a turn that was begun, the rest.
    ///
    /// ```
    /// use loxodon::rules::{Game, Move};
    /// let board = "g [r...............................................E..............R]";
    /// let mut game = Game::from_position(board.parse()?);
    /// let refused = game.play(Move::Turn("a2n b4n".parse()?)).unwrap_err();
    /// assert_eq!(refused.to_string(), "b4n: there is no piece on b4");
    /// assert!(game.moves().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over, or the move is not for this phase or side, or illegal; the game stays as it is.
    pub fn play(&mut self, played: Move) -> Result<(), GameError> {
        self.check_not_over()?;
        let after = match (&played, self.is_setting_up()) {
            (Move::Setup(setup), true) => self.after_setup(setup)?,
            (Move::Turn(turn), false) => self.after_turn(turn)?,
            (_, setting_up) => return Err(GameError::OutOfPhase { setting_up }),
        };
        let played = match played {
            Move::Turn(rest) => Move::Turn(self.with_begun(&rest)),
            setup @ Move::Setup(_) => setup,
        };
        self.begun = None;
        self.setups_left = self.setups_left.saturating_sub(1);
        self.positions.push(after);
        self.moves.push(played);
        self.outcome = self.result();
        Ok(())
    }

    /// Takes the last move back, if there is one, and a turn that was begun after it.
    pub fn take_back(&mut self) -> Option<Move> {
        self.begun = None;
        let played = self.moves.pop()?;
        self.positions.pop();
        if matches!(played, Move::Setup(_)) {
            self.setups_left += 1;
        }
        self.outcome = self.result();
        Some(played)
    }

    /// Ends the game: the side to move resigns.
    pub fn resign(&mut self) {
        self.outcome = Some(Outcome {
            winner: !self.side_to_move(),
            reason: Reason::Resignation,
        });
    }

    /// Ends the game: the side to move has run out of time.
    pub fn lose_on_time(&mut self) {
        self.outcome = Some(Outcome {
            winner: !self.side_to_move(),
            reason: Reason::Time,
        });
    }

    /// Checks that no turn, resignation or clock has decided the game. A position that was set is played on from, however
    /// it looks.
    fn check_not_over(&self) -> Result<(), GameError> {
        match self.outcome {
            Some(outcome) if !self.moves.is_empty() || !outcome.reason.is_on_board() => {
                Err(GameError::Over(outcome))
            }
            _ => Ok(()),
        }
    }

    fn after_setup(&self, setup: &Setup) -> Result<Position, GameError> {
        let side = self.side_to_move();
        if setup.side() != side {
            let token = setup.to_string();
            return Err(SetupError::OtherSide { token, side }.into());
        }
        let mut board = *self.position().board();
        setup.place_on(&mut board);
        let next = if both_have_set_up(&board) {
            Side::Gold
        } else {
            !side
        };
        Ok(Position::new(board, next))
    }

    fn after_turn(&self, turn: &Turn) -> Result<Position, IllegalTurn> {
        let after = self.position().try_turn(turn)?;
        if self.would_repeat(after.board_key()) {
            return Err(IllegalTurn::ThirdRepetition);
        }
        Ok(after)
    }

    /// Returns all six checks of the official order.
    fn result(&self) -> Option<Outcome> {
        if self.is_setting_up() {
            return None;
        }
        outcome::at_start_of_turn(self.position()).or_else(|| {
            self.only_repetitions_left().then_some(Outcome {
                winner: !self.side_to_move(),
                reason: Reason::Repetition,
            })
        })
    }

    fn only_repetitions_left(&self) -> bool {
        self.any_legal_turn().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pieces: &str) -> Game {
        Game::from_position(Position::new(Board::with_pieces(pieces), Side::Gold))
    }

    fn written(game: &Game) -> Vec<String> {
        game.written_moves().collect()
    }

    #[test]
    fn a_turn_that_was_begun_is_one_turn_in_the_end() {
        let mut game = game("Ed4 Ra1 rh8");
        game.begin_turn("Ed4n").unwrap();
        game.begin_turn("Ed5n").unwrap();
        assert_eq!(game.position().steps_left(), 2);
        assert_eq!(game.positions().len(), 1);
        assert!(game.may_end_turn());
        game.play_text("").unwrap();
        assert_eq!(written(&game), ["Ed4n Ed5n"]);
        assert_eq!(game.label().to_string(), "2s");
        game.begin_turn("rh8s").unwrap();
        assert_eq!(game.take_back().map(|_| ()), Some(()));
        assert_eq!(game.position().steps_left(), 4, "what was begun is gone");
    }

    #[test]
    fn an_illegal_turn_is_refused_however_it_was_made() {
        let mut game = game("Ed4 Ra1 cd5 rh8");
        let before = *game.position();
        for (turn, message) in [
            ("", "does not change the position"),
            ("d4e e4w", "does not change the position"),
            ("d5n", "the push off d5 is not completed"),
            ("a1s", "a1s: the board ends there"),
            ("a1n b1n", "b1n: there is no piece on b1"),
        ] {
            let error = game.play(Move::Turn(turn.parse().unwrap())).unwrap_err();
            assert!(error.to_string().contains(message), "{turn:?}: {error}");
            assert_eq!((*game.position(), game.moves()), (before, [].as_slice()));
        }
        game.begin_turn("Ed4w Ec4w Eb4w").unwrap();
        let long = Move::Turn("a4n a5n".parse().unwrap());
        let error = game.play(long).unwrap_err().to_string();
        assert_eq!(error, "a5n: a turn has four steps at most");
        game.play(Move::Turn("a4n".parse().unwrap())).unwrap();
        assert_eq!(written(&game), ["Ed4w Ec4w Eb4w Ea4n"]);
    }

    #[test]
    fn a_turn_can_not_begin_against_the_rules() {
        let mut game = game("Ed4 Ra1 cd5 rh8");
        let before = *game.position();
        for (text, message) in [
            ("Ed4e Ee4x", "no such piece is captured"),
            ("Ra2n", "there is no piece on a2"),
            ("Ed4e Ee4w Ed4w Ec4e Ed4s", "four steps at most"),
        ] {
            let error = game.begin_turn(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
            assert_eq!(*game.position(), before);
        }
        let mut over = game.clone();
        over.resign();
        assert!(matches!(over.begin_turn("Ed4e"), Err(GameError::Over(_))));
        let setting_up = Game::new().begin_turn("Ed4e");
        assert_eq!(setting_up, Err(GameError::OutOfPhase { setting_up: true }));
    }

    #[test]
    fn a_turn_without_a_legal_end_is_refused() {
        let mut game = game("Ed4 Ra1 rh8");
        let mut begun = game.clone();
        begun.begin_turn("Ed4n Ed5n Ed6n").unwrap();
        // Every board that the turn could end with has been there twice.
        let ends = begun.position().distinct_turns();
        let mut boards: Vec<Position> = ends
            .iter()
            .map(|turn| begun.position().after_turn(turn))
            .collect();
        boards.push(begun.position().after_turn(&Turn::new()));
        let start = *game.position();
        game.positions = [boards.clone(), boards, vec![start]].concat();
        assert_eq!(
            game.begin_turn("Ed4n Ed5n Ed6n"),
            Err(IllegalTurn::NoEnd.into())
        );
    }
}
