use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::{GameLimit, TimeControl};

/// Letters of the units in falling order, and their lengths in seconds.
const UNITS: [(char, u64); 4] = [('d', 24 * HOUR), ('h', HOUR), ('m', MINUTE), ('s', 1)];
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;

const ACCEPTED_PERCENT: &str = "a whole number of percent, at most 1000";
const ACCEPTED_MINUTES: &str =
    "minutes, minutes:seconds, or numbers with the units d, h, m, s in this order, as in 1m30s";
const ACCEPTED_GAME: &str = "hours, hours:minutes, numbers with the units d, h, m, s in this order, \
    or a number of turns as in 90t";

impl fmt::Display for TimeControl {
    /// The short form: no trailing fields that say what is assumed without them, and no unit on fewer than 60 whole
    /// minutes (for G, whole hours).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = |time: Option<Duration>| time_text(time.unwrap_or_default(), MINUTE);
        let game = match self.game_limit() {
            None => "0".to_owned(),
            Some(GameLimit::Time(time)) => time_text(time, HOUR),
            Some(GameLimit::Turns(turns)) => format!("{turns}t"),
        };
        let mut fields = vec![
            minutes(Some(self.move_time)),
            minutes(Some(self.reserve)),
            self.percent.to_string(),
            minutes(self.reserve_limit()),
            game,
            minutes(self.turn_limit()),
        ];
        for default in ["0", "0", "0", "100"] {
            if fields.pop_if(|last| last == default).is_none() {
                break;
            }
        }
        f.write_str(&fields.join("/"))
    }
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTimeControlError {
    /// Fewer than two fields, or more than six.
    #[error(
        "time control `{text}` has {count} of the fields M/R/P/L/G/T: the first two are needed, six is the most"
    )]
    FieldCount {
        /// The whole text.
        text: String,
        /// How many fields it has.
        count: usize,
    },
    /// One field cannot be read.
    #[error("{field} `{text}` of the time control is not {accepted}")]
    Field {
        /// The field's name and letter.
        field: &'static str,
        /// What was written there.
        text: String,
        /// What can be read there.
        accepted: &'static str,
    },
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads two to six fields; an empty field from P on means its default. A time is a number of minutes (for G,
    /// hours), `minutes:seconds` (for G, `hours:minutes`), or numbers with the units d, h, m and s in this order.
    /// Seconds with their unit may have a fraction, as AEI options may.
    ///
    /// ```
    /// use loxodon::clock::TimeControl;
    /// let control: TimeControl = "24h5m10s/0/0/0/60d".parse().unwrap();
    /// assert_eq!(control.move_time.as_secs(), 86_710);
    /// let error = "5/ten".parse::<TimeControl>().unwrap_err();
    /// assert!(error.to_string().starts_with("reserve (R) `ten`"));
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fields: Vec<&str> = text.trim().split('/').map(str::trim).collect();
        let (&[move_time, reserve], optional) = fields
            .split_first_chunk()
            .filter(|(_, optional)| optional.len() <= 4)
            .ok_or_else(|| ParseTimeControlError::FieldCount {
                text: text.trim().to_owned(),
                count: fields.len(),
            })?;
        let optional = |index: usize| optional.get(index).filter(|field| !field.is_empty());

        let mut control = Self::new(
            minutes("move time (M)", move_time)?,
            minutes("reserve (R)", reserve)?,
        );
        if let Some(field) = optional(0) {
            control.percent = whole_number(field)
                .filter(|&percent| percent <= Self::MAX_PERCENT)
                .ok_or_else(|| refusal("percentage (P)", field, ACCEPTED_PERCENT))?;
        }
        if let Some(field) = optional(1) {
            control.set_reserve_limit(minutes("limit of the reserve (L)", field)?);
        }
        if let Some(field) = optional(2) {
            let refused = || refusal("limit of the game (G)", field, ACCEPTED_GAME);
            match field.strip_suffix('t') {
                Some(turns) => control.set_game_turns(whole_number(turns).ok_or_else(refused)?),
                None => control.set_game_time(parse_time(field, HOUR).ok_or_else(refused)?),
            }
        }
        if let Some(field) = optional(3) {
            control.set_turn_limit(minutes("limit of a turn (T)", field)?);
        }
        Ok(control)
    }
}

fn refusal(field: &'static str, text: &str, accepted: &'static str) -> ParseTimeControlError {
    let text = text.to_owned();
    ParseTimeControlError::Field {
        field,
        text,
        accepted,
    }
}

/// Returns a field that counts minutes if nothing else is said.
fn minutes(field: &'static str, text: &str) -> Result<Duration, ParseTimeControlError> {
    parse_time(text, MINUTE).ok_or_else(|| refusal(field, text, ACCEPTED_MINUTES))
}

/// Digits alone: no sign, no blank.
fn whole_number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Reads a time, in which a number without a unit counts units of `plain_unit` seconds. `None` also beyond 2^64 seconds.
fn parse_time(text: &str, plain_unit: u64) -> Option<Duration> {
    let counted = |text: &str, unit: u64| {
        let number: u64 = whole_number(text)?;
        number.checked_mul(unit).map(Duration::from_secs)
    };
    if let Some((first, second)) = text.split_once(':') {
        let first = if first.is_empty() { "0" } else { first };
        return counted(first, plain_unit)?.checked_add(counted(second, plain_unit / 60)?);
    }
    if !text.ends_with(char::is_alphabetic) {
        return counted(text, plain_unit);
    }
    let mut units = UNITS.iter();
    let mut rest = text;
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let (number, tail) = rest.split_at(rest.find(|c: char| c != '.' && !c.is_ascii_digit())?);
        let mut tail = tail.chars();
        let letter = tail.next()?;
        let &(_, unit) = units.find(|&&(known, _)| known == letter)?;
        let (number, fraction) = match number.split_once('.') {
            Some((number, fraction)) if unit == 1 => (number, nanoseconds(fraction)?),
            Some(_) => return None,
            None => (number, Duration::ZERO),
        };
        total = total
            .checked_add(counted(number, unit)?)?
            .checked_add(fraction)?;
        rest = tail.as_str();
    }
    Some(total)
}

/// Returns the digits behind the point of a number of seconds, at most nine.
fn nanoseconds(fraction: &str) -> Option<Duration> {
    let places = u32::try_from(fraction.len()).ok()?;
    let scale = 10u64.pow(9u32.checked_sub(places)?);
    Some(Duration::from_nanos(whole_number::<u64>(fraction)? * scale))
}

/// Writes a time as [`parse_time`] reads it.
fn time_text(time: Duration, plain_unit: u64) -> String {
    let seconds = time.as_secs();
    let plain = seconds / plain_unit;
    if plain < 60 && time == Duration::from_secs(plain * plain_unit) {
        return plain.to_string();
    }
    let mut rest = seconds;
    let numbers = UNITS.iter().filter_map(|&(letter, unit)| {
        let count = rest / unit;
        rest %= unit;
        match time.subsec_nanos() {
            nanoseconds if unit == 1 && nanoseconds > 0 => {
                let digits = format!("{nanoseconds:09}");
                Some(format!("{count}.{}{letter}", digits.trim_end_matches('0')))
            }
            _ => (count > 0).then(|| format!("{count}{letter}")),
        }
    });
    numbers.collect()
}
