//! The file of records that grows game by game, and the one beside it that says how far the work has come.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use loxodon::cli::output_file::write_whole;
use loxodon::engine::{Engine, Options};
use loxodon::eval::Network;
use loxodon::search::Limits;
use serde::{Deserialize, Serialize};

use super::rules::Rules;
use crate::beside::beside;
use crate::opening_file::{self, Opening};
use crate::record::{FORMAT_VERSION, RECORD_SIZE, Record};

/// Progress is saved after so many games, or the next one after so much time: what was played since is played again after
/// a kill.
const GAMES_BETWEEN_SAVES: u32 = 16;
const TIME_BETWEEN_SAVES: Duration = Duration::from_secs(1);
/// The depth of the search whose nodes tell builds of the engine apart.
const FINGERPRINT_DEPTH: u32 = 8;
const FINGERPRINT_POSITION: &str =
    "g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

/// All that the bytes of a file depend on but the number of games.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Identity {
    format: u8,
    engine: String,
    /// The nodes of a fixed search: builds that search differently, and networks, differ in it.
    fingerprint: u64,
    first_seed: u32,
    rules: Rules,
    /// The hash of the openings; none if games begin with setups.
    openings: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Progress {
    identity: Identity,
    /// Finished games, the first of them with the seed `first_seed`.
    games: u32,
    /// The bytes that their records take; what the file has beyond them does not count.
    bytes: u64,
}

/// A file of records that is being written.
pub(super) struct Shard {
    file: File,
    progress_path: PathBuf,
    progress: Progress,
    saved: Instant,
    games_saved: u32,
}

impl Shard {
    /// Opens a new file, or one to be continued: what a killed run has left after the last game that counts is cut off.
    pub(super) fn open(path: &Path, identity: Identity) -> anyhow::Result<Self> {
        let shown = path.display();
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .with_context(|| format!("{shown} can't be opened"))?;
        lock(&file).with_context(|| format!("{shown} can't be locked"))?;
        let progress_path = beside(path, ".progress.json");
        let length = file.metadata()?.len();
        let progress = match read_progress(&progress_path)? {
            Some(progress) if progress.identity == identity => progress,
            Some(progress) => bail!(
                "{shown} was begun with other parameters or another engine: continue with the same, or choose another \
                 --out\n  then: {}\n  now:  {}",
                serde_json::to_string(&progress.identity)?,
                serde_json::to_string(&identity)?
            ),
            None if length == 0 => Progress {
                identity,
                games: 0,
                bytes: 0,
            },
            None => bail!(
                "{shown} is there already, but not {}: it can't be continued, and another --out is needed",
                progress_path.display()
            ),
        };
        if length < progress.bytes {
            bail!(
                "{shown} has {length} bytes, but {} says that {} were written: it was changed and can't be continued",
                progress_path.display(),
                progress.bytes
            );
        }
        file.set_len(progress.bytes)?;
        file.seek(SeekFrom::Start(progress.bytes))?;
        let mut shard = Self {
            file,
            progress_path,
            games_saved: progress.games,
            progress,
            saved: Instant::now(),
        };
        shard.save()?;
        Ok(shard)
    }

    /// Returns the games that are in the file.
    pub(super) const fn games(&self) -> u32 {
        self.progress.games
    }

    /// Returns the positions that are in the file.
    pub(super) const fn positions(&self) -> u64 {
        self.progress.bytes / RECORD_SIZE as u64
    }

    /// Appends the records of the next game.
    pub(super) fn append(&mut self, game: &[Record]) -> anyhow::Result<()> {
        let bytes: Vec<u8> = game.iter().flat_map(Record::pack).collect();
        self.file.write_all(&bytes)?;
        self.progress.games += 1;
        self.progress.bytes += bytes.len() as u64;
        if self.progress.games - self.games_saved >= GAMES_BETWEEN_SAVES
            || self.saved.elapsed() >= TIME_BETWEEN_SAVES
        {
            self.save()?;
        }
        Ok(())
    }

    /// Makes what was appended count. The records are on the disk before the progress that speaks of them is.
    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        self.file.sync_data()?;
        let mut text = serde_json::to_string_pretty(&self.progress)?;
        text.push('\n');
        write_whole(&self.progress_path, text.as_bytes())?;
        self.saved = Instant::now();
        self.games_saved = self.progress.games;
        Ok(())
    }
}

impl Identity {
    /// Returns the identity of what this build makes.
    pub(super) fn new(
        first_seed: u32,
        rules: &Rules,
        openings: &[Opening],
        network: &Arc<Network>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            format: FORMAT_VERSION,
            engine: format!("Loxodon {}", env!("CARGO_PKG_VERSION")),
            fingerprint: fingerprint(network)?,
            first_seed,
            rules: rules.clone(),
            openings: (!openings.is_empty()).then(|| opening_file::hash(openings)),
        })
    }
}

fn fingerprint(network: &Arc<Network>) -> anyhow::Result<u64> {
    let options = Options {
        hash_mib: 1,
        threads: 1,
        seed: Some(0),
    };
    let mut engine = Engine::with_network(options, Arc::clone(network))?;
    engine.set_position(FINGERPRINT_POSITION.parse()?);
    let limits = Limits {
        depth: Some(FINGERPRINT_DEPTH),
        ..Limits::default()
    };
    Ok(engine.prepare(limits).run(&mut ()).last.nodes)
}

/// Keeps other processes from writing the same file, where the file system knows locks.
fn lock(file: &File) -> anyhow::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!("another process is writing it"),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

fn read_progress(path: &Path) -> anyhow::Result<Option<Progress>> {
    match fs::read(path) {
        Ok(text) => serde_json::from_slice(&text)
            .map(Some)
            .with_context(|| format!("{} can't be understood", path.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} can't be read", path.display())),
    }
}
