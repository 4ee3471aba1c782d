//! What is in files of records, and whether every record is sound.

mod report;
mod summary;

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use loxodon::search::Reservoir;
use loxodon::types::counted;

use crate::record::{RECORD_SIZE, Record};
use summary::{Fault, Summary};

/// The samples are the same every time.
const SAMPLE_SEED: u64 = 1;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many records, chosen at random, to show with their boards.
    #[arg(long, default_value_t = 3)]
    samples: usize,
    /// Writes JSON instead of text.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut summary = Summary::default();
    let mut samples = Reservoir::new(arguments.samples, SAMPLE_SEED);
    for path in &arguments.files {
        let file =
            File::open(path).with_context(|| format!("{} can't be opened", path.display()))?;
        read(path, BufReader::new(file), &mut summary, &mut samples)
            .with_context(|| format!("{} can't be read", path.display()))?;
    }
    let samples = samples.into_chosen();
    let mut output = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer_pretty(&mut output, &report::as_json(&summary, &samples))?;
        writeln!(output)?;
    } else {
        output.write_all(report::as_text(&summary, &samples).as_bytes())?;
    }
    match summary.faults {
        0 => Ok(()),
        faults => bail!("corrupt: {}", counted(faults, "record")),
    }
}

/// Adds every record of a file to the summary.
fn read(
    path: &Path,
    mut file: impl Read,
    summary: &mut Summary,
    samples: &mut Reservoir<Record>,
) -> io::Result<()> {
    summary.begin_file();
    let mut bytes = Vec::with_capacity(RECORD_SIZE);
    for number in 0.. {
        bytes.clear();
        file.by_ref()
            .take(RECORD_SIZE as u64)
            .read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            break;
        }
        match sound_record(&bytes) {
            Ok(record) => {
                summary.add(&record);
                samples.offer(&record);
            }
            Err(reason) => summary.add_fault(Fault {
                file: path.display().to_string(),
                record: number,
                offset: number * RECORD_SIZE as u64,
                reason,
            }),
        }
    }
    Ok(())
}

/// Returns the record in the bytes, or why there is none that could be from a game.
fn sound_record(bytes: &[u8]) -> Result<Record, String> {
    let bytes = bytes.try_into().map_err(|_| {
        format!(
            "the file ends after {} of {RECORD_SIZE} bytes, its length must be a multiple of {RECORD_SIZE}",
            bytes.len()
        )
    })?;
    let record = Record::unpack(bytes).map_err(|error| error.to_string())?;
    record.check().map_err(|error| error.to_string())?;
    Ok(record)
}
