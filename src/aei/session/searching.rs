//! Searches: starting them, ending them, and what they have to say.

use std::any::Any;
use std::io::Write;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{RecvTimeoutError, Sender};

use super::event::{End, Event, SearchResult};
use super::fallback;
use super::running::{Pondered, Purpose, Running};
use super::state::{NoGame, Session};
use crate::aei::response::{Info, Response, variation};
use crate::engine::Report;
use crate::rules::Position;
use crate::search::{Iteration, Limits, Line, Observer, STACK_BYTES};

/// How long the last move is waited for when the session is to end after it.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// Sends what a search finds to the session.
struct Relay<'a>(&'a Sender<Event>);

impl Observer for Relay<'_> {
    fn finished_depth(&mut self, iteration: &Iteration) {
        // If the session is over nobody wants to know.
        let _ = self.0.send(Event::Depth(iteration.clone()));
    }
}

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, purpose: Purpose) -> Result<(), End> {
        if !self.in_game {
            return self.output.error(NoGame("go"));
        }
        if let Some(running) = &self.running
            && running.purpose == Purpose::Plain
        {
            return self
                .output
                .error("go: a search is running already; it goes on");
        }
        self.interrupt()?;
        if let Some(outcome) = self.engine.game().outcome() {
            self.output
                .error(format_args!("go: the game is over, {outcome}"))?;
            return match purpose {
                Purpose::Plain => self.output.send(&Response::BestMove(String::new())),
                Purpose::Ponder => {
                    self.running = Some(Running::without_search());
                    Ok(())
                }
            };
        }
        let (game, observed) = (self.engine.game(), self.observed());
        let limits = match purpose {
            Purpose::Plain => {
                let limits = self.settings.limits(game, observed);
                self.pondered = None;
                self.engine.vary(limits)
            }
            Purpose::Ponder => self.settings.unlimited(game, observed),
        };
        self.start(purpose, limits)
    }

    fn start(&mut self, purpose: Purpose, limits: Limits) -> Result<(), End> {
        let budget = limits.time;
        let search = self.engine.prepare(limits);
        let mut running = Running {
            purpose,
            stop: search.stop_flag(),
            deadline: None,
            result: None,
        };
        running.set_deadline(budget);
        let (run, sender) = (self.search, self.sender.clone());
        let body = move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(search, &mut Relay(&sender))));
            let _ = sender.send(Event::Finished(result.map_err(|panic| panic_text(&*panic))));
        };
        let builder = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES);
        let spawned = builder.spawn(body);
        self.running = Some(running);
        match spawned {
            Ok(_) => Ok(()),
            Err(error) => self.finish(Err(error.to_string())),
        }
    }

    /// Ends the search and sends its move, whatever it was for (`stop`).
    pub(super) fn stop(&mut self) -> Result<(), End> {
        match &mut self.running {
            Some(running) => running.purpose = Purpose::Plain,
            None => return self.output.warning("stop: no search is running"),
        }
        self.interrupt()
    }

    /// Ends the search if one is running. The move of a plain search is sent.
    pub(super) fn interrupt(&mut self) -> Result<(), End> {
        let Some(mut running) = self.running.take() else {
            return Ok(());
        };
        running.stop.stop();
        let result = match running.result.take() {
            Some(result) => result,
            None => self.wait_for_end(running.purpose)?,
        };
        match running.purpose {
            Purpose::Plain => self.send_best(result),
            Purpose::Ponder => {
                self.pondered = Pondered::of(self.engine.game().position(), &result);
                Ok(())
            }
        }
    }

    /// Waits for a search that has been stopped. Messages that come meanwhile are put off; if the session is to end
    /// after them, the wait is short.
    fn wait_for_end(&mut self, purpose: Purpose) -> Result<SearchResult, End> {
        let mut give_up = None;
        loop {
            let Some(event) = self.receive_until(give_up) else {
                return Err(End::Quit);
            };
            match event {
                Event::Finished(result) => return Ok(result),
                Event::Depth(iteration) if purpose == Purpose::Plain => self.report(&iteration)?,
                Event::Depth(_) => {}
                Event::Line(_) | Event::TooLong | Event::EndOfInput => {
                    if event.ends_session() {
                        give_up = Instant::now().checked_add(LAST_WAIT);
                    }
                    self.deferred.push_back(event);
                }
            }
        }
    }

    /// Returns the next event. A search whose time is up is stopped meanwhile.
    pub(super) fn receive(&mut self) -> Event {
        loop {
            let deadline = self.running.as_ref().and_then(|running| running.deadline);
            match self.receive_until(deadline) {
                Some(event) => return event,
                None => self.time_is_up(),
            }
        }
    }

    fn time_is_up(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop.stop();
            running.deadline = None;
        }
    }

    /// Returns the next event, or `None` at the deadline.
    fn receive_until(&self, deadline: Option<Instant>) -> Option<Event> {
        let received = match deadline {
            Some(deadline) => self.events.recv_deadline(deadline),
            None => self.events.recv().map_err(Into::into),
        };
        match received {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::EndOfInput),
        }
    }

    /// Reports a depth that the search has finished.
    pub(super) fn report(&mut self, iteration: &Iteration) -> Result<(), End> {
        let wanted = self.settings.multi_pv();
        let numbers = (1..=wanted.get()).filter_map(NonZeroUsize::new);
        for (number, line) in numbers.zip(&iteration.lines) {
            // Controllers that have asked for one variation may not know that there are numbers.
            if wanted > NonZeroUsize::MIN {
                self.output.send(&Response::Info(Info::MultiPv(number)))?;
            }
            self.report_line(iteration, line)?;
        }
        Ok(())
    }

    fn report_line(&mut self, iteration: &Iteration, line: &Line) -> Result<(), End> {
        let pv = written_line(self.engine.game().position(), line);
        for info in [
            Info::Depth {
                steps: iteration.depth,
                more: false,
            },
            Info::Score(line.score),
            Info::Nodes(iteration.nodes),
            Info::Time(iteration.elapsed),
            Info::Pv(pv),
        ] {
            self.output.send(&Response::Info(info))?;
        }
        Ok(())
    }

    /// Sends the move of a search that is over, or keeps what pondering has found.
    pub(super) fn finish(&mut self, result: SearchResult) -> Result<(), End> {
        match &mut self.running {
            Some(running) if running.purpose == Purpose::Ponder => {
                running.result = Some(result);
                Ok(())
            }
            _ => {
                self.running = None;
                self.send_best(result)
            }
        }
    }

    fn send_best(&mut self, result: SearchResult) -> Result<(), End> {
        let best = match result {
            Ok(Report {
                best: Some(best), ..
            }) => Some(best),
            Ok(_) if self.engine.game().outcome().is_some() => None,
            Ok(Report { best: None, .. }) => {
                self.output
                    .error("the search has found no move; any legal one is played")?;
                fallback::any_legal_move(self.engine.game())
            }
            Err(problem) => {
                self.output.error(format_args!(
                    "the search has failed, any legal move is played: {problem}"
                ))?;
                fallback::any_legal_move(self.engine.game())
            }
        };
        let text = best.map_or(String::new(), |best| self.engine.game().write_move(&best));
        self.output.send(&Response::BestMove(text))
    }
}

/// Writes a line from `position` on as [`variation`] does, with the setups that it begins with.
fn written_line(position: &Position, line: &Line) -> String {
    let after = line.after_setups(position);
    let turns = variation(&after, &line.turns);
    let mut text: Vec<String> = line.setups.iter().map(ToString::to_string).collect();
    if !text.is_empty() {
        text = vec![text.join(" s "), after.side_to_move().letter().to_string()];
    }
    text.push(turns);
    text.join(" ")
}

/// Returns what a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("of no known reason")
        .to_owned()
}
