//! What an engine writes, line by line, in bounded memory however much it is.

use std::io::{self, BufRead, Read};
use std::time::Instant;

use crossbeam::channel::Sender;
use loxodon::aei::{ParseResponseError, Response};

/// A line may have this many bytes, its end not counted; no message comes near.
const LONGEST_LINE: usize = 64 * 1024;

/// What has come from an engine.
#[derive(Debug)]
pub(super) enum Event {
    /// A line with something in it, and when it had come.
    Line(Instant, Result<Response, ParseResponseError>),
    /// A line that is longer than any message.
    TooLong,
    /// The engine has closed its output.
    End,
}

/// Sends on each line, then the end. Ends early when nobody listens any more. With a bounded channel an engine that
/// writes faster than it is listened to has to wait.
pub(super) fn forward_lines(mut output: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = read_line(&mut output).unwrap_or(Some(Event::End));
        let Some(event) = event else { continue };
        let is_last = matches!(event, Event::End);
        let is_cut = matches!(event, Event::TooLong);
        if events.send(event).is_err() || is_last {
            return;
        }
        // Only after the news, since such a line may never end.
        if is_cut && output.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// Reads a line up to LF, CRLF, the end, or the limit; nothing for an empty line.
fn read_line(output: &mut impl BufRead) -> io::Result<Option<Event>> {
    let mut bytes = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    output.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    let come = Instant::now();
    if bytes.is_empty() {
        return Ok(Some(Event::End));
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST_LINE {
        return Ok(Some(Event::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    let line = text.trim();
    Ok((!line.is_empty()).then(|| Event::Line(come, line.parse())))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crossbeam::channel::unbounded;

    use super::*;

    fn events(output: &[u8]) -> Vec<String> {
        let (sender, events) = unbounded();
        forward_lines(Cursor::new(output.to_vec()), &sender);
        drop(sender);
        events
            .into_iter()
            .map(|event| match event {
                Event::Line(_, Ok(response)) => response.to_string(),
                Event::Line(_, Err(_)) => "nonsense".to_owned(),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn both_line_ends_are_read_and_empty_lines_passed_over() {
        assert_eq!(
            events(b"\n readyok \r\n\r\n\xff\nbestmove"),
            ["readyok", "nonsense", "bestmove", "End"]
        );
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut output = vec![b'x'; 5 * LONGEST_LINE];
        output.extend(b"\nreadyok\n");
        assert_eq!(events(&output), ["TooLong", "readyok", "End"]);
    }
}
