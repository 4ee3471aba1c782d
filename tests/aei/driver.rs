//! Drives the real binary as a controller does, and never waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use loxodon::aei::Response;
use loxodon::rules::Game;

/// Nothing that a test asks for takes nearly as long, unless the machine is very busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The start position of most games.
pub(crate) const START: &str =
    "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

/// The setups that lead to [`START`].
pub(crate) const GOLD_SETUP: &str =
    "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
pub(crate) const SILVER_SETUP: &str =
    "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

/// Long enough for a search to be well under way.
pub(crate) const A_WHILE: Duration = Duration::from_millis(100);

/// How a session has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit status.
    pub(crate) code: i32,
    /// What was said since the last look.
    pub(crate) lines: Vec<String>,
    /// All that was written to standard error.
    pub(crate) errors: String,
}

/// A running engine; killed if a test forgets it.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// The command under test.
pub(crate) fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_loxodon"))
}

impl Engine {
    /// Starts the engine and says nothing yet.
    pub(crate) fn start() -> Self {
        Self::start_command(&mut command())
    }

    pub(crate) fn start_command(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = String::from_utf8(line.unwrap()).unwrap();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut error_output = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut text = String::new();
            error_output.read_to_string(&mut text).unwrap();
            text
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
            errors: Some(errors),
        }
    }

    /// Starts the engine and opens the session.
    pub(crate) fn open() -> Self {
        let mut engine = Self::start();
        engine.send("aei");
        engine.expect("aeiok");
        engine
    }

    /// The same in a game that stands at [`START`], with a small table.
    pub(crate) fn in_game() -> Self {
        let mut engine = Self::open();
        engine.send("setoption name hash value 4");
        engine.send(&format!("setposition {START}"));
        engine
    }

    /// Sends lines, each with its end.
    pub(crate) fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        // The engine may have ended; then the test finds out at the next look.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The lines up to one that begins so. All must be protocol messages.
    pub(crate) fn expect(&self, beginning: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("no {beginning:?} after {seen:?}"));
            check_line(&line);
            let is_it = line.starts_with(beginning);
            seen.push(line);
            if is_it {
                return seen;
            }
        }
    }

    /// All that is said until everything sent so far is done.
    pub(crate) fn answers(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.expect("readyok");
        lines.pop();
        lines
    }

    /// What is answered to one message, if that is a single line.
    pub(crate) fn answer(&mut self, message: &str) -> String {
        self.send(message);
        let mut lines = self.answers();
        assert_eq!(lines.len(), 1, "{message}: {lines:?}");
        lines.remove(0)
    }

    /// What is logged about one message during a search.
    pub(crate) fn answer_log(&mut self, message: &str) -> String {
        self.send(message);
        let mut lines = self.answers();
        assert_eq!(count(&lines, "bestmove"), 0, "{message}: {lines:?}");
        lines.retain(|line| line.starts_with("log"));
        assert_eq!(lines.len(), 1, "{message}: {lines:?}");
        lines.remove(0)
    }

    /// Searches, and hands back the move without the word `bestmove`.
    pub(crate) fn best(&mut self, go: &str) -> String {
        self.send(go);
        let lines = self.expect("bestmove");
        bestmove(lines.last().unwrap())
    }

    /// The process.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the engine ends by itself.
    pub(crate) fn wait(mut self) -> Ended {
        let status = wait_for_end(&mut self.child);
        let lines: Vec<String> = self.lines.iter().collect();
        for line in &lines {
            check_line(line);
        }
        Ended {
            code: status.code().expect("no signal ended the engine"),
            lines,
            errors: self.errors.take().unwrap().join().unwrap(),
        }
    }

    /// Sends `quit` and waits for the end.
    pub(crate) fn quit(mut self) -> Ended {
        self.send("quit");
        self.wait()
    }

    /// Ends the session and checks that nothing more is said and nothing was wrong.
    pub(crate) fn quit_well(self) {
        let Ended {
            code,
            lines,
            errors,
        } = self.quit();
        assert_eq!((code, errors.as_str()), (0, ""));
        assert_eq!(lines, Vec::<String>::new());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until the process is gone, whatever ended it.
pub(crate) fn wait_for_end(process: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status;
        }
        assert!(began.elapsed() < PATIENCE, "the engine goes on for ever");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Every line is a message in ASCII, written in the one way that there is.
pub(crate) fn check_line(line: &str) {
    assert!(line.is_ascii(), "{line}");
    let response: Response = line
        .parse()
        .unwrap_or_else(|error| panic!("{line:?}: {error}"));
    assert_eq!(response.to_string(), line);
}

/// The move of a `bestmove` line.
pub(crate) fn bestmove(line: &str) -> String {
    let text = line.strip_prefix("bestmove").expect("a bestmove");
    text.trim_start().to_owned()
}

/// How many lines begin so.
pub(crate) fn count(lines: &[String], beginning: &str) -> usize {
    lines
        .iter()
        .filter(|line| line.starts_with(beginning))
        .count()
}

/// The game that stands at [`START`].
pub(crate) fn game() -> Game {
    Game::from_position(START.parse().unwrap())
}

/// The line logs an error that says all of this.
pub(crate) fn assert_error(line: &str, parts: &[&str]) {
    assert!(line.starts_with("log Error: "), "{line}");
    for part in parts {
        assert!(line.contains(part), "{line} lacks {part:?}");
    }
}
