//! Server-sent events: the data of each event, from bytes cut anywhere.
//!
//! Follows <https://html.spec.whatwg.org/multipage/server-sent-events.html>, section 9.2.6, except
//! that a lone carriage return ends no line.

/// Collects bytes into events.
#[derive(Default)]
pub(super) struct Events {
    line: Vec<u8>,
    data: Option<String>,
}

impl Events {
    /// Takes in bytes and gives the events they complete. What is no event stream is given back as
    /// an error, as text.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, String> {
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            self.line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            events.extend(self.take_line()?);
        }
        self.line.extend_from_slice(rest);
        Ok(events)
    }

    /// The last event, where the stream ended without the blank line after it.
    pub(super) fn end(&mut self) -> Result<Option<String>, String> {
        let last = self.take_line()?;
        Ok(last.or_else(|| self.data.take()))
    }

    /// Takes in a line, and gives the event it ends.
    fn take_line(&mut self) -> Result<Option<String>, String> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = line.strip_suffix('\r').unwrap_or(&line);
        if line.is_empty() {
            return Ok(self.data.take());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        match field {
            "data" => {
                let value = value.strip_prefix(' ').unwrap_or(value);
                match &mut self.data {
                    Some(data) => {
                        data.push('\n');
                        data.push_str(value);
                    }
                    None => self.data = Some(value.to_owned()),
                }
                Ok(None)
            }
            "" | "event" | "id" | "retry" => Ok(None),
            _ => Err(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn events(bytes: &[u8], cut: usize) -> Vec<String> {
        let (one, two) = bytes.split_at(cut.min(bytes.len()));
        let mut events = Events::default();
        let mut all = events.push(one).unwrap();
        all.extend(events.push(two).unwrap());
        all.extend(events.end().unwrap());
        all
    }

    #[test]
    fn events_are_the_data_between_blank_lines() {
        let stream = b": hello\nevent: x\ndata: a\n\ndata:b\r\ndata: c\r\n\r\n\n\ndata: d";
        assert_eq!(events(stream, 0), ["a", "b\nc", "d"]);
    }

    #[test]
    fn a_page_is_no_event_stream() {
        let mut events = Events::default();
        assert_eq!(events.push(b"<html>\n"), Err("<html>".to_owned()));
    }

    proptest! {
        #[test]
        fn cuts_make_no_difference(
            lines in proptest::collection::vec("(data: [aé🦀]{0,4}|:c|)\r?\n", 0..8),
            cut in 0usize..120,
        ) {
            let stream = lines.concat();
            prop_assert_eq!(events(stream.as_bytes(), cut), events(stream.as_bytes(), 0));
        }
    }
}
