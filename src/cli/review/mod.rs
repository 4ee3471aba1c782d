mod assessment;
mod chances;
mod graph;
mod judged_turn;
mod judgement;
mod page;
mod printer;
mod subject;
mod summary;
mod text;

use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;

use super::failure::{Interrupted, bad_input};
use super::form::Form;
use super::interrupt::Interrupt;
use super::network::NetworkArguments;
use super::output::Output;
use super::output_file::OutputFile;
use super::picture_file::PictureFile;
use super::values::{JobsArgument, LimitArguments, MachineArguments};
use super::{progress, side_by_side};
use crate::engine::Engine;
use crate::eval::Network;
use crate::search::Limits;
use crate::types::{Side, counted};
use assessment::Assessment;
use judged_turn::JudgedTurn;
use printer::Printer;
use subject::Subject;
use summary::Summary;

/// How many nodes a position gets if nothing else is asked for: about a second, and the same review every time.
const CUSTOMARY_NODES: u64 = 1_000_000;

const TIME_HELP: &str =
    "How long to think about each position, in seconds or with a unit, such as 500ms";
const NODES_HELP: &str =
    "About how many nodes to visit for each position [default: 1000000 if there is no other limit]";
const JOBS_HELP: &str = "How many positions are searched side by side, each with a table of its own \
                         [default: one for each processor, divided by --threads]";
const HASH_HELP: &str = "The size of the transposition table of each job in MiB";

/// Judges every turn of a game
///
/// Each position is searched on its own. A turn has lost as much probability of winning as lies between the search before
/// it and the search after it, and nothing if it is the one that the search would have played: from 5 percentage points on
/// it is an inaccuracy (?!), from 10 a mistake (?), from 15 a blunder (??), as the chess site Lichess has it. Below such a
/// turn stand a better one with what may follow, goals and captures that it has missed, and those that the opponent has at
/// hand after it, goals only where another turn would have stopped them; these are exact. In the end come the mean loss and
/// the counts of each side, its turn that lost most, and the turning point: the turn after which the winner stayed ahead.
/// --side leaves the summary, the page and the graph whole.
///
/// With --json, an object a turn has `turn`, `side`, `position`, `played`, `score_before`, `score_after` (beyond ±30000 the game is decided),
/// `win_before`, `win_after` (all for the side that played it), `loss`, `judgement`, `best`, `pv`, `missed`, `allowed`, `depth` and `nodes`; one more object, the last, sums up the game. The same
/// game has the same review every time, unless there is a limit of time or more than one thread a search.
#[derive(Args)]
#[command(mut_arg("depth", |depth| depth.help("The last depth to search in each position, in steps")))]
#[command(mut_arg("time", |time| time.help(TIME_HELP)))]
#[command(mut_arg("nodes", |nodes| nodes.help(NODES_HELP)))]
#[command(mut_arg("jobs", |jobs| jobs.help(JOBS_HELP)))]
#[command(mut_arg("hash", |hash| hash.help(HASH_HELP).default_value("32")))]
#[command(override_usage = "loxodon review [OPTIONS] <GAME>\n       \
                            loxodon review [OPTIONS] --archive <FILE> --id <ID>")]
pub(super) struct ReviewArguments {
    /// A file with a game record (- for standard input)
    #[arg(required_unless_present = "archive")]
    game: Option<String>,
    /// An archive of the game site, tab-separated with a header and a game a line, instead of a record (- for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "game", requires = "id")]
    archive: Option<String>,
    /// Which game of the archive, by its id
    #[arg(long, value_name = "ID", requires = "archive")]
    id: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    jobs: JobsArgument,
    /// Show only the turns of this side, g or s
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    network: NetworkArguments,
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
    /// Write a page for browsers as well, with the board, the turns and the graph; it needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Write the graph of the probability that gold wins as well, as a picture; with - to standard output, in place of all else
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

impl ReviewArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let page_file = self.page_file()?;
        let other_files = self.inputs().chain(self.html.as_deref());
        let graph_file = PictureFile::new(self.svg.as_deref(), self.json, other_files)?;
        let network = self.network.load()?;
        let subject = self.subject()?;
        let has_files = page_file.is_some() || graph_file.is_some();
        let form = Form::new(self.json, graph_file.as_ref());
        let mut printer = Printer::new(out, form);
        printer.heading(&subject.tags);
        let judged = self.judge(&subject, &network, &interrupt, |turn| {
            printer.turn(turn);
            has_files || !printer.has_failed()
        })?;
        let wanted = subject.turns();
        let interrupted = judged.len() < wanted;
        let summary = Summary::new(&subject, &judged, interrupted);
        printer.summary(&summary);
        let shown = printer.finish();
        let graph = graph::of(&judged);
        let page_written = page_file.map_or(Ok(()), |file| {
            let page = page::of(&subject, &judged, &summary, &graph)?;
            Ok(file.write(page.as_bytes())?)
        });
        if let Some(file) = graph_file {
            file.write(&graph, out)?;
        }
        page_written.and(shown)?;
        if interrupted {
            let done = format!("{} of {} reviewed", judged.len(), counted(wanted, "turn"));
            return Err(Interrupted::Partial { done }.into());
        }
        Ok(())
    }

    fn page_file(&self) -> anyhow::Result<Option<OutputFile>> {
        match self.html.as_deref() {
            None => Ok(None),
            Some("-") => Err(bad_input(anyhow!(
                "--html - is no file: the page needs a name, such as review.html"
            ))),
            Some(name) if self.svg.as_deref() == Some(name) => Err(bad_input(anyhow!(
                "--html and --svg both write to {name}: two names are needed"
            ))),
            Some(name) => {
                let file = OutputFile::new(name, self.inputs()).map_err(bad_input)?;
                Ok(Some(file))
            }
        }
    }

    /// Returns the files that are read.
    fn inputs(&self) -> impl Iterator<Item = &str> {
        let files = [
            self.network.file(),
            self.game.as_deref(),
            self.archive.as_deref(),
        ];
        files.into_iter().flatten()
    }

    fn subject(&self) -> anyhow::Result<Subject> {
        match (&self.game, &self.archive, &self.id) {
            (Some(path), _, _) => Subject::of_file(path),
            (None, Some(path), Some(id)) => Subject::of_archive(path, id),
            (None, _, _) => Err(bad_input(anyhow!(
                "a GAME, or --archive and --id, is needed"
            ))),
        }
    }

    /// Returns the turns that were judged before Ctrl-C. Each of those that are wanted is shown as soon as it is; `show` says
    /// whether to go on.
    fn judge(
        &self,
        subject: &Subject,
        network: &Arc<Network>,
        interrupt: &Interrupt,
        mut show: impl FnMut(&JudgedTurn) -> bool,
    ) -> anyhow::Result<Vec<JudgedTurn>> {
        let bar = progress::bar(subject.games.len() as u64)?;
        let mut judged: Vec<JudgedTurn> = Vec::new();
        let mut before: Option<Assessment> = None;
        let mut is_cut = false;
        let stop = interrupt.begin_searching();
        let options = self.machine.options();
        side_by_side::in_order(
            &subject.games,
            self.jobs.count(options.threads),
            || Ok(Engine::with_network(options, Arc::clone(network))?),
            |engine, game| {
                if interrupt.is_asked() {
                    return None;
                }
                if let Some(decided) = Assessment::decided(game, network) {
                    return Some(decided);
                }
                engine.set_game(game.clone());
                let search = engine.prepare(self.limits()).stopped_by(stop.clone());
                let report = search.run(&mut ());
                // What Ctrl-C has cut short would be judged by less than the others.
                (!interrupt.is_asked())
                    .then(|| Assessment::searched(network, report))
                    .flatten()
            },
            |after| {
                bar.inc(1);
                is_cut |= after.is_none();
                let Some(after) = after.filter(|_| !is_cut) else {
                    return Ok(());
                };
                if let Some(before) = &before {
                    let played = subject.turn(judged.len());
                    let turn = JudgedTurn::new(&played, before, &after);
                    let is_wanted = self.side.is_none_or(|side| side == turn.side);
                    if is_wanted && !bar.suspend(|| show(&turn)) {
                        stop.stop();
                    }
                    judged.push(turn);
                }
                before = Some(after);
                Ok(())
            },
        )?;
        bar.finish_and_clear();
        Ok(judged)
    }

    fn limits(&self) -> Limits {
        let limits = self.limits.limits();
        let customary = self.limits.is_unlimited().then_some(CUSTOMARY_NODES);
        Limits {
            nodes: limits.nodes.or(customary),
            ..limits
        }
    }
}
