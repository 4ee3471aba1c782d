//! A session with a controller.
//!
//! One thread reads lines, one searches, and both send [`Event`]s to the thread that does everything else: it alone
//! has the game, the settings and the output.

mod event;
mod fallback;
mod input;
mod output;
mod running;
mod searching;
mod state;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, bounded};

use super::settings::{SettingError, Settings};
use super::{Command, Id, ParseCommandError, Response};
use crate::engine::{Engine, Search};
use crate::eval::Network;
use crate::rules::Position;
use event::{End, Event};
use input::LONGEST_LINE;
use output::Output;
use running::{Purpose, SearchFn};
use state::{NoGame, Session};

/// Events that may wait; beyond that whoever sends them waits. It only comes to that if the controller doesn't read.
const WAITING_EVENTS: usize = 1024;

/// Time lost on a turn beyond this is no lag but an interruption, such as a controller started anew.
const MOST_LAG: Duration = Duration::from_secs(5);

/// How a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// By `quit`, by the end of the input, or because nobody reads the output any more: status 0.
    Success,
    /// By a message of an unrecognised type, or because the engine could not start: status 1.
    Failure,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => Self::SUCCESS,
            ExitStatus::Failure => Self::FAILURE,
        }
    }
}

/// Holds a session over a link until it ends, with an engine that evaluates by that network.
///
/// A search that is still running then is stopped but not waited for; neither is the thread that reads `input`, which
/// ends with the input or at the next line.
pub fn run<R, W>(network: Arc<Network>, input: R, output: W) -> ExitStatus
where
    R: BufRead + Send + 'static,
    W: Write,
{
    run_with(network, input, output, Search::run)
}

fn run_with<R, W>(network: Arc<Network>, input: R, output: W, search: SearchFn) -> ExitStatus
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let Err(end) = converse(network, input, Output::new(output), search);
    tracing::debug!("the session ends: {end:?}");
    match end {
        End::Quit | End::OutputClosed => ExitStatus::Success,
        End::Failure => ExitStatus::Failure,
    }
}

fn converse<R, W>(
    network: Arc<Network>,
    input: R,
    mut output: Output<W>,
    search: SearchFn,
) -> Result<Infallible, End>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let (sender, events) = bounded(WAITING_EVENTS);
    let lines = sender.clone();
    let reader = thread::Builder::new().name("aei-input".to_owned());
    if let Err(error) = reader.spawn(move || input::forward_lines(input, &lines)) {
        return output.fail(format_args!("the input can't be read: {error}"));
    }
    open(&events, &mut output)?;
    // Only now, since the table takes time.
    let settings = Settings::default();
    let engine = match Engine::with_network(*settings.engine(), network) {
        Ok(engine) => engine,
        Err(error) => return output.fail(error),
    };
    let now = Instant::now();
    Session {
        output,
        events,
        sender,
        deferred: VecDeque::new(),
        engine,
        settings,
        in_game: false,
        game_began: now,
        turn_began: now,
        lag: Duration::ZERO,
        search,
        running: None,
        pondered: None,
    }
    .serve()
}

/// Waits for `aei` and answers it: the first phase.
fn open<W: Write>(events: &Receiver<Event>, output: &mut Output<W>) -> Result<(), End> {
    loop {
        match events.recv() {
            Ok(Event::Line(line)) if line.trim().is_empty() => {}
            Ok(Event::Line(line)) => match read_command(&line, output)? {
                Some(Command::Aei) => return introduce(output),
                Some(Command::Quit) => return Err(End::Quit),
                Some(_) => {
                    output.error("a session begins with `aei`; before it there is only `quit`")?;
                }
                None => {}
            },
            Ok(Event::TooLong) => output.error(TOO_LONG)?,
            Ok(Event::EndOfInput) | Err(_) => return Err(End::Quit),
            Ok(Event::Depth(_) | Event::Finished(_)) => {}
        }
    }
}

fn introduce<W: Write>(output: &mut Output<W>) -> Result<(), End> {
    output.send(&Response::ProtocolVersion(1))?;
    output.send(&Response::Id(Id::Name("Loxodon".to_owned())))?;
    output.send(&Response::Id(Id::Author(
        env!("CARGO_PKG_AUTHORS").to_owned(),
    )))?;
    output.send(&Response::Id(Id::Version(
        crate::engine::VERSION.to_owned(),
    )))?;
    output.send(&Response::AeiOk)
}

/// Reads a message. What can't be read is logged, and an unrecognised type of message ends the session.
fn read_command<W: Write>(line: &str, output: &mut Output<W>) -> Result<Option<Command>, End> {
    match line.parse() {
        Ok(command) => Ok(Some(command)),
        Err(error @ ParseCommandError::UnrecognisedType { .. }) => output.fail(error),
        Err(error @ ParseCommandError::Position(_)) => {
            output.error(format_args!("{error}; the position stays as it was"))?;
            Ok(None)
        }
        Err(error) => {
            output.error(error)?;
            Ok(None)
        }
    }
}

const TOO_LONG: LineTooLong = LineTooLong;

/// A line is too long to be a message.
struct LineTooLong;

impl fmt::Display for LineTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a line has more than {LONGEST_LINE} bytes and is passed over"
        )
    }
}

impl<W: Write> Session<W> {
    fn serve(mut self) -> Result<Infallible, End> {
        loop {
            let event = match self.deferred.pop_front() {
                Some(event) => event,
                None => self.receive(),
            };
            match event {
                Event::Line(line) => self.obey_line(&line)?,
                Event::TooLong => self.output.error(TOO_LONG)?,
                Event::EndOfInput => return Err(End::Quit),
                Event::Depth(iteration) => self.report(&iteration)?,
                Event::Finished(result) => self.finish(result)?,
            }
        }
    }

    fn obey_line(&mut self, line: &str) -> Result<(), End> {
        if line.trim().is_empty() {
            return Ok(());
        }
        match read_command(line, &mut self.output)? {
            Some(command) => self.obey(command),
            None => Ok(()),
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), End> {
        match command {
            Command::Aei => introduce(&mut self.output),
            Command::IsReady => self.output.send(&Response::ReadyOk),
            Command::NewGame => self.new_game(),
            Command::SetPosition(position) => self.set_position(position),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::MakeMove(text) => self.make_move(&text),
            Command::TakeBack => self.take_back(),
            Command::Go => self.go(Purpose::Plain),
            Command::GoPonder => self.go(Purpose::Ponder),
            Command::Stop => self.stop(),
            Command::Quit => Err(End::Quit),
        }
    }

    fn new_game(&mut self) -> Result<(), End> {
        self.interrupt()?;
        self.pondered = None;
        self.engine.new_game();
        self.settings.new_game();
        self.lag = Duration::ZERO;
        self.game_began = Instant::now();
        self.begin_turn();
        Ok(())
    }

    fn set_position(&mut self, position: Position) -> Result<(), End> {
        self.interrupt()?;
        self.pondered = None;
        self.engine.set_position(position);
        self.begin_turn();
        Ok(())
    }

    /// Makes a move. An illegal one leaves everything as it was, a search that is running too.
    fn make_move(&mut self, text: &str) -> Result<(), End> {
        if !self.in_game {
            return self.output.error(NoGame("makemove"));
        }
        if let Err(error) = self.engine.game().clone().play_text(text) {
            return self.output.error(format_args!("makemove {text}: {error}"));
        }
        self.interrupt()?;
        if let Err(error) = self.engine.play(text) {
            return self.output.error(format_args!("makemove {text}: {error}"));
        }
        self.begin_turn();
        Ok(())
    }

    /// Takes the last move back. If there is none, everything stays as it was, a search that is running too.
    fn take_back(&mut self) -> Result<(), End> {
        if !self.in_game {
            return self.output.error(NoGame("makemove"));
        }
        if self.engine.game().moves().is_empty() {
            return self.output.error(
                "makemove takeback: nothing has been played since the last newgame or setposition",
            );
        }
        self.interrupt()?;
        self.engine.take_back();
        self.begin_turn();
        Ok(())
    }

    fn begin_turn(&mut self) {
        self.in_game = true;
        self.turn_began = Instant::now();
        self.settings.new_turn();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), End> {
        let mut settings = self.settings.clone();
        match settings.set(name, value) {
            Ok(()) => {}
            Err(error @ SettingError::Unknown { .. }) => return self.output.warning(error),
            Err(error) => return self.output.error(error),
        }
        if settings.engine() != self.engine.options()
            && let Err(error) = self.engine.set_options(*settings.engine())
        {
            return self.output.error(error);
        }
        self.settings = settings;
        if name.eq_ignore_ascii_case("moveused") {
            self.compare_clocks();
        }
        Ok(())
    }

    /// Compares the controller's word on what this turn has used with the session's own measure: what is beyond it was lost on
    /// the way, and as much may be lost again.
    fn compare_clocks(&mut self) {
        let own = self.turn_began.elapsed();
        self.lag = self.settings.move_used().saturating_sub(own).min(MOST_LAG);
        let clock = self.settings.clock(self.engine.game(), self.observed());
        if let Some(running) = &mut self.running
            && running.deadline.is_some()
        {
            running.set_deadline(clock.budget());
        }
    }
}
