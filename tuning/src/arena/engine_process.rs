//! An engine's process: started, spoken to in AEI, and ended whatever it does.
//!
//! Two threads serve each process, so that neither a full pipe nor a flood of output holds a game up: one writes what is
//! sent to the engine, the other reads what it says. Both queues are bounded.

use std::fs::File;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command as Program, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use loxodon::aei::{Command, Log, ParseResponseError, Response};

use super::engine_spec::EngineSpec;
use super::fault::{Failure, Fault, FaultKind};
use super::lines::{Event, forward_lines};
use crate::stop::Stop;

/// Messages that may wait until the engine reads them; a game's setup needs fewer than a hundred.
const COMMANDS_WAITING: usize = 1024;
/// Lines that may wait until the match reads them.
const EVENTS_WAITING: usize = 256;
/// How often a wait looks whether the match has ended.
const POLL: Duration = Duration::from_millis(50);
/// How long an engine may take to exit after `quit` before it is killed.
const QUIT_TIME: Duration = Duration::from_secs(1);
/// How long to wait for the status of a process that has closed its output.
const STATUS_TIME: Duration = Duration::from_millis(200);

/// How engines are treated.
#[derive(Clone)]
pub(super) struct Treatment {
    /// How long an answer may take where no clock runs.
    pub(super) patience: Duration,
    /// Whether lines that AEI doesn't have are passed over.
    pub(super) lenient: bool,
    /// When to give up.
    pub(super) stop: Stop,
}

/// A running engine that has said `aeiok` and was sent its options.
pub(super) struct EngineProcess {
    child: Child,
    /// Closed when the engine is told to quit.
    commands: Option<Sender<String>>,
    events: Receiver<Event>,
    treatment: Treatment,
}

/// Why an engine didn't start.
pub(super) enum StartError {
    /// There is no such program, say: no use to try again.
    NoProcess(anyhow::Error),
    /// The program runs, but not as an engine does.
    Failure(Failure),
}

impl EngineProcess {
    /// Starts an engine and waits until it is ready. Its standard error goes to that file, or nowhere.
    pub(super) fn start(
        spec: &EngineSpec,
        stderr: Option<&File>,
        treatment: Treatment,
    ) -> Result<Self, StartError> {
        let (child, input, output) = spawn(spec, stderr)
            .with_context(|| format!("engine {spec} ({})", spec.command.join(" ")))
            .map_err(StartError::NoProcess)?;
        let (commands, to_write) = bounded(COMMANDS_WAITING);
        let (read, events) = bounded(EVENTS_WAITING);
        thread::spawn(move || write_lines(input, &to_write));
        thread::spawn(move || forward_lines(BufReader::new(output), &read));
        let mut engine = Self {
            child,
            commands: Some(commands),
            events,
            treatment,
        };
        engine.open_session(spec).map_err(StartError::Failure)?;
        Ok(engine)
    }

    fn open_session(&mut self, spec: &EngineSpec) -> Result<(), Failure> {
        self.send(&Command::Aei)?;
        self.wait_for(&Response::AeiOk)?;
        for (name, value) in &spec.options {
            self.set_option(name, value)?;
        }
        self.wait_until_ready()?;
        Ok(())
    }

    /// Sends a message. It is written as soon as the engine reads.
    pub(super) fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let Some(commands) = &self.commands else {
            return Err(self.crash());
        };
        match commands.try_send(format!("{command}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::new(
                FaultKind::Hang,
                format!("{COMMANDS_WAITING} messages wait, it doesn't read them"),
            )),
            Err(TrySendError::Disconnected(_)) => Err(self.crash()),
        }
    }

    /// Sends an option.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.send(&Command::SetOption {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        })
    }

    /// Sends `isready` and waits for the answer. Returns the first thing that the engine logs before it.
    pub(super) fn wait_until_ready(&mut self) -> Result<Option<Log>, Failure> {
        self.send(&Command::IsReady)?;
        self.wait_for(&Response::ReadyOk)
    }

    /// Waits for an answer and returns the first thing that the engine logs before it.
    fn wait_for(&mut self, wanted: &Response) -> Result<Option<Log>, Failure> {
        let patience = self.treatment.patience;
        let deadline = Instant::now() + patience;
        let mut logged = None;
        while let Some((_, response)) = self.next(Some(deadline))? {
            match response {
                response if response == *wanted => return Ok(logged),
                Response::Log(log) => {
                    logged.get_or_insert(log);
                }
                Response::BestMove(_) | Response::AeiOk | Response::ReadyOk => {
                    return Err(unasked(&response).into());
                }
                _ => {}
            }
        }
        Err(Fault::new(
            FaultKind::Hang,
            format!("no {wanted} within {} s", patience.as_secs_f64()),
        )
        .into())
    }

    /// Returns the next thing that the engine says and when it came, or nothing if it didn't come before the deadline.
    pub(super) fn next(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<Option<(Instant, Response)>, Failure> {
        loop {
            if self.treatment.stop.is_set() {
                return Err(Failure::Interrupted);
            }
            let now = Instant::now();
            let wait = deadline.map_or(POLL, |deadline| {
                deadline.saturating_duration_since(now).min(POLL)
            });
            match self.events.recv_timeout(wait) {
                Ok(Event::Line(come, _)) if deadline.is_some_and(|deadline| come > deadline) => {
                    return Ok(None);
                }
                Ok(event) => {
                    if let Some(response) = self.judge(event)? {
                        return Ok(Some(response));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return Ok(None);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash().into()),
            }
        }
    }

    /// Returns what the event says, or nothing if it is passed over.
    fn judge(&mut self, event: Event) -> Result<Option<(Instant, Response)>, Fault> {
        match event {
            Event::Line(come, Ok(response)) => Ok(Some((come, response))),
            Event::Line(_, Err(error)) if self.tolerates(&error) => Ok(None),
            Event::Line(_, Err(error)) => Err(Fault::new(FaultKind::Protocol, error.to_string())),
            Event::TooLong => Err(Fault::new(
                FaultKind::Protocol,
                "a line is longer than any message",
            )),
            Event::End => Err(self.crash()),
        }
    }

    /// Returns whether a line that can't be read is passed over: many engines send more kinds of `info` and `id` than the
    /// protocol has; other lines are on request.
    fn tolerates(&self, error: &ParseResponseError) -> bool {
        match error {
            ParseResponseError::Unreadable { message, .. } => {
                self.treatment.lenient || message.starts_with("info") || message.starts_with("id")
            }
            _ => self.treatment.lenient,
        }
    }

    /// Looks at what the engine has said since it was last listened to: nothing that needs a question first.
    pub(super) fn check_idle(&mut self) -> Result<(), Failure> {
        let most = self.events.len();
        for _ in 0..most {
            let Ok(event) = self.events.try_recv() else {
                break;
            };
            if let Some((_, response)) = self.judge(event)?
                && matches!(
                    response,
                    Response::BestMove(_) | Response::AeiOk | Response::ReadyOk
                )
            {
                return Err(unasked(&response).into());
            }
        }
        Ok(())
    }

    /// Returns whether the process is still there, as far as its output tells.
    pub(super) fn has_exited(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    fn crash(&mut self) -> Fault {
        let deadline = Instant::now() + STATUS_TIME;
        let text = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!("it has ended ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(None) => break "it has closed its output".to_owned(),
                Err(error) => break format!("its process is lost: {error}"),
            }
        };
        Fault::new(FaultKind::Crash, text)
    }

    /// Tells the engine to quit, and kills it if it doesn't.
    pub(super) fn quit(mut self) {
        // An engine that can't be told is killed all the same.
        let _ = self.send(&Command::Quit);
        self.commands = None;
        let deadline = Instant::now() + QUIT_TIME;
        while Instant::now() < deadline && !self.has_exited() {
            // Whoever still writes must not be kept from exiting.
            while self.events.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for EngineProcess {
    /// Kills the engine with whatever it has started.
    fn drop(&mut self) {
        if self.has_exited() {
            return;
        }
        kill_group(&self.child);
        // Errors mean that the process is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the fault of an engine that answers a question it was not asked.
fn unasked(response: &Response) -> Fault {
    Fault::new(
        FaultKind::Protocol,
        format!("`{response}` comes when nothing has asked for it"),
    )
}

fn spawn(
    spec: &EngineSpec,
    stderr: Option<&File>,
) -> anyhow::Result<(Child, ChildStdin, std::process::ChildStdout)> {
    let (program, arguments) = spec.command.split_first().context("no program is named")?;
    let stderr = stderr.map_or(Ok(Stdio::null()), |file| file.try_clone().map(Stdio::from))?;
    let mut program = Program::new(program);
    program
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(stderr);
    lead_own_group(&mut program);
    let mut child = program.spawn().context("the program can't be started")?;
    let input = child.stdin.take().context("it has no standard input")?;
    let output = child.stdout.take().context("it has no standard output")?;
    Ok((child, input, output))
}

/// Makes the engine lead a group of processes: Ctrl-C on the terminal is for the match and not for the engine, and what
/// the engine starts can be killed with it.
#[cfg(unix)]
fn lead_own_group(program: &mut Program) {
    std::os::unix::process::CommandExt::process_group(program, 0);
}

#[cfg(not(unix))]
fn lead_own_group(_: &mut Program) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    let group = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // An error means that nothing of the group is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Writes each message, until the engine is told to quit or reads no more.
fn write_lines(mut input: ChildStdin, commands: &Receiver<String>) {
    for line in commands {
        if input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}
