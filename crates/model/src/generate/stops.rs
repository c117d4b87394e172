//! Lets text through as it becomes certain: whole characters only, and nothing of a stop word.

/// Cuts a stream of bytes before the first completed stop word.
///
/// What comes out does not depend on how the bytes were cut into pieces: it is the text before
/// the stop word that is completed first (the longest, where several end at the same place).
pub(super) struct StopFilter {
    stops: Vec<String>,
    /// The beginning of a character whose end has not come yet.
    bytes: Vec<u8>,
    /// Text that may be the beginning of a stop word.
    held: String,
    stopped: bool,
}

impl StopFilter {
    pub(super) fn new(stops: &[String]) -> StopFilter {
        let stops = stops.iter().filter(|s| !s.is_empty()).cloned().collect();
        StopFilter { stops, bytes: Vec::new(), held: String::new(), stopped: false }
    }

    /// Whether a stop word has come; nothing passes after it.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Takes in some bytes and gives the text that is certain now. Bytes that are no UTF-8 become
    /// U+FFFD.
    pub(super) fn push(&mut self, bytes: &[u8]) -> String {
        if self.stopped {
            return String::new();
        }
        self.bytes.extend_from_slice(bytes);
        self.decode();
        if let Some(at) = self.first_stop() {
            self.stopped = true;
            self.held.truncate(at);
            return std::mem::take(&mut self.held);
        }
        let rest = self.held.split_off(self.certain());
        std::mem::replace(&mut self.held, rest)
    }

    /// Ends the stream and gives what was held back. Half a character at the end is dropped.
    pub(super) fn finish(&mut self) -> String {
        self.stopped = true;
        std::mem::take(&mut self.held)
    }

    fn decode(&mut self) {
        let mut done = 0;
        for chunk in self.bytes.utf8_chunks() {
            self.held.push_str(chunk.valid());
            done += chunk.valid().len();
            let invalid = chunk.invalid();
            let at_end = done + invalid.len() == self.bytes.len();
            if at_end && may_continue(invalid) {
                break;
            }
            if !invalid.is_empty() {
                self.held.push(char::REPLACEMENT_CHARACTER);
            }
            done += invalid.len();
        }
        self.bytes.drain(..done);
    }

    /// Where the stop word begins that is completed first.
    fn first_stop(&self) -> Option<usize> {
        let places = self.stops.iter().filter_map(|stop| {
            let start = self.held.find(stop.as_str())?;
            Some((start + stop.len(), start))
        });
        places.min().map(|(_, start)| start)
    }

    /// How much of the held text cannot be the beginning of a stop word.
    fn certain(&self) -> usize {
        let longest = self.stops.iter().map(String::len).max().unwrap_or(0);
        let from = self.held.len().saturating_sub(longest);
        (from..self.held.len())
            .filter(|&at| self.held.is_char_boundary(at))
            .find(|&at| self.stops.iter().any(|stop| stop.starts_with(&self.held[at..])))
            .unwrap_or(self.held.len())
    }
}

/// Whether the bytes are the beginning of a character.
fn may_continue(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_err_and(|e| e.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn through(stops: &[&str], pieces: &[&[u8]]) -> (Vec<String>, bool) {
        let stops: Vec<String> = stops.iter().map(|s| (*s).to_owned()).collect();
        let mut filter = StopFilter::new(&stops);
        let mut out: Vec<String> = pieces.iter().map(|piece| filter.push(piece)).collect();
        let stopped = filter.stopped();
        out.push(filter.finish());
        (out, stopped)
    }

    /// The definition, on the whole text at once.
    fn expected(text: &str, stops: &[String]) -> String {
        let mut first: Option<(usize, usize)> = None;
        for stop in stops.iter().filter(|s| !s.is_empty()) {
            for (start, _) in text.char_indices() {
                if text[start..].starts_with(stop.as_str()) {
                    let place = (start + stop.len(), start);
                    first = Some(first.map_or(place, |f| f.min(place)));
                }
            }
        }
        first.map_or(text, |(_, start)| &text[..start]).to_owned()
    }

    #[test]
    fn text_without_stop_words_passes_at_once() {
        assert_eq!(through(&[], &[b"ab", b"c"]), (vec!["ab".into(), "c".into(), "".into()], false));
    }

    #[test]
    fn a_stop_word_across_pieces_is_never_shown() {
        let (out, stopped) = through(&["</s>"], &[b"a<", b"/", b"s>b", b"c"]);
        assert_eq!(out, ["a", "", "", "", ""]);
        assert!(stopped);
    }

    #[test]
    fn a_beginning_of_a_stop_word_is_given_back_when_it_was_none() {
        assert_eq!(through(&["</s>"], &[b"a</", b"b>"]).0, ["a", "</b>", ""]);
        assert_eq!(through(&["</s>"], &[b"a</"]).0, ["a", "</"]);
    }

    #[test]
    fn the_word_completed_first_wins_and_of_those_the_longest() {
        assert_eq!(through(&["abc", "b"], &[b"xabc"]).0.concat(), "xa");
        assert_eq!(through(&["c", "abc"], &[b"xabc"]).0.concat(), "x");
    }

    #[test]
    fn an_empty_stop_word_means_nothing() {
        assert_eq!(through(&[""], &[b"abc"]).0.concat(), "abc");
    }

    #[test]
    fn a_character_is_shown_only_when_it_is_whole() {
        let bytes = "é🦀".as_bytes();
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(through(&[], &pieces).0, ["", "é", "", "", "", "🦀", ""]);
        assert_eq!(through(&[], &[&bytes[..3]]).0.concat(), "é");
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        assert_eq!(through(&[], &[b"a\xff", b"\xc3", b"b"]).0.concat(), "a\u{fffd}\u{fffd}b");
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(
            text in "[abé🦀\n]{0,24}",
            stops in proptest::collection::vec("[abé🦀\n]{0,4}", 0..4),
            cuts in proptest::collection::vec(0usize..80, 0..12),
        ) {
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.iter().map(|c| c % (bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let mut filter = StopFilter::new(&stops);
            let mut out = String::new();
            for pair in cuts.windows(2) {
                out.push_str(&filter.push(&bytes[pair[0]..pair[1]]));
            }
            out.push_str(&filter.finish());
            prop_assert_eq!(out, expected(&text, &stops));
        }

        #[test]
        fn any_bytes_come_out_as_their_lossy_text(
            bytes in proptest::collection::vec(any::<u8>(), 0..32),
            cut in 0usize..33,
        ) {
            let cut = cut.min(bytes.len());
            let mut filter = StopFilter::new(&[]);
            let out = filter.push(&bytes[..cut]) + &filter.push(&bytes[cut..]) + &filter.finish();
            let whole = String::from_utf8_lossy(&bytes);
            let unfinished = bytes.utf8_chunks().last().is_some_and(|c| may_continue(c.invalid()));
            let whole = if unfinished { &whole[..whole.len() - 3] } else { &whole[..] };
            prop_assert_eq!(out, whole);
        }
    }
}
