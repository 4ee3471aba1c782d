//! The records to train on and those held out, each position once.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use rayon::prelude::*;

use super::sample::{Block, Labels};
use crate::record::{RECORD_SIZE, Record};
use crate::values::share;

/// Records that are read at a time.
const RECORDS_AT_A_TIME: usize = 1 << 18;

#[derive(Args)]
pub(super) struct Sources {
    /// Files of records to train on.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The share of games, chosen by a hash of their seeds, whose records are held out: they are not trained on, but tell
    /// how well the network does on new positions.
    #[arg(long, default_value_t = 0.01, value_name = "SHARE", value_parser = share)]
    held_out: f64,
    /// A file of records to hold out instead, so that networks of different data can be compared; may be given several
    /// times. Positions that are also in there are not trained on.
    #[arg(long = "held-out-file", value_name = "FILE")]
    held_out_files: Vec<PathBuf>,
    /// Trains on so many positions at most, the first ones.
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
}

/// The records of a training.
pub(super) struct Data {
    pub(super) training: Vec<Block>,
    pub(super) held_out: Vec<Block>,
    /// The games that the records to train on are from.
    pub(super) games: usize,
    /// Records left out since their position had occurred before.
    pub(super) duplicates: u64,
    /// The CRC-32 of the records to train on, one after the other.
    pub(super) checksum: u32,
    /// The same of the records held out.
    pub(super) held_out_checksum: u32,
}

/// What of a record decides where it goes.
struct Position {
    key: u64,
    /// The seed of its game.
    seed: u32,
}

impl Sources {
    /// Returns all files that are read.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().chain(&self.held_out_files)
    }

    pub(super) fn read(&self, labels: &Labels) -> anyhow::Result<Data> {
        let mut reader = Reader {
            labels,
            limit: self.limit.map_or(usize::MAX, |limit| limit as usize),
            seen: HashSet::new(),
            games: HashSet::new(),
            data: Data {
                training: Vec::new(),
                held_out: Vec::new(),
                games: 0,
                duplicates: 0,
                checksum: 0,
                held_out_checksum: 0,
            },
        };
        for path in &self.held_out_files {
            reader.read(path, |_| true)?;
        }
        let share = if self.held_out_files.is_empty() {
            self.held_out
        } else {
            0.0
        };
        for path in &self.files {
            reader.read(path, |seed| is_held_out(seed, share))?;
        }
        let mut data = reader.data;
        data.games = reader.games.len();
        data.checksum = crc32fast::hash(data.training.as_flattened());
        data.held_out_checksum = crc32fast::hash(data.held_out.as_flattened());
        ensure!(
            !data.training.is_empty(),
            "there is no record to train on in {}",
            names(&self.files)
        );
        ensure!(
            !data.held_out.is_empty(),
            "no record is held out: give more games, a larger --held-out, or --held-out-file"
        );
        Ok(data)
    }
}

/// Reads files, one after the other.
struct Reader<'a> {
    labels: &'a Labels,
    limit: usize,
    seen: HashSet<u64>,
    games: HashSet<u32>,
    data: Data,
}

impl Reader<'_> {
    fn read(&mut self, path: &Path, is_held_out: impl Fn(u32) -> bool) -> anyhow::Result<()> {
        let shown = path.display();
        let mut file = File::open(path).with_context(|| format!("{shown} can't be opened"))?;
        let mut bytes = Vec::new();
        let mut before = 0;
        loop {
            bytes.clear();
            file.by_ref()
                .take((RECORDS_AT_A_TIME * RECORD_SIZE) as u64)
                .read_to_end(&mut bytes)
                .with_context(|| format!("{shown} can't be read"))?;
            let (blocks, rest) = bytes.as_chunks::<RECORD_SIZE>();
            let read: Vec<_> = blocks
                .par_iter()
                .map(|block| check(block, self.labels))
                .collect();
            for (number, (block, read)) in (before..).zip(blocks.iter().zip(read)) {
                match read {
                    Ok(read) => self.add(block, &read, is_held_out(read.seed)),
                    Err(reason) => bail!("{shown}: record {number}: {reason}"),
                }
            }
            before += blocks.len();
            ensure!(
                rest.is_empty(),
                "{shown}: record {before}: the file ends after {} of {RECORD_SIZE} bytes",
                rest.len()
            );
            if blocks.len() < RECORDS_AT_A_TIME {
                return Ok(());
            }
        }
    }

    fn add(&mut self, block: &Block, read: &Position, is_held_out: bool) {
        if !self.seen.insert(read.key) {
            self.data.duplicates += 1;
        } else if is_held_out {
            self.data.held_out.push(*block);
        } else if self.data.training.len() < self.limit {
            self.data.training.push(*block);
            self.games.insert(read.seed);
        }
    }
}

/// Returns what is asked about a record, or why it can't be trained on.
fn check(block: &Block, labels: &Labels) -> Result<Position, String> {
    let record = Record::unpack(block).map_err(|error| error.to_string())?;
    record.check().map_err(|error| error.to_string())?;
    if record.searched.is_none() && !labels.use_static {
        return Err(
            "it has a static evaluation only, but a search's score is needed without --static"
                .to_owned(),
        );
    }
    Ok(Position {
        key: record.position().key(),
        seed: record.seed,
    })
}

/// Returns whether the game of a seed is among the share that is held out.
fn is_held_out(seed: u32, share: f64) -> bool {
    let hash = crc32fast::hash(&seed.to_le_bytes());
    f64::from(hash) < share * 2f64.powi(32)
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    names.join(", ")
}
