mod answer;
mod archive;
mod verdict;

use anyhow::anyhow;
use clap::Args;

use super::archive::{record_by_id, refuse_archive};
use super::failure::{self, Interrupted, ToldAlready, bad_input};
use super::interrupt::Interrupt;
use super::output::{Output, OutputError};
use super::position_arg::{Moment, read_game};
use super::text_source::TextSource;
use crate::rules::notation::{Tag, read_tags};
use crate::types::counted;
use answer::Checked;
use verdict::{judge_record, judge_turns};

/// Checks a game by the rules, or every game of an archive
///
/// Records, turns from a position, or an archive. Prints what a record says of the game, the final position and the
/// result; of an illegal game the first illegal turn and the rule it breaks, with exit status 1. Of several records a bad
/// one is reported and the others go on. Of an archive it prints
/// the games whose moves are illegal or lead to another end than the recorded one, and how many agree; the exit status is 1
/// if not all do.
#[derive(Args)]
#[command(override_usage = "loxodon replay [OPTIONS] <FILE>...\n       \
                            loxodon replay [OPTIONS] --from <POSITION> --moves <TURNS>\n       \
                            loxodon replay [OPTIONS] --archive <FILE> [--id <ID>]")]
pub(super) struct ReplayArguments {
    /// Game records, with moves such as `1g Ra1 …`, a line each or all on one line (- for standard input)
    #[arg(required_unless_present_any = ["from", "archive"], conflicts_with_all = ["from", "moves"])]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Begin with this position, in any form that `analyze` takes; with an empty board, with the setups
    #[arg(long, value_name = "POSITION", requires = "moves")]
    from: Option<String>,
    /// The turns to play, separated by `;`
    #[arg(long, value_name = "TURNS", requires = "from")]
    moves: Option<String>,
    /// An archive of the game site: tab-separated, with a header and a game a line (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "from", "moves"])]
    archive: Option<String>,
    /// Only the archive's game with this id, as if it were a record
    #[arg(long, value_name = "ID", requires = "archive")]
    id: Option<String>,
    #[command(flatten)]
    moment: Moment,
    /// Print a JSON object for each record; of an archive, one for each game that doesn't agree and one for all
    #[arg(long)]
    json: bool,
}

impl ReplayArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        match (&self.archive, &self.id) {
            (Some(archive), Some(id)) => {
                let (source, tags) = record_by_id(archive, id)?;
                self.check_record(&source, &tags, None, out)
            }
            (Some(archive), None) => {
                self.moment.refuse("one game, such as that of `--id`")?;
                archive::check(archive, self.json, &interrupt, out)
            }
            (None, _) => match self.files.as_slice() {
                [] => self.check_turns(out),
                [file] => self.check_file(file, None, out),
                files => self.check_files(files, &interrupt, out),
            },
        }
    }

    fn check_turns(&self, out: &mut Output) -> anyhow::Result<()> {
        let Some(from) = &self.from else {
            return Err(bad_input(anyhow!("a FILE, --from or --archive is needed")));
        };
        let game = read_game(from, &self.moment)?;
        let checked = Checked {
            file: None,
            tags: &[],
            is_record: false,
            verdict: judge_turns(game, self.moves.as_deref().unwrap_or_default()),
        };
        checked.write(self.json, out)
    }

    /// Checks several records: a bad one is reported, and the others go on.
    fn check_files(
        &self,
        files: &[String],
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let mut has_failed = false;
        for (index, file) in files.iter().enumerate() {
            if interrupt.is_asked() {
                let done = format!("{index} of {} checked", counted(files.len(), "record"));
                return Err(Interrupted::Partial { done }.into());
            }
            match self.check_file(file, Some(file), out) {
                Err(error) if error.is::<OutputError>() => return Err(error),
                Err(error) => {
                    failure::report(&error);
                    has_failed = true;
                }
                Ok(()) => {}
            }
            interrupt.begin();
        }
        if has_failed {
            return Err(ToldAlready.into());
        }
        Ok(())
    }

    fn check_file(&self, path: &str, name: Option<&str>, out: &mut Output) -> anyhow::Result<()> {
        let source = TextSource::read(path)?;
        refuse_archive(&source)?;
        let tags = read_tags(&source.text);
        self.check_record(&source, &tags, name, out)
    }

    fn check_record(
        &self,
        source: &TextSource,
        tags: &[Tag],
        name: Option<&str>,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let checked = Checked {
            file: name,
            tags,
            is_record: true,
            verdict: judge_record(source, &self.moment)?,
        };
        checked.write(self.json, out)
    }
}
