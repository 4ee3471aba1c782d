use super::analysis::End;
use crate::cli::output::{Output, OutputError};
use crate::cli::score_text::written_score;
use crate::cli::style::{HEADING, RESULT, painted_diagram};
use crate::cli::variation::written_variation;
use crate::eval::Network;
use crate::rules::legality::PASS;
use crate::rules::{Game, GameError, Move, Outcome};
use crate::search::Iteration;

pub(super) fn write_heading(out: &mut Output, game: &Game, multi: bool) -> Result<(), OutputError> {
    let number = if multi { "   #" } else { "" };
    let what = if game.is_setting_up() {
        "setup"
    } else {
        "variation"
    };
    writeln!(
        out,
        "{HEADING}depth{number}        score    win       nodes   nodes/s      time  {what}{HEADING:#}"
    )
}

/// Writes a line for each variation of a finished depth; of a setup, without what may follow it.
pub(super) fn write_depth(
    out: &mut Output,
    game: &Game,
    network: &Network,
    iteration: &Iteration,
    multi: bool,
) -> Result<(), OutputError> {
    for (index, line) in iteration.lines.iter().enumerate() {
        let number = if multi {
            format!("{:>4}", index + 1)
        } else {
            String::new()
        };
        let what = if let Some(setup) = line.setups.first() {
            setup.to_string()
        } else {
            let turns = written_variation(game, line);
            let turns: Vec<&str> = turns.iter().map(|turn| for_people(turn)).collect();
            turns.join(" ; ")
        };
        writeln!(
            out,
            "{:>5}{number} {:>12} {:>5.1}% {:>11} {:>9} {:>8.2}s  {what}",
            iteration.depth,
            written_score(line.score),
            network.win_probability(line.score) * 100.0,
            iteration.nodes,
            iteration.nodes_per_second(),
            iteration.elapsed.as_secs_f64(),
        )?;
    }
    Ok(())
}

/// Returns a written turn; `pass` for a rest of no steps, so that it can be pasted.
pub(super) fn for_people(turn: &str) -> &str {
    if turn.is_empty() { PASS } else { turn }
}

/// Writes what the analysis has come to.
pub(super) fn write_end(out: &mut Output, game: &Game, end: &End) -> anyhow::Result<()> {
    match end {
        End::Decided(outcome) => Ok(write_decided(out, *outcome)?),
        End::Best(best, _) => write_best(out, game, best),
    }
}

/// Writes the best turn or setup and the board after it.
fn write_best(out: &mut Output, game: &Game, best: &Move) -> anyhow::Result<()> {
    let what = match best {
        Move::Setup(_) => "setup",
        Move::Turn(_) => "turn",
    };
    let written = game.write_move(best);
    let written = for_people(&written);
    writeln!(
        out,
        "\n{HEADING}best {what}{HEADING:#} {RESULT}{written}{RESULT:#}"
    )?;
    let after = after(game, best.clone())?;
    writeln!(out, "{}", after.label())?;
    write!(out, "{}", painted_diagram(after.position().board()))?;
    if let Some(outcome) = after.outcome() {
        writeln!(out, "{RESULT}{outcome}{RESULT:#}")?;
    }
    Ok(())
}

fn after(game: &Game, best: Move) -> Result<Game, GameError> {
    let mut after = game.clone();
    after.play(best)?;
    Ok(after)
}

fn write_decided(out: &mut Output, outcome: Outcome) -> Result<(), OutputError> {
    writeln!(out, "the game is over: {RESULT}{outcome}{RESULT:#}")
}
