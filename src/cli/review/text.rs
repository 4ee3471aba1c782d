//! The review as a table of at most 100 columns.

use super::chances::Chances;
use super::judged_turn::JudgedTurn;
use super::judgement::Judgement;
use super::summary::{SideSummary, Summary};
use crate::cli::output::{Output, OutputError};
use crate::cli::score_text::written_score;
use crate::cli::style::{HEADING, RESULT, printable};
use crate::rules::notation::Tag;
use crate::types::{Score, Side, counted};

/// How wide the table is at most.
const WIDTH: usize = 100;
/// Where the notes below a turn begin.
const NOTE_COLUMN: usize = 16;
/// How many captures are named below a turn.
const MOST_CAPTURES: usize = 2;

/// Writes what the record says of the game, and the table's head.
pub(super) fn write_heading(out: &mut Output, tags: &[Tag]) -> Result<(), OutputError> {
    for tag in tags {
        writeln!(out, "{}", printable(&tag.to_string()))?;
    }
    writeln!(
        out,
        "{HEADING} turn      before             after           loss      played{HEADING:#}"
    )
}

/// Writes a line for the turn, and what there is to say of it below.
pub(super) fn write_turn(out: &mut Output, turn: &JudgedTurn) -> Result<(), OutputError> {
    // Rounded down, so that what reads as a threshold has reached it.
    let tenths = (turn.loss * 1000.0 + 1e-6).floor();
    let loss = if turn.loss > 0.0 {
        format!("{:.1}", tenths / 10.0)
    } else {
        String::new()
    };
    writeln!(
        out,
        "{:>5}  {:>10} {:>5.1}%  {:>10} {:>5.1}%  {loss:>5}  {:<2}  {}",
        turn.turn,
        written_score(Score(turn.score_before)),
        turn.win_before * 100.0,
        written_score(Score(turn.score_after)),
        turn.win_after * 100.0,
        turn.judgement.map_or("", Judgement::mark),
        turn.played,
    )?;
    if turn.judgement.is_some() {
        write_note(out, "better", &beginning(&turn.pv))?;
    }
    let shown = |chances: &Chances| turn.judgement.is_some() || chances.goal.is_some();
    for (what, chances) in [("missed", &turn.missed), ("allowed", &turn.allowed)] {
        if shown(chances) {
            write_chances(out, what, chances)?;
        }
    }
    Ok(())
}

/// Returns as many turns of the variation as have room in the line.
fn beginning(variation: &[String]) -> String {
    let mut text = String::new();
    for turn in variation {
        let separator = if text.is_empty() { "" } else { " ; " };
        if NOTE_COLUMN + text.len() + separator.len() + turn.len() > WIDTH {
            break;
        }
        text.push_str(separator);
        text.push_str(turn);
    }
    text
}

fn write_note(out: &mut Output, what: &str, text: &str) -> Result<(), OutputError> {
    let width = NOTE_COLUMN - 2;
    writeln!(out, "{what:>width$}  {text}")
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
    match chances.captures.len().saturating_sub(MOST_CAPTURES) {
        0 => Ok(()),
        1 => write_note(out, what, "and 1 more capture"),
        others => write_note(out, what, &format!("and {others} more captures")),
    }
}

/// Writes what the turns come to.
pub(super) fn write_summary(out: &mut Output, summary: &Summary<'_>) -> Result<(), OutputError> {
    writeln!(out)?;
    for side in Side::ALL {
        write_side(out, side, summary.sides.get(side))?;
    }
    if let Some(turn) = &summary.turning_point {
        writeln!(out, "{HEADING}turning point:{HEADING:#} {turn}")?;
    }
    if let Some(outcome) = summary.outcome {
        writeln!(out, "{RESULT}{outcome}{RESULT:#}")?;
    }
    Ok(())
}

fn write_side(out: &mut Output, side: Side, own: &SideSummary) -> Result<(), OutputError> {
    if own.turns == 0 {
        return writeln!(out, "{HEADING}{side}:{HEADING:#} no turns");
    }
    let most = match &own.decisive_turn {
        Some(turn) => format!(", most in {turn}"),
        None => String::new(),
    };
    writeln!(
        out,
        "{HEADING}{side}:{HEADING:#} {}, mean loss {:.1} points{most}",
        counted(own.turns, "turn"),
        own.mean_loss * 100.0
    )?;
    let judged = Judgement::ALL.map(|judgement| match own.count(judgement) {
        1 => format!("1 {judgement}"),
        count => format!("{count} {}", judgement.plural()),
    });
    write!(out, "    {}", judged.join(", "))?;
    for (count, what) in [
        (own.missed_goals, "missed goal"),
        (own.allowed_goals, "allowed goal"),
    ] {
        if count > 0 {
            write!(out, ", {}", counted(count, what))?;
        }
    }
    writeln!(out)
}
