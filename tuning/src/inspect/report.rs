//! The summary as text and as JSON.

use std::fmt::{self, Write};

use loxodon::rules::Reason;
use loxodon::rules::notation::diagram;
use loxodon::types::{Side, counted};
use serde_json::{Value, json};

use super::summary::{Bar, PLIES_PER_BAR, SCORE_BARS, Summary, score_range};
use crate::record::{REASONS, Record};

/// The widest bar of a histogram, in characters.
const WIDEST_BAR: u64 = 40;

/// Returns the summary for people.
pub(super) fn as_text(summary: &Summary, samples: &[Record]) -> String {
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = write_text(&mut text, summary, samples);
    text
}

fn write_text(text: &mut String, summary: &Summary, samples: &[Record]) -> fmt::Result {
    let Summary {
        files,
        records,
        faults,
        ..
    } = summary;
    writeln!(
        text,
        "files {files}, sound records {records}, corrupt {faults}"
    )?;
    write_faults(text, summary)?;
    if *records == 0 {
        return Ok(());
    }
    write_games(text, summary)?;
    write_histograms(text, summary)?;
    for record in samples {
        write_sample(text, record)?;
    }
    Ok(())
}

fn write_faults(text: &mut String, summary: &Summary) -> fmt::Result {
    for fault in &summary.first_faults {
        let (record, offset) = (fault.record, fault.offset);
        writeln!(
            text,
            "  {}: record {record} at byte {offset}: {}",
            fault.file, fault.reason
        )?;
    }
    let unlisted = summary.faults - summary.first_faults.len() as u64;
    if unlisted > 0 {
        writeln!(text, "  and {unlisted} more")?;
    }
    Ok(())
}

/// Writes how many games and positions there are, and who won how.
fn write_games(text: &mut String, summary: &Summary) -> fmt::Result {
    let Summary { records, games, .. } = *summary;
    let per_game = records as f64 / games as f64;
    let counted_games = counted(games, "game");
    writeln!(text, "{counted_games}, {per_game:.1} records a game")?;
    if summary.games_again > 0 {
        let again = summary.games_again;
        writeln!(
            text,
            "  {again} of them have the seed of an earlier one: seed ranges overlap"
        )?;
    }
    let duplicates = share(summary.duplicates, records);
    writeln!(
        text,
        "{} (same board, side to move and steps left), {duplicates}",
        counted(summary.duplicates, "duplicate")
    )?;
    let searched = share(summary.searched, records);
    writeln!(
        text,
        "{} labelled by a search, {searched}",
        summary.searched
    )?;
    writeln!(text, "\nresult     games")?;
    for side in Side::ALL {
        let won = summary.won_by(side);
        writeln!(text, "  {side:<8}{won:8}  {}", share(won, games))?;
    }
    for (reason, &count) in &summary.reasons {
        writeln!(text, "  by {reason:<15}{count:8}  {}", share(count, games))?;
    }
    Ok(())
}

/// Writes how many positions there are of each kind, and how many of their games the side to move won.
fn write_histograms(text: &mut String, summary: &Summary) -> fmt::Result {
    writeln!(text, "\nside to move   records  of its games won")?;
    for side in Side::ALL {
        let Bar { records, won } = summary.sides[side.index()];
        writeln!(text, "  {side:<12}{records:8}  {}", share(won, records))?;
    }
    let scores = (0..SCORE_BARS).map(|bar| (score_range(bar), summary.scores[bar]));
    write_histogram(text, "score", scores)?;
    let steps = (1..).zip(summary.steps_left);
    write_histogram(
        text,
        "steps left",
        steps.map(|(steps, bar): (u8, Bar)| (steps.to_string(), bar)),
    )?;
    write_histogram(
        text,
        "pieces",
        summary
            .pieces
            .iter()
            .map(|(pieces, &bar)| (pieces.to_string(), bar)),
    )?;
    let plies = (0u32..).zip(&summary.plies).map(|(bar, &count)| {
        let first = bar * u32::from(PLIES_PER_BAR);
        (
            format!("{first} to {}", first + u32::from(PLIES_PER_BAR) - 1),
            count,
        )
    });
    write_histogram(text, "ply", plies)
}

fn write_histogram(
    text: &mut String,
    title: &str,
    bars: impl Iterator<Item = (String, Bar)>,
) -> fmt::Result {
    let bars: Vec<_> = bars.collect();
    let most = bars.iter().map(|(_, bar)| bar.records).max().unwrap_or(0);
    writeln!(text, "\n{title:<15}  records  of its games won")?;
    for (name, Bar { records, won }) in bars {
        let length = (records * WIDEST_BAR).div_ceil(most.max(1)) as usize;
        let line = format!(
            "  {name:<14}{records:8}  {:>6}  {}",
            share(won, records),
            "#".repeat(length)
        );
        writeln!(text, "{}", line.trim_end())?;
    }
    Ok(())
}

fn write_sample(text: &mut String, record: &Record) -> fmt::Result {
    let Record {
        side,
        steps_left,
        evaluation,
        ply,
        seed,
        winner,
        reason,
        ..
    } = record;
    let searched = match record.searched {
        Some(score) => format!(", searched {score}"),
        None => String::new(),
    };
    writeln!(
        text,
        "\ngame {seed}, ply {ply}: {side} to move, steps left {steps_left}, evaluation {evaluation}{searched}"
    )?;
    writeln!(text, "{winner} won by {reason}")?;
    text.push_str(&diagram(&record.board));
    Ok(())
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        "-".to_owned()
    } else {
        format!("{:.1} %", 100.0 * part as f64 / whole as f64)
    }
}

/// Returns the summary for programs.
pub(super) fn as_json(summary: &Summary, samples: &[Record]) -> Value {
    let games_by = |reason: &Reason| summary.reasons.get(reason).copied().unwrap_or(0);
    let reasons: serde_json::Map<String, Value> = REASONS
        .iter()
        .map(|reason| (reason.to_string(), games_by(reason).into()))
        .collect();
    let scores: Vec<Value> = (0..SCORE_BARS)
        .map(|bar| json!({ "range": score_range(bar), "bar": summary.scores[bar] }))
        .collect();
    let plies: Vec<Value> = (0u32..)
        .zip(&summary.plies)
        .map(|(bar, count)| json!({ "from": bar * u32::from(PLIES_PER_BAR), "bar": count }))
        .collect();
    let pieces: Vec<Value> = summary
        .pieces
        .iter()
        .map(|(pieces, bar)| json!({ "pieces": pieces, "bar": bar }))
        .collect();
    json!({
        "files": summary.files,
        "records": summary.records,
        "corrupt": summary.faults,
        "faults": summary.first_faults,
        "games": summary.games,
        "games_with_repeated_seed": summary.games_again,
        "duplicates": summary.duplicates,
        "games_won": { "gold": summary.won_by(Side::Gold), "silver": summary.won_by(Side::Silver) },
        "reasons": reasons,
        "side_to_move": {
            "gold": summary.sides[Side::Gold.index()],
            "silver": summary.sides[Side::Silver.index()],
        },
        "scores": scores,
        "searched": summary.searched,
        "steps_left": summary.steps_left,
        "pieces": pieces,
        "plies": plies,
        "samples": samples.iter().map(sample).collect::<Vec<_>>(),
    })
}

fn sample(record: &Record) -> Value {
    json!({
        "seed": record.seed,
        "ply": record.ply,
        "position": record.position().to_string(),
        "steps_left": record.steps_left,
        "evaluation": record.evaluation.0,
        "searched": record.searched.map(|score| score.0),
        "winner": record.winner.letter(),
        "reason": record.reason.to_string(),
    })
}
