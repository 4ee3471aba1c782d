//! One game between two running engines.

use std::time::{Duration, Instant};

use loxodon::aei::{Command, Info, Response};
use loxodon::rules::match_score::winner_by_score;
use loxodon::rules::{Game, Outcome, Reason};
use loxodon::types::Side;

use super::clocks::Clocks;
use super::end_reason::EndReason;
use super::engine_process::EngineProcess;
use super::fault::{Failure, Fault, FaultKind};
use super::turn_stats::TurnStats;

/// What an engine sends instead of a move to give the game up.
const RESIGN: &str = "resign";

/// The conditions of a game.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The clocks, if there is a time control.
    pub(super) clocks: Option<Clocks>,
    /// After so many turns of both players (setups are turn 1) the official score decides.
    pub(super) turns: u32,
    /// How long a move may take without a clock.
    pub(super) patience: Duration,
}

/// A game that has come to an end.
#[derive(Debug)]
pub(super) struct FinishedGame {
    /// Who has won.
    pub(super) winner: Side,
    /// How.
    pub(super) reason: EndReason,
    /// What the loser did wrong, if this is how it ended.
    pub(super) fault: Option<Fault>,
    /// All that was played by the rules.
    pub(super) game: Game,
    /// How long each move of the engines took that `game` holds, and a resignation.
    pub(super) times: Vec<Duration>,
    /// What the searches of each side's turns have said, gold's first.
    pub(super) stats: [TurnStats; 2],
}

/// A game under way.
struct Play<'a> {
    /// Gold's engine and silver's.
    engines: [&'a mut EngineProcess; 2],
    conditions: Conditions,
    game: Game,
    times: Vec<Duration>,
    stats: [TurnStats; 2],
}

/// An answer to `go`.
struct Answer {
    text: String,
    used: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// The match has ended before the game.
#[derive(Debug)]
pub(super) struct Interrupted;

/// Whose failure has ended a game.
struct Lost(Side, Failure);

/// Plays a game from an opening, which must be legal. `engines` are gold's and silver's.
pub(super) fn play_game(
    engines: [&mut EngineProcess; 2],
    opening: &[String],
    conditions: Conditions,
) -> Result<FinishedGame, Interrupted> {
    let mut play = Play {
        engines,
        conditions,
        game: Game::new(),
        times: Vec::new(),
        stats: Default::default(),
    };
    let ended = play.begin(opening).and_then(|()| play.play_on());
    let (winner, reason, fault) = match ended {
        Ok((winner, reason)) => (winner, reason, None),
        Err(Lost(_, Failure::Interrupted)) => return Err(Interrupted),
        Err(Lost(side, Failure::Fault(fault))) => (!side, fault.kind.into(), Some(fault)),
    };
    let Play {
        game, times, stats, ..
    } = play;
    Ok(FinishedGame {
        winner,
        reason,
        fault,
        game,
        times,
        stats,
    })
}

impl Play<'_> {
    fn begin(&mut self, opening: &[String]) -> Result<(), Lost> {
        for side in Side::ALL {
            self.begin_for(side, opening)
                .map_err(|failure| Lost(side, failure))?;
        }
        for text in opening {
            // Openings were played when they were read.
            if self.game.play_text(text).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn begin_for(&mut self, side: Side, opening: &[String]) -> Result<(), Failure> {
        let engine = &mut *self.engines[side.index()];
        engine.check_idle()?;
        if let Some(clocks) = &self.conditions.clocks {
            for (name, value) in clocks.control_options() {
                engine.set_option(name, &value)?;
            }
        }
        engine.send(&Command::NewGame)?;
        for text in opening {
            engine.send(&Command::MakeMove(text.clone()))?;
        }
        engine.wait_until_ready()?;
        Ok(())
    }

    /// Lets the engines move until the game ends.
    fn play_on(&mut self) -> Result<(Side, EndReason), Lost> {
        loop {
            if let Some(Outcome { winner, reason }) = self.game.outcome() {
                return Ok((winner, reason.into()));
            }
            if self.is_halted() {
                let board = self.game.position().board();
                return Ok((winner_by_score(board), Reason::Score.into()));
            }
            self.tell_clocks()?;
            let mover = self.game.side_to_move();
            let answer = self.ask(mover).map_err(|failure| Lost(mover, failure))?;
            self.accept(mover, &answer)?;
        }
    }

    /// Returns whether the turns or the time of the game are over.
    fn is_halted(&self) -> bool {
        let time_is_over = || {
            self.conditions
                .clocks
                .as_ref()
                .is_some_and(Clocks::game_is_over)
        };
        !self.game.is_setting_up()
            && (self.game.label().number > self.conditions.turns || time_is_over())
    }

    /// Tells both engines what is on the clocks.
    fn tell_clocks(&mut self) -> Result<(), Lost> {
        let Some(clocks) = &self.conditions.clocks else {
            return Ok(());
        };
        for (name, value) in clocks.reserve_options(self.game.side_to_move()) {
            for side in Side::ALL {
                self.engines[side.index()]
                    .set_option(name, &value)
                    .map_err(|fault| Lost(side, fault.into()))?;
            }
        }
        Ok(())
    }

    /// Sends `go` and waits for the move.
    fn ask(&mut self, mover: Side) -> Result<Answer, Failure> {
        let is_setup = self.game.is_setting_up();
        let engine = &mut *self.engines[mover.index()];
        engine.check_idle()?;
        let clocks = &mut self.conditions.clocks;
        let on_clock = clocks
            .as_ref()
            .and_then(|clocks| clocks.patience(mover, is_setup));
        let patience = on_clock.unwrap_or(self.conditions.patience);
        let (mut depth, mut nodes) = (None, None);

        let start = Instant::now();
        engine.send(&Command::Go)?;
        // An instant too far away to be told is never reached.
        let deadline = start.checked_add(patience);
        while let Some((come, response)) = engine.next(deadline)? {
            match response {
                Response::BestMove(text) => {
                    let used = come.saturating_duration_since(start);
                    let in_time = clocks
                        .as_mut()
                        .is_none_or(|clocks| clocks.charge(mover, is_setup, used));
                    return if in_time {
                        Ok(Answer {
                            text,
                            used,
                            depth,
                            nodes,
                        })
                    } else {
                        Err(too_late(used, patience).into())
                    };
                }
                Response::Info(Info::Depth { steps, .. }) => depth = Some(steps),
                Response::Info(Info::Nodes(count)) => nodes = Some(count),
                Response::AeiOk | Response::ReadyOk => {
                    let text = format!("`{response}` in answer to `go`");
                    return Err(Fault::new(FaultKind::Protocol, text).into());
                }
                _ => {}
            }
        }
        let waited = start.elapsed();
        Err(if on_clock.is_some() {
            too_late(waited, patience)
        } else {
            let text = format!("no move within {} s", patience.as_secs_f64());
            Fault::new(FaultKind::Hang, text)
        }
        .into())
    }

    /// Plays the move, or ends the game if it can't be played.
    fn accept(&mut self, mover: Side, answer: &Answer) -> Result<(), Lost> {
        let text = answer.text.trim();
        let lost = |kind, text| Lost(mover, Fault::new(kind, text).into());
        if text.is_empty() {
            let text = format!("an empty bestmove at {}", self.game.label());
            return Err(lost(FaultKind::Protocol, text));
        }
        let was_setup = self.game.is_setting_up();
        if text.eq_ignore_ascii_case(RESIGN) {
            self.game.resign();
        } else {
            let label = self.game.label();
            self.game
                .play_text(text)
                .map_err(|error| lost(FaultKind::Illegal, format!("{label} {text}: {error}")))?;
        }
        self.times.push(answer.used);
        let outcome = self.game.outcome();
        if outcome.is_some_and(|outcome| outcome.reason == Reason::Resignation) {
            return Ok(());
        }
        if !was_setup {
            self.stats[mover.index()].add(answer.used, answer.depth, answer.nodes);
        }
        let told = self.make_move(text);
        // A game that is decided is not lost by what comes after it.
        if outcome.is_some() { Ok(()) } else { told }
    }

    fn make_move(&mut self, text: &str) -> Result<(), Lost> {
        for side in Side::ALL {
            self.engines[side.index()]
                .send(&Command::MakeMove(text.to_owned()))
                .map_err(|fault| Lost(side, fault.into()))?;
        }
        Ok(())
    }
}

fn too_late(used: Duration, patience: Duration) -> Fault {
    Fault::new(
        FaultKind::Time,
        format!(
            "no move within {:.3} s, grace included; {:.3} s were waited",
            patience.as_secs_f64(),
            used.as_secs_f64()
        ),
    )
}
