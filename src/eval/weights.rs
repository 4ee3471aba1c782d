//! The weights: read from the parameter file at compile time, or from another one before the first evaluation, and written
//! as such a file.
//!
//! The file `src/eval/weights.txt` has comments from `#` to the end of a line, then `scale:` with the [`win_scale`],
//! then every table by its name, a colon, and its weights in centi-rabbits with one decimal. A file that doesn't have
//! exactly these fails the build.

use std::fmt::Write;
use std::sync::OnceLock;

use thiserror::Error;

use super::layout::{COUNT, GROUPS, SLOTS, WEIGHTS_OF_SLOT};
use super::sink::FULL_PHASE;

/// The unit of the stored weights is a centi-rabbit divided by this.
pub(super) const UNITS: i32 = 10;

static BUILT_IN: Parameters = parse(include_str!("weights.txt"));

static CHOSEN: OnceLock<Box<Parameters>> = OnceLock::new();

struct Parameters {
    /// In tenths of a centi-rabbit, as all weights.
    scale: i32,
    weights: [i32; COUNT],
    /// What each slot is worth on a board of each phase, in tenths of a centi-rabbit times [`FULL_PHASE`].
    worths: [[i32; SLOTS]; PHASES],
}

/// How many phases of a board there are.
const PHASES: usize = FULL_PHASE as usize + 1;

/// Why [`use_weights`] doesn't use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UseWeightsError {
    /// The text is no parameter file of this build.
    #[error("{0}")]
    Misread(&'static str),
    /// Others were chosen before.
    #[error("weights are chosen once")]
    ChosenBefore,
}

/// Evaluates with the weights of this parameter file from now on instead of those built in. What was evaluated before, as
/// in a transposition table, stays as it was: to be called at the start.
///
/// # Errors
/// If the text isn't a parameter file of this build, or this was called before.
pub fn use_weights(text: &str) -> Result<(), UseWeightsError> {
    let Parsed {
        parameters,
        misread,
    } = try_parse(text);
    match misread {
        Some(misread) => Err(UseWeightsError::Misread(misread)),
        None => CHOSEN
            .set(Box::new(parameters))
            .map_err(|_| UseWeightsError::ChosenBefore),
    }
}

fn in_use() -> &'static Parameters {
    CHOSEN.get().map_or(&BUILT_IN, |chosen| chosen)
}

/// What each slot is worth on a board of that phase in the weights in use, in [`UNITS`] times [`FULL_PHASE`].
#[inline]
pub(super) fn worths_in_use(phase: i32) -> &'static [i32; SLOTS] {
    &in_use().worths[phase as usize]
}

/// How many centi-rabbits make a win *e* times as likely as a loss, as fitted to games.
pub fn win_scale() -> f64 {
    f64::from(in_use().scale) / f64::from(UNITS)
}

/// All weights in use in centi-rabbits, by number; [`GROUPS`] says what they stand for.
pub fn weights() -> Vec<f64> {
    in_use()
        .weights
        .iter()
        .map(|&weight| f64::from(weight) / f64::from(UNITS))
        .collect()
}

/// A parameter file with these weights, in centi-rabbits, which it rounds to tenths. Every line of `header` becomes a
/// comment.
///
/// # Panics
/// If `weights` are not as many as there are.
pub fn write(header: &str, scale: f64, weights: &[f64]) -> String {
    assert_eq!(weights.len(), COUNT, "every weight is given");
    let mut text = String::new();
    for line in header.lines() {
        // Writing to a string never fails.
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let _ = writeln!(text, "\nscale: {scale:.1}");
    for group in GROUPS {
        let _ = writeln!(text, "\n# {}\n{}:", group.doc.trim(), group.name);
        let [_, _, columns] = group.axes;
        let rows = weights[group.first..group.first + group.len()].chunks(columns.len());
        for (row, weights) in rows.enumerate() {
            let cells: Vec<String> = weights
                .iter()
                .map(|weight| format!("{weight:7.1}"))
                .collect();
            let line = format!("{}  # {}", cells.join(" "), group.row_label(row));
            let _ = writeln!(text, "{}", line.trim_end_matches([' ', '#']));
        }
    }
    text
}

/// The weights and the scale of a parameter file, in centi-rabbits; none if it isn't one.
pub fn read(text: &str) -> Option<(f64, Vec<f64>)> {
    let parsed = try_parse(text);
    if parsed.misread.is_some() {
        return None;
    }
    let in_centi_rabbits = |value: i32| f64::from(value) / f64::from(UNITS);
    let Parameters { scale, weights, .. } = parsed.parameters;
    Some((
        in_centi_rabbits(scale),
        weights.into_iter().map(in_centi_rabbits).collect(),
    ))
}

struct Parsed {
    parameters: Parameters,
    /// What is wrong with the text, if anything.
    misread: Option<&'static str>,
}

const fn parse(text: &str) -> Parameters {
    let parsed = try_parse(text);
    if let Some(misread) = parsed.misread {
        panic!("{}", misread);
    }
    parsed.parameters
}

#[allow(clippy::large_stack_arrays, reason = "44 KiB, once")]
const fn try_parse(text: &str) -> Parsed {
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
    };
    let mut parameters = Parameters {
        scale: 0,
        weights: [0; COUNT],
        worths: [[0; SLOTS]; PHASES],
    };
    let mut misread = None;
    match reader.named_number("scale") {
        Some(scale) if scale > 0 => parameters.scale = scale,
        _ => {
            misread = Some("it must begin with `scale:` and a number above 0");
        }
    }
    let mut place = 0;
    while place < GROUPS.len() && misread.is_none() {
        let group = &GROUPS[place];
        let mut sound = reader.name(group.name);
        let mut index = 0;
        while sound && index < group.len() {
            match reader.number() {
                Some(weight) => parameters.weights[group.first + index] = weight,
                None => sound = false,
            }
            index += 1;
        }
        if !sound {
            misread = Some(group.misread);
        }
        place += 1;
    }
    if misread.is_none() && !reader.is_at_end() {
        misread = Some("there is something after the last table");
    }
    parameters.worths = worths(&parameters.weights);
    Parsed {
        parameters,
        misread,
    }
}

/// The weights mixed for each phase.
#[allow(clippy::large_stack_arrays, reason = "44 KiB, once")]
const fn worths(weights: &[i32; COUNT]) -> [[i32; SLOTS]; PHASES] {
    let mut worths = [[0; SLOTS]; PHASES];
    let mut slot = 0;
    while slot < SLOTS {
        let [full, empty] = WEIGHTS_OF_SLOT[slot];
        let (full, empty) = (weights[full], weights[empty]);
        let mut phase = 0;
        while phase < PHASES {
            worths[phase][slot] = phase as i32 * full + (FULL_PHASE - phase as i32) * empty;
            phase += 1;
        }
        slot += 1;
    }
    worths
}

/// Reads names and numbers, at compile time too.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    const fn peek(&self) -> Option<u8> {
        if self.at < self.text.len() {
            Some(self.text[self.at])
        } else {
            None
        }
    }

    /// Goes on to what is neither space nor comment.
    const fn skip(&mut self) {
        let mut in_comment = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => in_comment = false,
                b'#' => in_comment = true,
                b' ' | b'\t' | b'\r' => {}
                _ if in_comment => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    const fn is_at_end(&mut self) -> bool {
        self.skip();
        self.peek().is_none()
    }

    /// Reads that name with its colon.
    const fn name(&mut self, name: &str) -> bool {
        self.skip();
        let name = name.as_bytes();
        let mut index = 0;
        while index < name.len() {
            match self.peek() {
                Some(byte) if byte == name[index] => self.at += 1,
                _ => return false,
            }
            index += 1;
        }
        let colon = matches!(self.peek(), Some(b':'));
        self.at += 1;
        colon
    }

    const fn named_number(&mut self, name: &str) -> Option<i32> {
        if self.name(name) { self.number() } else { None }
    }

    /// Reads a number with one decimal, as tenths.
    const fn number(&mut self) -> Option<i32> {
        self.skip();
        let negative = matches!(self.peek(), Some(b'-'));
        if negative {
            self.at += 1;
        }
        let mut value = 0;
        let mut digits = 0;
        while let Some(byte @ b'0'..=b'9') = self.peek() {
            value = value * 10 + (byte - b'0') as i32;
            digits += 1;
            self.at += 1;
        }
        // More digits than these no sensible weight has.
        if digits == 0 || digits > 6 || !matches!(self.peek(), Some(b'.')) {
            return None;
        }
        self.at += 1;
        let Some(byte @ b'0'..=b'9') = self.peek() else {
            return None;
        };
        self.at += 1;
        value = value * 10 + (byte - b'0') as i32;
        if !matches!(self.peek(), None | Some(b' ' | b'\t' | b'\r' | b'\n')) {
            return None;
        }
        Some(if negative { -value } else { value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_reads_the_same() {
        let text = write("made by a test\n\nof it", win_scale(), &weights());
        assert!(text.starts_with("# made by a test\n#\n# of it\n"));
        assert_eq!(read(&text), Some((win_scale(), weights())));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let good = write("", win_scale(), &weights());
        let misread = |text: &str| try_parse(text).misread.unwrap_or("nothing");
        assert_eq!(misread(&good), "nothing");
        let frozen = "`frozen on a full board`";
        let named = [
            (good.replacen("scale:", "scale", 1), "`scale:`"),
            (good.replacen("frozen on", "frosen on", 1), frozen),
            (
                good.replacen("frozen on a full board:", "frozen on a full board: 1.0", 1),
                "`frozen on an empty board`",
            ),
            (
                good.replacen("frozen on a full board:", "frozen on a full board: 1", 1),
                frozen,
            ),
            (
                good.replacen(
                    "frozen on a full board:",
                    "frozen on a full board: 12345678.0",
                    1,
                ),
                frozen,
            ),
            (format!("{good} 1.0"), "after the last"),
            (
                good[..good.len() - 20].to_owned(),
                "`rabbits lopsided on an empty board`",
            ),
        ];
        for (text, part) in named {
            assert!(misread(&text).contains(part), "{part}: {}", misread(&text));
            assert_eq!(read(&text), None);
        }
    }
}
