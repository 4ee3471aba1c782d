//! Reads the controller's lines, however odd they are, in bounded memory.

use std::io::{self, BufRead, Read};

use crossbeam::channel::Sender;

use super::event::Event;

/// A line may have this many bytes, its end not counted; no message comes near.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// What some programs write before the first line, to say that their text is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Sends each line on, then the end of the input. Ends early when nobody listens any more.
pub(super) fn forward_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut is_first = true;
    loop {
        let mut event = read_line(&mut input).unwrap_or_else(|error| {
            tracing::debug!("the input has failed: {error}");
            Event::EndOfInput
        });
        if is_first
            && let Event::Line(line) = &mut event
            && line.starts_with(BYTE_ORDER_MARK)
        {
            line.remove(0);
        }
        is_first = false;
        let is_last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Reads a line up to LF, CRLF or the end of the input. Bytes that are not UTF-8 become replacement characters.
fn read_line(input: &mut impl BufRead) -> io::Result<Event> {
    let mut bytes = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Event::EndOfInput);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Event::TooLong);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Event::Line(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crossbeam::channel::unbounded;

    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let (sender, events) = unbounded();
        forward_lines(Cursor::new(input.to_vec()), &sender);
        drop(sender);
        let name = |event| match event {
            Event::Line(line) => line,
            other => format!("{other:?}"),
        };
        events.into_iter().map(name).collect()
    }

    #[test]
    fn both_line_ends_are_accepted_and_the_last_may_be_missing() {
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b", "", "c", "EndOfInput"]);
        assert_eq!(lines(b""), ["EndOfInput"]);
    }

    #[test]
    fn a_byte_order_mark_may_stand_before_the_first_line() {
        assert_eq!(
            lines("\u{feff}aei\n\u{feff}go\n".as_bytes()),
            ["aei", "\u{feff}go", "EndOfInput"]
        );
        assert_eq!(lines("\u{feff}".as_bytes()), ["", "EndOfInput"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"a\xffb\0\n"), ["a\u{fffd}b\0", "EndOfInput"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let longest = vec![b'x'; LONGEST_LINE];
        let mut input = longest.clone();
        input.extend(b"\n");
        assert_eq!(lines(&input)[0].len(), LONGEST_LINE);
        let mut input = longest.repeat(5);
        input.extend(b"\nstop\n");
        assert_eq!(lines(&input), ["TooLong", "stop", "EndOfInput"]);
        assert_eq!(lines(&longest.repeat(2)), ["TooLong", "EndOfInput"]);
    }
}
