use super::chances::Chances;
use super::judged_turn::JudgedTurn;
use super::judgement::Judgement;
use super::summary::{SideSummary, Summary};
use crate::cli::output::{Output, OutputError};
use crate::cli::style::{HEADING, RESULT, printable};
use crate::rules::Outcome;
use crate::rules::notation::Tag;
use crate::types::{Side, counted};

/// How many captures are named below a turn.
const MOST_CAPTURES: usize = 2;

/// What the record says of the game, and the table's head.
pub(super) fn write_heading(out: &mut Output, tags: &[Tag]) -> Result<(), OutputError> {
    for tag in tags {
        writeln!(out, "{}", printable(&tag.to_string()))?;
    }
    writeln!(
        out,
        "{HEADING} turn  win before   after    loss      played{HEADING:#}"
    )
}

/// A line for the turn, and what there is to say of it below.
pub(super) fn write_turn(out: &mut Output, turn: &JudgedTurn) -> Result<(), OutputError> {
    let loss = if turn.loss > 0.0 {
        format!("{:.1}", turn.loss * 100.0)
    } else {
        String::new()
    };
    writeln!(
        out,
        "{:>5}      {:>5.1}%  {:>5.1}%  {loss:>6}  {:<2}  {}",
        turn.turn,
        turn.win_before * 100.0,
        turn.win_after * 100.0,
        turn.judgement.map_or("", Judgement::mark),
        turn.played,
    )?;
    if turn.judgement.is_some() {
        write_note(out, "better", &turn.best)?;
    }
    let shown = |chances: &Chances| turn.judgement.is_some() || chances.goal.is_some();
    for (what, chances) in [("missed", &turn.missed), ("allowed", &turn.allowed)] {
        if shown(chances) {
            write_chances(out, what, chances)?;
        }
    }
    Ok(())
}

fn write_note(out: &mut Output, what: &str, text: &str) -> Result<(), OutputError> {
    writeln!(out, "{what:>37}  {text}")
}

fn write_chances(out: &mut Output, what: &str, chances: &Chances) -> Result<(), OutputError> {
    if let Some(goal) = &chances.goal {
        // A goal makes captures unimportant.
        return write_note(out, what, &format!("goal by {goal}"));
    }
    for capture in chances.captures.iter().take(MOST_CAPTURES) {
        let note = format!("capture of {} by {}", capture.piece, capture.turn);
        write_note(out, what, &note)?;
    }
    let others = chances.captures.len().saturating_sub(MOST_CAPTURES);
    if others > 0 {
        write_note(out, what, &format!("and {others} more captures"))?;
    }
    Ok(())
}

pub(super) fn write_summary(
    out: &mut Output,
    summary: &Summary<'_>,
    outcome: Option<Outcome>,
) -> Result<(), OutputError> {
    writeln!(out)?;
    for side in Side::ALL {
        write_side(out, side, summary.sides.get(side))?;
    }
    if let Some(turn) = &summary.turning_point {
        writeln!(out, "{HEADING}turning point:{HEADING:#} {turn}")?;
    }
    if let Some(outcome) = outcome {
        writeln!(out, "{RESULT}{outcome}{RESULT:#}")?;
    }
    Ok(())
}

fn write_side(out: &mut Output, side: Side, own: &SideSummary) -> Result<(), OutputError> {
    if own.turns == 0 {
        return writeln!(out, "{HEADING}{side}:{HEADING:#} no turns");
    }
    write!(
        out,
        "{HEADING}{side}:{HEADING:#} {}, mean loss {:.1} points",
        counted(own.turns, "turn"),
        own.mean_loss * 100.0
    )?;
    for judgement in Judgement::ALL {
        match own.count(judgement) {
            1 => write!(out, ", 1 {judgement}")?,
            count => write!(out, ", {count} {}", judgement.plural())?,
        }
    }
    for (count, what) in [
        (own.missed_goals, "missed goal"),
        (own.allowed_goals, "allowed goal"),
    ] {
        if count > 0 {
            write!(out, ", {}", counted(count, what))?;
        }
    }
    match &own.decisive_turn {
        Some(turn) => writeln!(out, "; lost most in {turn}"),
        None => writeln!(out),
    }
}
