//! What a whole turn may be, and which rule an illegal one breaks.

use thiserror::Error;

use crate::rules::notation::Token;
use crate::rules::pending::Pending;
use crate::rules::position::Undo;
use crate::rules::{Position, Step, Turn, freezing, pushes};
use crate::types::{Direction, Kind, Piece, Square};

/// The word for steps that a turn doesn't take.
pub(crate) const PASS: &str = "pass";

/// The rule that an illegal step breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalStep {
    /// The four steps of the turn are used up.
    #[error("a turn has four steps at most")]
    TooManySteps,
    /// Another piece, or none, stands on the square.
    #[error("there is {} on {square}", found.map_or("no piece".to_owned(), |piece| format!("a {piece}")))]
    OtherPiece {
        /// What stands there.
        found: Option<Piece>,
        /// The square that the step names.
        square: Square,
    },
    /// The step would leave the board.
    #[error("the board ends there")]
    OffBoard,
    /// The square to go to is not empty.
    #[error("a {piece} stands on {square}")]
    Occupied {
        /// What stands there.
        piece: Piece,
        /// The square to go to.
        square: Square,
    },
    /// A rabbit steps backward on its own.
    #[error("rabbits can't step backward")]
    RabbitBackward,
    /// A frozen piece steps on its own.
    #[error("the {piece} is frozen")]
    Frozen {
        /// The frozen piece.
        piece: Piece,
    },
    /// An enemy piece is moved with nobody beside it that could push or pull it there.
    #[error("the {piece} can be neither pushed nor pulled there: no stronger enemy is in place")]
    NeitherPushNorPull {
        /// The enemy piece.
        piece: Piece,
    },
    /// The only enemies strong enough to push are frozen.
    #[error("the {pusher} that would push is frozen")]
    PusherFrozen {
        /// The frozen piece.
        pusher: Piece,
    },
    /// A push is begun with the last step of a turn.
    #[error("a push takes two steps, and only one is left")]
    NoStepLeftToPush,
    /// A push is open and the step doesn't complete it.
    #[error("the push off {square} must be completed first")]
    PushOpen {
        /// The square that the pushed piece has left.
        square: Square,
    },
    /// The piece that would complete the push is not stronger than the one pushed.
    #[error("the {piece} is too weak to complete the push to {square}")]
    PusherTooWeak {
        /// The piece that would complete the push.
        piece: Piece,
        /// The square that the pushed piece has left.
        square: Square,
    },
}

/// Why a turn is illegal, with the place in its text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// A word is no step and no capture.
    #[error("{token:?} is not a step (such as Ee2n) nor a capture (such as Rc3x)")]
    Unreadable {
        /// The word.
        token: String,
    },
    /// The turn has no step.
    #[error("a turn has one step at least")]
    Empty,
    /// A step breaks a rule.
    #[error("{token}: {rule}")]
    Step {
        /// The step as it was written.
        token: String,
        /// The rule that it breaks.
        rule: IllegalStep,
    },
    /// A capture is written that the movement before it doesn't make.
    #[error("{token}: no such piece is captured here")]
    NoSuchCapture {
        /// The capture as it was written.
        token: String,
    },
    /// A word follows `pass`, which ends the turn.
    #[error("{token}: `pass` ends the turn, nothing else may follow it")]
    AfterPass {
        /// The word.
        token: String,
    },
    /// The turn ends in the middle of a push.
    #[error("the push off {square} is not completed")]
    PushNotCompleted {
        /// The square that the pushed piece has left.
        square: Square,
    },
    /// The turn leaves the board as it was.
    #[error("the turn does not change the position")]
    Unchanged,
    /// However a turn goes on that begins like this, it is illegal.
    #[error("no legal turn begins like this")]
    NoEnd,
    /// Position and side to move would occur for the third time.
    #[error("the position would occur for the third time with the same side to move")]
    ThirdRepetition,
}

impl Position {
    /// Makes a step, if it is legal.
    ///
    /// # Errors
    /// The rule that the step breaks; the position stays as it is.
    ///
    /// ```
    /// use loxodon::rules::{IllegalStep, Position};
    /// let mut position: Position = "g [...............................................................R]".parse()?;
    /// assert_eq!(position.try_play("h1e".parse()?).unwrap_err(), IllegalStep::OffBoard);
    /// assert!(position.try_play("h1n".parse()?).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_play(&mut self, step: Step) -> Result<Undo, IllegalStep> {
        self.check_step(step)?;
        Ok(self.play_unchecked(step))
    }

    /// Makes a legal step.
    ///
    /// # Panics
    /// If the step is illegal.
    pub fn play(&mut self, step: Step) -> Undo {
        match self.try_play(step) {
            Ok(undo) => undo,
            Err(rule) => panic!("{step} is illegal in {self}: {rule}"),
        }
    }

    /// Returns the position after a whole turn, or after the rest of one that was begun, if it is legal by every rule but
    /// repetition.
    ///
    /// # Errors
    /// The rule that the turn breaks.
    pub(super) fn try_turn(&self, turn: &Turn) -> Result<Self, IllegalTurn> {
        let mut after = *self;
        for &step in turn {
            let illegal = |rule| IllegalTurn::Step {
                token: step.to_string(),
                rule,
            };
            after.try_play(step).map_err(illegal)?;
        }
        after.check_end_of_turn()?;
        after.end_turn();
        Ok(after)
    }

    /// Checks that `step` is legal.
    ///
    /// # Errors
    /// The rule that the step breaks.
    pub fn check_step(&self, step: Step) -> Result<(), IllegalStep> {
        if self.legal_steps().contains(step) {
            return Ok(());
        }
        if self.steps_left() == 0 {
            return Err(IllegalStep::TooManySteps);
        }
        let square = step.from();
        let piece = self
            .board()
            .piece_at(square)
            .ok_or(IllegalStep::OtherPiece {
                found: None,
                square,
            })?;
        let to = square
            .neighbor(step.direction())
            .ok_or(IllegalStep::OffBoard)?;
        if let Some(piece) = self.board().piece_at(to) {
            return Err(IllegalStep::Occupied { piece, square: to });
        }
        Err(if let Pending::Push { into, .. } = self.pending() {
            self.why_push_stays_open(piece, square, to, into)
        } else if piece.side == self.side_to_move() {
            let backward = Direction::backward(piece.side);
            if piece.kind == Kind::Rabbit && step.direction() == backward {
                IllegalStep::RabbitBackward
            } else {
                IllegalStep::Frozen { piece }
            }
        } else {
            self.why_not_pushed(piece, square)
        })
    }

    fn why_push_stays_open(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        into: Square,
    ) -> IllegalStep {
        if to != into || piece.side != self.side_to_move() {
            IllegalStep::PushOpen { square: into }
        } else if freezing::is_frozen(self.board(), from) {
            IllegalStep::PusherFrozen { pusher: piece }
        } else {
            IllegalStep::PusherTooWeak {
                piece,
                square: into,
            }
        }
    }

    fn why_not_pushed(&self, piece: Piece, square: Square) -> IllegalStep {
        let side = self.side_to_move();
        let stronger = square.neighbors() & self.board().stronger_than(side, piece.kind);
        match stronger.first() {
            None => IllegalStep::NeitherPushNorPull { piece },
            Some(_) if pushes::pushers(self.board(), side, square).any() => {
                IllegalStep::NoStepLeftToPush
            }
            Some(pusher) => IllegalStep::PusherFrozen {
                pusher: self.board().known_piece_at(pusher),
            },
        }
    }

    /// Reads a turn such as `rb3e rc3x Hb2n` and checks it by every rule but repetition, for which a
    /// [`Game`](super::Game) is needed.
    ///
    /// Captures may be left out; those that are written must happen there. `pass` may stand for the last steps, once for
    /// each of them or once for all. In the middle of a turn the rest of it is read, which may be empty.
    ///
    /// # Errors
    /// What is wrong and where; this position stays as it is.
    pub fn read_turn(&self, text: &str) -> Result<Turn, IllegalTurn> {
        let (turn, after) = self.read_steps(text)?;
        if turn.is_empty() && self.is_unchanged() {
            return Err(IllegalTurn::Empty);
        }
        after.check_end_of_turn()?;
        Ok(turn)
    }

    /// Reads the next steps of a turn, which need not end with them, such as `rb3e rc3x`, and returns the position after them,
    /// too.
    ///
    /// # Errors
    /// What is wrong and where; this position stays as it is.
    pub fn read_steps(&self, text: &str) -> Result<(Turn, Self), IllegalTurn> {
        let mut position = *self;
        let mut turn = Turn::new();
        let mut captured = None;
        let mut has_passed = false;
        for word in text.split_whitespace() {
            let token = || word.to_owned();
            if word == PASS {
                has_passed = true;
                continue;
            }
            if has_passed {
                return Err(IllegalTurn::AfterPass { token: token() });
            }
            match word.parse() {
                Ok(Token::Step(piece, step)) => {
                    position
                        .check_named_step(piece, step)
                        .map_err(|rule| IllegalTurn::Step {
                            token: token(),
                            rule,
                        })?;
                    captured = position.captured_by(step);
                    position.play_unchecked(step);
                    turn.push(step);
                }
                Ok(Token::Capture(piece, square)) => {
                    if captured.take() != Some((piece, square)) {
                        return Err(IllegalTurn::NoSuchCapture { token: token() });
                    }
                }
                Ok(Token::Placement(..)) | Err(_) => {
                    return Err(IllegalTurn::Unreadable { token: token() });
                }
            }
        }
        Ok((turn, position))
    }

    fn check_named_step(&self, piece: Piece, step: Step) -> Result<(), IllegalStep> {
        let square = step.from();
        let found = self.board().piece_at(square);
        if found != Some(piece) {
            return Err(IllegalStep::OtherPiece { found, square });
        }
        self.check_step(step)
    }

    fn check_end_of_turn(&self) -> Result<(), IllegalTurn> {
        if let Pending::Push { into, .. } = self.pending() {
            Err(IllegalTurn::PushNotCompleted { square: into })
        } else if self.is_unchanged() {
            Err(IllegalTurn::Unchanged)
        } else {
            Ok(())
        }
    }
}
