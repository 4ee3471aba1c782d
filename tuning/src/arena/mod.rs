//! `match`: two AEI engines play pairs of games, until a number of games or a statistical test ends it.
//!
//! | job | module |
//! | --- | --- |
//! | the engines on the command line | [`engine_spec`] |
//! | which games are played | [`mod@schedule`], [`crate::opening_file`] |
//! | a process that speaks AEI, and what it can do wrong | [`engine_process`], [`lines`], [`fault`] |
//! | the clocks | [`clocks`] |
//! | one game, how it can end | [`game_play`], [`end_reason`] |
//! | games at once, one after another; pairs for [`crate::tune`] | [`runner`], [`mod@side_by_side`]; [`pair`] |
//! | finished games on the disk, and going on from them | [`game_record`], [`log`], [`resume`] |
//! | what they add up to, and when it is enough | [`book`], [`tally`], [`turn_stats`], [`elo`], [`sprt`] |
//! | showing it | [`standings`], [`report`] |
//! | `summary`: a line to keep of a finished match | [`summary`] |

mod book;
mod clocks;
mod elo;
mod end_reason;
mod engine_process;
mod engine_spec;
mod fault;
mod game_play;
mod game_record;
mod lines;
pub(crate) mod log;
mod pair;
mod report;
mod resume;
mod runner;
mod schedule;
mod side_by_side;
mod sprt;
mod sprt_arg;
mod standings;
pub(crate) mod summary;
mod tally;
mod turn_stats;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use loxodon::cli::output_file::refuse_inputs;
use loxodon::clock::{GameLimit, TimeControl};
use serde_json::{Value, json};

use crate::opening_file::{self, Opening, read_openings};
use crate::stop::Stop;
use book::{Book, play_all};
use clocks::Clocks;
use engine_process::Treatment;
pub(crate) use engine_spec::EngineSpec;
use engine_spec::Engines;
use game_play::Conditions;
pub(crate) use log::Log;
use log::{FORM, LOG_FORM};
pub(crate) use pair::{GAMES, PairTable};
use report::{Title, table};
use resume::fixtures_left;
use runner::Setting;
pub(crate) use schedule::opening_order;
use schedule::schedule;
pub(crate) use side_by_side::side_by_side;
use sprt::Sprt;
use sprt_arg::read_sprt;
use standings::Standings;
use tally::Tally;

/// What `--max-turns` is without it.
const DEFAULT_TURNS: u32 = 120;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    engines: Engines,
    /// The time control M/R/P/L/G/T, such as 1s/5s/100/10s/80t; without it no clock runs (set option.depth=…)
    #[arg(long, value_name = "M/R/P/L/G/T")]
    tc: Option<TimeControl>,
    /// How many games, an even number; a match that is taken up again may have more than before
    #[arg(long, default_value_t = 100, value_parser = even_games)]
    games: u64,
    /// How many games are played at once, each with two processes of its own
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// A TSV file with a column `record` of setups and turns joined by ` ; `; each is played twice, sides swapped
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// End the match when the test on pairs is decided: elo0=0 elo1=10 alpha=0.05 beta=0.05 (logistic Elo)
    #[arg(long, num_args = 1..=4, value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// Where finished games are written, a line of JSON each; a match whose log is there already is taken up again
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Decides the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The official score decides after so many turns of both players (setups are the first); a G in turns goes before
    #[arg(long, default_value_t = DEFAULT_TURNS, value_parser = clap::value_parser!(u32).range(1..))]
    max_turns: u32,
    /// By how many milliseconds a move may overstep the clock: the machine's share
    #[arg(long, default_value_t = 50, value_name = "MS")]
    grace: u64,
    /// Seconds that an engine may take for an answer where no clock runs, and for a move without --tc
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Pass over lines that AEI doesn't have instead of counting the game as lost
    #[arg(long)]
    lenient: bool,
    /// Append what the engines write to standard error to this file; it is thrown away otherwise
    #[arg(long, value_name = "FILE")]
    engine_stderr: Option<PathBuf>,
    /// Elsewhere than on a terminal, show the standings after so many games
    #[arg(long, default_value_t = 10, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1..))]
    report_every: u64,
}

fn even_games(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 => Ok(games),
        _ => Err("games are played in pairs: an even number from 2 is needed".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let sprt = arguments.sprt.as_deref().map(read_sprt).transpose()?;
    let openings = match &arguments.openings {
        Some(path) => read_openings(path)?,
        None => Vec::new(),
    };
    let fixtures = schedule(arguments.games, openings.len(), arguments.seed);
    let names = arguments.engines.0.each_ref().map(|spec| spec.name.clone());
    let parameters = parameters(arguments, &openings, sprt);
    let (log, logged) = match &arguments.log {
        Some(path) => {
            let (log, games) = Log::open(path, &parameters)?;
            (Some(log), games)
        }
        None => (None, Vec::new()),
    };
    let left = fixtures_left(fixtures, &logged, &openings)?;
    let mut tally = Tally::new(&names[0]);
    for game in &logged {
        tally.add(game);
    }
    let title = Title {
        names,
        control: arguments.tc.map(|control| control.to_string()),
        sprt,
    };
    if let Some(path) = &arguments.engine_stderr {
        refuse_inputs(path, arguments.openings.iter().chain(&arguments.log))?;
    }
    let setting = setting(arguments, &openings)?;
    let (games, every) = (arguments.games, arguments.report_every);
    let standings = Standings::new(title.clone(), games, every, &tally)?;
    let mut book = Book {
        log,
        tally,
        sprt,
        standings,
    };
    let played = if book.sprt_is_decided() {
        Ok(())
    } else {
        play_all(&setting, left, arguments.concurrency, &mut book)
    };
    book.standings.finish();
    write!(io::stdout(), "{}", table(&title, &book.tally))?;
    played?;
    ensure!(
        book.sprt_is_decided() || book.tally.games() == arguments.games,
        "the match was interrupted; with the same arguments and --log it goes on"
    );
    Ok(())
}

/// Returns everything that decides how games are played and when they end, to tell matches apart by their logs. The number
/// of games is not among it, since a longer match begins like a shorter one.
fn parameters(arguments: &Arguments, openings: &[Opening], sprt: Option<Sprt>) -> Value {
    json!({
        FORM: LOG_FORM,
        "engines": arguments.engines.0,
        "tc": arguments.tc.map(|control| control.to_string()),
        "openings": openings.len(),
        "openings_hash": opening_file::hash(openings),
        "seed": arguments.seed,
        "max_turns": arguments.max_turns,
        "sprt": sprt.map(|test| [test.elo0, test.elo1, test.alpha, test.beta]),
        "grace_ms": arguments.grace,
        "patience_s": arguments.patience,
        "lenient": arguments.lenient,
    })
}

/// Returns what is the same for all games of the match.
fn setting<'a>(arguments: &'a Arguments, openings: &'a [Opening]) -> anyhow::Result<Setting<'a>> {
    let stderr = arguments.engine_stderr.as_deref();
    Ok(Setting {
        engines: &arguments.engines.0,
        openings,
        conditions: conditions(arguments),
        treatment: Treatment {
            patience: Duration::from_secs(arguments.patience),
            lenient: arguments.lenient,
            stop: Stop::on_ctrl_c("giving up the games that are being played")?,
        },
        stderr: stderr.map(open_to_append).transpose()?,
    })
}

fn conditions(arguments: &Arguments) -> Conditions {
    let grace = Duration::from_millis(arguments.grace);
    let turns = match arguments.tc.and_then(|control| control.game_limit()) {
        Some(GameLimit::Turns(turns)) => turns,
        _ => arguments.max_turns,
    };
    Conditions {
        clocks: arguments.tc.map(|control| Clocks::new(control, grace)),
        turns,
        patience: Duration::from_secs(arguments.patience),
    }
}

fn open_to_append(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| format!("{} can't be written", path.display()))
}
