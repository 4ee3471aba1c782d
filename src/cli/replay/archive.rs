//! Checks every game of an archive by the rules against its recorded end.

use indicatif::ProgressBar;
use serde::Serialize;

use crate::cli::archive::{Archive, ArchivedGame};
use crate::cli::failure::Interrupted;
use crate::cli::interrupt::Interrupt;
use crate::cli::output::Output;
use crate::cli::progress;
use crate::cli::style::{RESULT, printable};
use crate::rules::notation::{RecordError, RecordProblem, read_record};
use crate::rules::{Game, Outcome};
use crate::types::{abridged, counted};

/// A game whose moves don't agree with the recorded end.
#[derive(Serialize)]
struct Disagreement {
    id: String,
    line: usize,
    /// As recorded.
    result: String,
    /// As recorded.
    termination: String,
    corrupt: bool,
    reason: String,
}

/// All games.
#[derive(Default, Serialize)]
struct Summary {
    games: usize,
    agree: usize,
    disagree: usize,
    /// How many of those that agree the board has decided, so that the rules confirm the end.
    decided_on_board: usize,
    /// Ctrl-C came before all games were checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

/// Checks all games of the archive and writes those that don't agree, then how many do.
pub(super) fn check(
    path: &str,
    json: bool,
    interrupt: &Interrupt,
    out: &mut Output,
) -> anyhow::Result<()> {
    let mut archive = Archive::open(path)?;
    interrupt.begin();
    let bar = match archive.bytes {
        Some(bytes) => progress::bytes_bar(bytes)?,
        None => ProgressBar::hidden(),
    };
    let mut summary = Summary::default();
    let name = archive.name.clone();
    loop {
        let next = archive.next_game()?;
        if interrupt.is_asked() {
            summary.interrupted = true;
            break;
        }
        let Some(game) = next else {
            break;
        };
        summary.games += 1;
        match judge(&game) {
            Ok(end) => {
                summary.agree += 1;
                summary.decided_on_board += usize::from(end.is_some());
            }
            Err(reason) => {
                summary.disagree += 1;
                let disagreement = Disagreement::new(&game, reason);
                bar.suspend(|| disagreement.write(&name, json, out))?;
            }
        }
        bar.set_position(archive.bytes_read);
    }
    bar.finish_and_clear();
    summary.write(json, out)?;
    summary.end(&name)
}

impl Disagreement {
    fn new(game: &ArchivedGame<'_>, reason: String) -> Self {
        Self {
            id: game.id(),
            line: game.line,
            result: game.result(),
            termination: game.termination(),
            corrupt: game.is_corrupt(),
            reason,
        }
    }

    fn write(&self, name: &str, json: bool, out: &mut Output) -> anyhow::Result<()> {
        if json {
            return out.json(self);
        }
        let corrupt = if self.corrupt {
            " (marked as corrupt)"
        } else {
            ""
        };
        writeln!(
            out,
            "{name}: line {}, game {}{corrupt}: {}",
            self.line,
            printable(&abridged(&self.id)),
            printable(&self.reason)
        )?;
        Ok(())
    }
}

impl Summary {
    fn write(&self, json: bool, out: &mut Output) -> anyhow::Result<()> {
        if json {
            return out.json(self);
        }
        writeln!(
            out,
            "{RESULT}{} of {} agree{RESULT:#} with the recorded end; the board decides {} of them",
            self.agree,
            counted(self.games, "game"),
            self.decided_on_board
        )?;
        Ok(())
    }

    fn end(&self, name: &str) -> anyhow::Result<()> {
        if self.interrupted {
            let done = format!("{} checked", counted(self.games, "game"));
            return Err(Interrupted::Partial { done }.into());
        }
        if self.disagree > 0 {
            anyhow::bail!(
                "{name}: {} of {} disagree with the recorded end",
                self.disagree,
                counted(self.games, "game")
            );
        }
        Ok(())
    }
}

/// Returns the end by the rules, if there is one, of a game whose moves agree with the recorded end; otherwise why they
/// don't.
///
/// An end that the board doesn't show (a resignation, the clock, a stopped game) agrees if all moves are legal and the
/// board has no other winner.
fn judge(game: &ArchivedGame<'_>) -> Result<Option<Outcome>, String> {
    game.check_width()?;
    let played = match read_record(&game.move_list(), None) {
        Ok(played) => played,
        Err(error) => return judge_fault(game, &error).map(|()| None),
    };
    let end = played.outcome().filter(|end| end.reason.is_on_board());
    let ends_as_recorded = game
        .end_on_board()
        .is_none_or(|reason| end.is_some_and(|end| end.reason == reason));
    let wins_as_recorded = match game.winner() {
        Some(winner) => played.outcome().is_none_or(|end| end.winner == winner),
        None => end.is_none() || game.result().is_empty(),
    };
    if ends_as_recorded && wins_as_recorded {
        return Ok(end);
    }
    Err(format!(
        "recorded as {}, but {}",
        recorded(game),
        ends(&played)
    ))
}

/// Returns what the columns say of the game's end.
fn recorded(game: &ArchivedGame<'_>) -> String {
    match (game.winner(), game.end_on_board()) {
        (Some(winner), Some(reason)) => Outcome { winner, reason }.to_string(),
        (Some(winner), None) => format!("{winner} wins"),
        (None, Some(reason)) => format!("ended by {reason}"),
        (None, None) => format!("result {:?}", abridged(&game.result())),
    }
}

/// Returns what is to be said of a game that the board hasn't decided.
fn ends(game: &Game) -> String {
    match game.outcome() {
        Some(end) => end.to_string(),
        None => format!("the game goes on at {}", game.label()),
    }
}

/// Judges a game whose moves can't all be played.
///
/// A game without moves agrees unless the board should have decided it, and one that an illegal move or a third repetition
/// ended agrees if its last move is illegal and the other side has won.
fn judge_fault(game: &ArchivedGame<'_>, error: &RecordError) -> Result<(), String> {
    match &error.problem {
        RecordProblem::Empty if game.end_on_board().is_none() => Ok(()),
        RecordProblem::Illegal { position, text, .. }
            if game.is_ended_by_illegal_move()
                && game.winner() == Some(!position.side_to_move())
                && game.move_list().trim_end().ends_with(text.as_str()) =>
        {
            Ok(())
        }
        _ => Err(format!("move list, {error}")),
    }
}
