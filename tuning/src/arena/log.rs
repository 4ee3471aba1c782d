//! A log of games: a header with the parameters of the run, then a line of JSON for each finished game.
//!
//! A line is written at once and is on the disk before the next game counts, so a run that is killed loses no finished
//! game. What is left of a line that was being written is dropped when the run is taken up again.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The header's field that tells a log of games, and in which form it is.
pub(super) const FORM: &str = "loxodon_match";
/// The number of the log's form; another one is another form.
pub(super) const LOG_FORM: u32 = 1;

/// Reads a log, finished or not: its header and its games.
pub(crate) fn read<Game: DeserializeOwned>(path: &Path) -> anyhow::Result<(Value, Vec<Game>)> {
    read_file(path).with_context(|| format!("the log {}", path.display()))
}

fn read_file<Game: DeserializeOwned>(path: &Path) -> anyhow::Result<(Value, Vec<Game>)> {
    let bytes = fs::read(path)?;
    let text = str::from_utf8(&bytes[..whole_lines(&bytes)]).context("it is no text")?;
    let mut lines = text.lines();
    let header = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    let header = header
        .filter(|header: &Value| header[FORM] == LOG_FORM)
        .context("it is no log of games")?;
    Ok((header, read_games(lines)?))
}

/// Returns how many bytes are whole lines.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1)
}

/// Reads the lines after the header.
fn read_games<'a, Game: DeserializeOwned>(
    lines: impl Iterator<Item = &'a str>,
) -> anyhow::Result<Vec<Game>> {
    lines
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).with_context(|| format!("line {} is no game", index + 2))
        })
        .collect()
}

/// A log that games are appended to. It is locked against a second run as long as it is open.
pub(crate) struct Log(File);

impl Log {
    /// Opens or makes a log, and reads the games that it has. A log of a run with other parameters is refused.
    pub(crate) fn open<Game: DeserializeOwned>(
        path: &Path,
        parameters: &Value,
    ) -> anyhow::Result<(Self, Vec<Game>)> {
        Self::open_file(path, parameters).with_context(|| format!("the log {}", path.display()))
    }

    fn open_file<Game: DeserializeOwned>(
        path: &Path,
        parameters: &Value,
    ) -> anyhow::Result<(Self, Vec<Game>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.try_lock().context("another run writes to it")?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = whole_lines(&bytes);
        let torn = bytes.split_off(whole);
        let text = String::from_utf8(bytes).context("it is no text")?;
        let mut lines = text.lines();
        let header = parameters.to_string();
        let is_new = match lines.next() {
            Some(logged) => check_header(logged, parameters).map(|()| false)?,
            // Only the header of a run that was killed at its beginning may be dropped.
            None if header.as_bytes().starts_with(&torn) => true,
            None => bail!("it is no log of games"),
        };
        let games = read_games(lines)?;
        // The file is a log of this run: until here nothing in it was changed.
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut log = Self(file);
        if is_new {
            log.write_line(&header)?;
        }
        Ok((log, games))
    }

    /// Appends a game.
    pub(crate) fn append(&mut self, game: &impl Serialize) -> anyhow::Result<()> {
        self.write_line(&serde_json::to_string(game)?)
            .context("the log can't be written")
    }

    fn write_line(&mut self, line: &str) -> anyhow::Result<()> {
        self.0.write_all(format!("{line}\n").as_bytes())?;
        self.0.sync_data()?;
        Ok(())
    }
}

/// Names each parameter that differs.
fn check_header(header: &str, parameters: &Value) -> anyhow::Result<()> {
    let logged: Value = serde_json::from_str(header).context("it is no log of games")?;
    if logged == *parameters {
        return Ok(());
    }
    let (Some(logged), Some(given)) = (logged.as_object(), parameters.as_object()) else {
        bail!("it is no log of games");
    };
    let differences: Vec<String> = given
        .iter()
        .filter(|&(name, value)| logged.get(name) != Some(value))
        .map(|(name, value)| match logged.get(name) {
            Some(logged) => format!("{name} is {logged} there and {value} now"),
            None => format!("{name} is missing there"),
        })
        .collect();
    ensure!(
        !differences.is_empty(),
        "it has parameters that are not known now"
    );
    bail!("it is of another run: {}", differences.join("; "))
}
