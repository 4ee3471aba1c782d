//! How the standings are written, in a line and as a table.

use std::fmt::{self, Write};

use loxodon::types::{Side, counted};

use super::elo::Estimate;
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;

/// What a match is called in its reports.
#[derive(Clone, Debug)]
pub(super) struct Title {
    /// The engines' names.
    pub(super) names: [String; 2],
    /// The time control as it was given, if any.
    pub(super) control: Option<String>,
    /// The test that may end the match.
    pub(super) sprt: Option<Sprt>,
}

/// Returns the standings in one line.
pub(super) fn line(title: &Title, tally: &Tally) -> String {
    let [first, second] = tally.wins;
    let [name, other] = &title.names;
    let mut text = format!(
        "{name} {first} - {second} {other}, {}",
        Elo(Estimate::of(&tally.pairs))
    );
    if let Some(sprt) = &title.sprt {
        let ratio = sprt.log_likelihood_ratio(&tally.pairs);
        // Writing to a string never fails.
        let _ = write!(
            text,
            ", LLR {ratio:.2} [{:.2}, {:.2}]",
            sprt.lower(),
            sprt.upper()
        );
    }
    let faults: u64 = tally.faults.values().flatten().sum();
    if faults > 0 {
        let _ = write!(text, ", {faults} faults");
    }
    text
}

/// Returns the standings as a table, for the end.
pub(super) fn table(title: &Title, tally: &Tally) -> String {
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = write_table(&mut text, title, tally);
    text
}

fn write_table(text: &mut String, title: &Title, tally: &Tally) -> fmt::Result {
    write_result(text, title, tally)?;
    let lengths = title.names.each_ref().map(|name| name.chars().count());
    let width = lengths[0].max(lengths[1]).max(10);
    let [name, other] = &title.names;
    writeln!(text)?;
    writeln!(text, "{:<16}{name:>width$} {other:>width$}", "won by")?;
    for (reason, [first, second]) in &tally.reasons {
        writeln!(text, "  {reason:<14}{first:>width$} {second:>width$}")?;
    }
    if !tally.faults.is_empty() {
        writeln!(text, "faults of")?;
    }
    for (kind, [first, second]) in &tally.faults {
        let kind = kind.name();
        writeln!(text, "  {kind:<14}{first:>width$} {second:>width$}")?;
    }
    write_turn_stats(text, tally, width)
}

/// Writes the score, what it says of strength, and what it is made of.
fn write_result(text: &mut String, title: &Title, tally: &Tally) -> fmt::Result {
    let [name, other] = &title.names;
    let control = title.control.as_deref().unwrap_or("no clock");
    writeln!(
        text,
        "{name} against {other}: {}, {control}",
        counted(tally.games(), "game")
    )?;
    let [first, second] = tally.wins;
    let score = tally
        .score()
        .map_or_else(|| "-".to_owned(), |score| format!("{score:.3}"));
    writeln!(text, "score      {first} - {second} ({score})")?;
    writeln!(text, "strength   {}", Elo(Estimate::of(&tally.pairs)))?;
    if let Some(sprt) = &title.sprt {
        let ratio = sprt.log_likelihood_ratio(&tally.pairs);
        let (lower, upper) = (sprt.lower(), sprt.upper());
        writeln!(
            text,
            "LLR        {ratio:.2} [{lower:.2}, {upper:.2}], {}",
            verdict(sprt, ratio)
        )?;
    }
    let [none, one, both] = tally.pairs;
    writeln!(
        text,
        "pairs      {none} lost 0-2, {one} split 1-1, {both} won 2-0"
    )?;
    for side in Side::ALL {
        let (won, played) = tally.by_side[side.index()];
        let label = format!("as {side}");
        writeln!(
            text,
            "{label:<10} {won} of {} won by {name}",
            counted(played, "game")
        )?;
    }
    Ok(())
}

/// Writes what the engines' searches have said, in columns of that width.
fn write_turn_stats(text: &mut String, tally: &Tally, width: usize) -> fmt::Result {
    let [first, second] = &tally.stats;
    writeln!(text, "a turn of")?;
    for (label, first, second) in [
        ("turns", Some(first.turns as f64), Some(second.turns as f64)),
        ("mean depth", first.mean_depth(), second.mean_depth()),
        (
            "nodes/s",
            first.nodes_per_second(),
            second.nodes_per_second(),
        ),
        (
            "s/turn",
            first.seconds_per_turn(),
            second.seconds_per_turn(),
        ),
    ] {
        let [first, second] = [first, second].map(|value| number(label, value));
        writeln!(text, "  {label:<14}{first:>width$} {second:>width$}")?;
    }
    Ok(())
}

fn number(label: &str, value: Option<f64>) -> String {
    let decimals = match label {
        "mean depth" => 2,
        "s/turn" => 3,
        _ => 0,
    };
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

/// Returns the test's answer in words.
fn verdict(sprt: &Sprt, ratio: f64) -> String {
    match sprt.verdict(ratio) {
        Verdict::AcceptH0 => format!("H0 accepted: not stronger by {} Elo", sprt.elo1),
        Verdict::AcceptH1 => format!("H1 accepted: stronger by more than {} Elo", sprt.elo0),
        Verdict::Undecided => format!("undecided between {} and {} Elo", sprt.elo0, sprt.elo1),
    }
}

/// An estimate, if there is one, as it is written.
struct Elo(Option<Estimate>);

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("Elo unknown (no pairs, or all alike)"),
            Some(estimate) => {
                write!(f, "{:+.1}", estimate.elo)?;
                // The interval has no end where it takes in a score of 0 or 1.
                if estimate.margin().is_finite() {
                    write!(f, " ± {:.1}", estimate.margin())?;
                }
                write!(
                    f,
                    " Elo (95 %: {:+.1} to {:+.1})",
                    estimate.low, estimate.high
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_written_with_its_interval() {
        let text = |counts: &[u64]| Elo(Estimate::of(counts)).to_string();
        assert_eq!(
            text(&[20, 50, 30]),
            "+34.9 ± 48.5 Elo (95 %: -12.9 to +84.0)"
        );
        assert_eq!(text(&[0, 2, 18]), "+511.5 Elo (95 %: +353.2 to +inf)");
        assert_eq!(text(&[0, 3, 0]), "Elo unknown (no pairs, or all alike)");
    }

    #[test]
    fn a_verdict_says_what_it_means() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
        };
        assert_eq!(
            verdict(&sprt, 3.0),
            "H1 accepted: stronger by more than 0 Elo"
        );
        assert_eq!(verdict(&sprt, -3.0), "H0 accepted: not stronger by 10 Elo");
        assert_eq!(verdict(&sprt, 0.0), "undecided between 0 and 10 Elo");
    }
}
