mod statistics;

use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use super::failure::Interrupted;
use super::interrupt::Interrupt;
use super::json::seconds;
use super::network::NetworkArguments;
use super::output::Output;
use super::position_table::{NamedPosition, read_positions};
use super::progress;
use super::style::{HEADING, RESULT};
use super::text_source::TextSource;
use super::values::{self, MachineArguments};
use crate::engine::Engine;
use crate::search::{Iteration, Limits};
use crate::types::counted;
use statistics::{Growth, Sums};

/// The positions that are searched unless others are given.
const POSITIONS: &str = include_str!("../../../positions/bench.tsv");
/// Deep enough to be typical, and done in seconds.
const CUSTOMARY_DEPTH: u32 = 8;

/// Measures the speed of the search, and checks by its nodes that it is still the same search
///
/// Searches every position to the same depth, each with an empty table. With one thread the total of nodes is the same on
/// every run.
#[derive(Args)]
pub(super) struct BenchArguments {
    /// A file of positions: tab-separated columns id, side, board (- for standard input) [default: the built-in ones]
    file: Option<String>,
    /// The depth to search, in steps
    #[arg(
        long,
        value_name = "STEPS",
        default_value_t = CUSTOMARY_DEPTH,
        value_parser = values::depth(),
        allow_negative_numbers = true
    )]
    depth: u32,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    network: NetworkArguments,
    /// Say what the searches did: branching, cuts, table, reductions, quiescence, evaluations
    #[arg(long)]
    stats: bool,
    /// Print JSON: an object for each position, then one for all
    #[arg(long)]
    json: bool,
}

/// The search of one position.
#[derive(Serialize)]
struct Searched<'a> {
    id: &'a str,
    position: String,
    nodes: u64,
    time: f64,
}

/// All searches.
#[derive(Serialize)]
struct Total<'a> {
    positions: usize,
    depth: u32,
    /// The checksum.
    nodes: u64,
    nps: u64,
    time: f64,
    /// Ctrl-C came before all positions were searched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<&'a Sums>,
}

impl BenchArguments {
    pub(super) fn run(self, out: &mut Output) -> anyhow::Result<()> {
        let interrupt = Interrupt::listen()?;
        let source = match &self.file {
            Some(file) => TextSource::read(file)?,
            None => TextSource {
                name: "the built-in positions".to_owned(),
                text: POSITIONS.to_owned(),
            },
        };
        let positions = read_positions(&source)?;
        let mut engine = Engine::with_network(self.machine.options(), self.network.load()?)?;
        let bar = progress::bar(positions.len() as u64)?;
        let mut searched = 0;
        let mut all = Iteration::default();
        let mut sums = Sums::default();
        for named in &positions {
            let (nodes, time) = self.search(&mut engine, named, &interrupt, &mut sums);
            if interrupt.is_asked() {
                break;
            }
            searched += 1;
            all.nodes += nodes;
            all.elapsed += time;
            bar.suspend(|| self.write_searched(out, named, nodes, time))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.write_total(out, positions.len(), searched, &all, &sums)?;
        if searched < positions.len() {
            let done = format!(
                "{searched} of {} searched",
                counted(positions.len(), "position")
            );
            return Err(Interrupted::Partial { done }.into());
        }
        Ok(())
    }

    /// Returns the nodes of a search of the position, and how long it took.
    fn search(
        &self,
        engine: &mut Engine,
        named: &NamedPosition,
        interrupt: &Interrupt,
        sums: &mut Sums,
    ) -> (u64, Duration) {
        engine.set_position(named.position);
        let limits = Limits {
            depth: Some(self.depth),
            ..Limits::default()
        };
        let search = engine
            .prepare(limits)
            .stopped_by(interrupt.begin_searching());
        let start = Instant::now();
        let mut growth = Growth::default();
        let report = search.run(&mut growth);
        let time = start.elapsed();
        sums.add(report.statistics, &growth);
        (report.last.nodes, time)
    }

    fn write_searched(
        &self,
        out: &mut Output,
        named: &NamedPosition,
        nodes: u64,
        time: Duration,
    ) -> anyhow::Result<()> {
        let id = &named.id;
        let time = seconds(time);
        if self.json {
            let position = named.position.to_string();
            return out.json(&Searched {
                id,
                position,
                nodes,
                time,
            });
        }
        writeln!(out, "{id:<12} {nodes:>12} {time:>9.3}s")?;
        Ok(())
    }

    fn write_total(
        &self,
        out: &mut Output,
        positions: usize,
        searched: usize,
        all: &Iteration,
        sums: &Sums,
    ) -> anyhow::Result<()> {
        let total = Total {
            positions: searched,
            depth: self.depth,
            nodes: all.nodes,
            nps: all.nodes_per_second(),
            time: seconds(all.elapsed),
            interrupted: searched < positions,
            stats: self.stats.then_some(sums),
        };
        if self.json {
            return out.json(&total);
        }
        let Total {
            nodes, nps, time, ..
        } = total;
        writeln!(
            out,
            "{HEADING}{:<12}{HEADING:#} {RESULT}{nodes:>12}{RESULT:#} {time:>9.3}s {nps:>9} nodes/s  ({}, \
             depth {})",
            "total",
            counted(searched, "position"),
            self.depth
        )?;
        if self.stats {
            sums.write(out)?;
        }
        Ok(())
    }
}
