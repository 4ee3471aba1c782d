use super::facts::{Evaluation, Facts};
use crate::cli::output::{Output, OutputError};
use crate::cli::style::{HEADING, RESULT, painted_diagram};
use crate::rules::Game;
use crate::rules::turn::STEPS_PER_TURN;
use crate::types::{Side, counted};

pub(super) fn write(out: &mut Output, game: &Game, facts: &Facts) -> Result<(), OutputError> {
    writeln!(out, "{}", facts.label)?;
    writeln!(out, "{}", painted_diagram(game.position().board()))?;
    let side = game.side_to_move();
    match (game.outcome(), facts.legal_turns) {
        (Some(outcome), _) => writeln!(out, "the game is over: {RESULT}{outcome}{RESULT:#}")?,
        (None, Some(turns)) if facts.steps_left < STEPS_PER_TURN => writeln!(
            out,
            "{side} to move with {} left, {} to end the turn",
            counted(facts.steps_left, "step"),
            counted(turns, "legal way")
        )?,
        (None, Some(turns)) => writeln!(out, "{side} to move, {}", counted(turns, "legal turn"))?,
        (None, None) => writeln!(out, "{side} to set up")?,
    }
    if facts.setup {
        return Ok(());
    }
    for side in Side::ALL {
        write_at_hand(out, side, facts)?;
    }
    if let Some(threat) = &facts.goal_threat {
        write_heading(out, "goal threat")?;
        writeln!(
            out,
            "{} in {}, stopped by {}",
            !side,
            counted(threat.steps, "step"),
            counted(threat.stopped_by.len(), "first step")
        )?;
    }
    for side in Side::ALL {
        let hanging = facts.hanging.get(side);
        if !hanging.is_empty() {
            write_heading(out, &format!("{side}'s hanging pieces"))?;
            writeln!(out, "{}", hanging.join(" "))?;
        }
    }
    for side in Side::ALL {
        write_heading(out, &format!("{side}'s frozen pieces"))?;
        writeln!(out, "{}", or_none(facts.frozen.get(side).join(" ")))?;
    }
    write_traps(out, facts)?;
    if let Some(evaluation) = &facts.evaluation {
        write_evaluation(out, side, evaluation)?;
    }
    write_heading(out, "match score")?;
    let score = &facts.match_score;
    writeln!(out, "gold {}, silver {}", score.gold, score.silver)
}

fn write_heading(out: &mut Output, heading: &str) -> Result<(), OutputError> {
    write!(out, "{HEADING}{heading}:{HEADING:#} ")
}

fn or_none(list: String) -> String {
    if list.is_empty() {
        "none".to_owned()
    } else {
        list
    }
}

fn write_at_hand(out: &mut Output, side: Side, facts: &Facts) -> Result<(), OutputError> {
    write_heading(out, &format!("{side}'s captures at hand"))?;
    let captures = facts
        .captures
        .get(side)
        .iter()
        .map(|capture| format!("{} by {}", capture.piece, capture.turn));
    writeln!(out, "{}", or_none(captures.collect::<Vec<_>>().join("; ")))?;
    write_heading(out, &format!("{side}'s goal at hand"))?;
    writeln!(
        out,
        "{}",
        facts.goals.get(side).as_deref().unwrap_or("none")
    )?;
    for (way, wins) in [
        ("elimination", &facts.eliminations),
        ("immobilization", &facts.immobilizations),
    ] {
        if let Some(turn) = wins.get(side) {
            write_heading(out, &format!("{side}'s {way} at hand"))?;
            writeln!(out, "{turn}")?;
        }
    }
    Ok(())
}

fn write_traps(out: &mut Output, facts: &Facts) -> Result<(), OutputError> {
    write_heading(out, "traps")?;
    let traps = facts.traps.iter().map(|trap| {
        let control = trap.control.and_then(Side::from_letter);
        let control = control.map_or("nobody's".to_owned(), |side| format!("{side}'s"));
        let beside = &trap.beside;
        format!(
            "{} {control} ({} to {})",
            trap.trap, beside.gold, beside.silver
        )
    });
    writeln!(out, "{}", traps.collect::<Vec<_>>().join(", "))
}

fn write_evaluation(
    out: &mut Output,
    side: Side,
    evaluation: &Evaluation,
) -> Result<(), OutputError> {
    for side in Side::ALL {
        let total = evaluation.total.get(side);
        write_heading(out, &format!("{side}'s pieces by worth, {total} in all"))?;
        let pieces = evaluation.pieces.get(side).iter();
        let pieces: Vec<String> = pieces
            .map(|worth| format!("{} {}", worth.piece, worth.worth))
            .collect();
        writeln!(out, "{}", or_none(pieces.join(", ")))?;
    }
    write_heading(out, "evaluation")?;
    writeln!(
        out,
        "{:+} centi-rabbits for {side}, who is to move",
        evaluation.score
    )
}
