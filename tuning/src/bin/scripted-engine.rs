//! An AEI engine for the tests of `match`: it plays the first legal turn that it finds, and misbehaves as it is told.
//!
//! `scripted-engine BEHAVIOUR [GO]`: at the GO-th `go` of each game, the second without it, it does what the behaviour
//! says; some behaviours have a moment of their own, and `slow` is slow at each.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use loxodon::aei::Command;
use loxodon::rules::Game;
use loxodon::types::Side;

const GOLD_SETUP: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2";
const SILVER_SETUP: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
/// How long an engine that is late thinks.
const LATE: Duration = Duration::from_millis(1500);
/// How long one that is slow does.
const SLOW: Duration = Duration::from_millis(500);

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let behaviour = arguments.first().map_or("fair", String::as_str);
    let when = arguments.get(1).and_then(|text| text.parse().ok());
    let mut engine = Scripted {
        behaviour: behaviour.to_owned(),
        when: when.unwrap_or(2),
        game: Game::new(),
        games: 0,
        goes: 0,
        is_worse: false,
    };
    eprintln!("scripted engine, behaviour {}", engine.behaviour);
    for line in io::stdin().lock().lines() {
        match line?.parse() {
            Ok(Command::Quit) if engine.behaviour != "stay" => return Ok(ExitCode::SUCCESS),
            Ok(command) => {
                if let Some(status) = engine.obey(command)? {
                    return Ok(status);
                }
            }
            Err(error) => say(&format!("log Error: {error}"))?,
        }
    }
    if engine.behaviour == "stay" {
        sleep_forever();
    }
    Ok(ExitCode::SUCCESS)
}

struct Scripted {
    behaviour: String,
    when: u32,
    game: Game,
    games: u32,
    goes: u32,
    /// Whether the option `futility_margin` was set below 20.
    is_worse: bool,
}

impl Scripted {
    /// Does what the message says, and ends with a status if the script says so.
    fn obey(&mut self, command: Command) -> io::Result<Option<ExitCode>> {
        match command {
            Command::Aei if self.behaviour == "mute" => {}
            Command::Aei => say("protocol-version 1\nid name Scripted\nid nick odd\naeiok")?,
            Command::IsReady if self.behaviour == "unready" && self.games > 0 => {}
            Command::IsReady => say("readyok")?,
            Command::SetOption { name, .. } if self.behaviour == "strict" => {
                say(&format!("log Error: there is no option {name:?}"))?;
            }
            Command::SetOption { name, value } if name == "futility_margin" => {
                let value = value.and_then(|value| value.parse().ok());
                self.is_worse = value.is_some_and(|value: i32| value < 20);
            }
            Command::NewGame => {
                self.game = Game::new();
                self.games += 1;
                self.goes = 0;
            }
            Command::MakeMove(text) => {
                if let Err(error) = self.game.play_text(&text) {
                    say(&format!("log Error: {error}"))?;
                }
            }
            Command::Go => {
                self.goes += 1;
                if self.behaviour == "slow" {
                    thread::sleep(SLOW);
                }
                if self.goes == self.when {
                    return self.misbehave();
                }
                self.answer()?;
            }
            _ => {}
        }
        Ok(None)
    }

    fn answer(&self) -> io::Result<()> {
        let best = if self.game.is_setting_up() {
            match self.game.side_to_move() {
                Side::Gold => GOLD_SETUP.to_owned(),
                Side::Silver => SILVER_SETUP.to_owned(),
            }
        } else {
            let turn = self.game.any_legal_turn();
            turn.map_or_else(String::new, |turn| {
                loxodon::rules::notation::write_turn(self.game.position(), &turn)
            })
        };
        say(&format!(
            "info depth 4\ninfo nodes 100\ninfo mood good\nbestmove {best}"
        ))
    }

    fn misbehave(&self) -> io::Result<Option<ExitCode>> {
        match self.behaviour.as_str() {
            "hang" => sleep_forever(),
            "crash" => return Ok(Some(ExitCode::from(3))),
            "nonsense" => say("Segmentation fault, just kidding")?,
            "illegal" => say("bestmove Ra1s")?,
            "empty" => say("bestmove")?,
            "resign" => say("bestmove resign")?,
            "tuned" if self.is_worse => say("bestmove resign")?,
            "ready" => say("readyok")?,
            "late" => {
                thread::sleep(LATE);
                self.answer()?;
            }
            "twice" => {
                self.answer()?;
                self.answer()?;
            }
            "flood" => loop {
                say("info nodes 1")?;
            },
            "endless" => loop {
                io::stdout().write_all(&[b'x'; 4096])?;
            },
            _ => self.answer()?,
        }
        Ok(None)
    }
}

fn say(lines: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{lines}")?;
    output.flush()
}

fn sleep_forever() -> ! {
    loop {
        thread::park();
    }
}
