//! Analyses of several positions for people: a line for each variation.

use super::analysis::{Analysis, End, Subject};
use super::text::for_people;
use crate::cli::output::{Output, OutputError};
use crate::cli::score_text::written_score;
use crate::cli::style::{HEADING, RESULT};
use crate::cli::variation::written_variation;
use crate::search::Line;

/// The most letters of a label that are shown, so that a line fits 100 columns.
const LABEL_WIDTH: usize = 20;

/// What stands before the best turn.
pub(super) struct Columns {
    label: usize,
    is_multi: bool,
}

impl Columns {
    /// Returns the columns for positions with these labels.
    pub(super) fn new<'a>(labels: impl Iterator<Item = &'a str>, is_multi: bool) -> Self {
        let longest = labels.map(|label| label.chars().count()).max();
        let label = longest.unwrap_or(0).clamp("label".len(), LABEL_WIDTH);
        Self { label, is_multi }
    }

    pub(super) fn write_heading(&self, out: &mut Output) -> Result<(), OutputError> {
        let number = if self.is_multi { "   #" } else { "" };
        writeln!(
            out,
            "{HEADING}{:<width$} {:>5}{number} {:>11} {:>6} {:>10}  best turn{HEADING:#}",
            "label",
            "depth",
            "score",
            "win",
            "nodes",
            width = self.label
        )
    }

    pub(super) fn write(
        &self,
        out: &mut Output,
        subject: &Subject<'_>,
        analysis: &Analysis,
    ) -> Result<(), OutputError> {
        let (best, last) = match &analysis.end {
            End::Decided(outcome) => {
                let before = self.before_turn(subject, None, None, None);
                return writeln!(out, "{before}the game is over: {RESULT}{outcome}{RESULT:#}");
            }
            End::Best(best, last) => (best, last),
        };
        for (index, line) in last.lines.iter().enumerate() {
            let counts = Some((last.depth, last.nodes));
            let before = self.before_turn(subject, counts, Some(index + 1), Some(line));
            let turns = written_variation(subject.game, line);
            let turn = turns.first().map_or("", |turn| for_people(turn));
            writeln!(out, "{before}{RESULT}{turn}{RESULT:#}")?;
        }
        if last.lines.is_empty() {
            let counts = Some((last.depth, last.nodes));
            let before = self.before_turn(subject, counts, None, None);
            let turn = subject.game.write_move(best);
            writeln!(out, "{before}{RESULT}{}{RESULT:#}", for_people(&turn))?;
        }
        Ok(())
    }

    /// Returns what stands before the turn, with `-` for what is not known.
    fn before_turn(
        &self,
        subject: &Subject<'_>,
        depth_and_nodes: Option<(u32, u64)>,
        number: Option<usize>,
        line: Option<&Line>,
    ) -> String {
        let depth = or_dash(depth_and_nodes.map(|(depth, _)| depth));
        let nodes = or_dash(depth_and_nodes.map(|(_, nodes)| nodes));
        let score = or_dash(line.map(|line| written_score(line.score)));
        let win = line.map(|line| subject.network.win_probability(line.score) * 100.0);
        let win = or_dash(win.map(|win| format!("{win:.1}%")));
        let number = if self.is_multi {
            format!(" {:>3}", or_dash(number))
        } else {
            String::new()
        };
        let label = shortened(subject.label, self.label);
        let width = self.label;
        format!("{label:<width$} {depth:>5}{number} {score:>11} {win:>6} {nodes:>10}  ")
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Returns the end of a label that is too long: files and boards differ there.
fn shortened(label: &str, width: usize) -> String {
    let letters = label.chars().count();
    let printable = label
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter });
    if letters <= width {
        return printable.collect();
    }
    std::iter::once('…')
        .chain(printable.skip(letters + 1 - width))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_keep_their_ends() {
        assert_eq!(shortened("p1", 5), "p1");
        assert_eq!(shortened("games/é12.txt", 8), "…é12.txt");
        assert_eq!(shortened("a\nb", 5), "a b");
    }
}
