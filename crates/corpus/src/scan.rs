//! Cuts a byte stream into lines or elements without holding more than one of them.

use std::io::{self, Read};

use memchr::memmem;

/// What separates the pieces of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Lines, without their line break.
    Lines,
    /// From `start` to the end of `end`.
    Elements {
        /// Where a piece starts.
        start: &'static str,
        /// How it ends.
        end: &'static str,
    },
}

pub(crate) const PAGES: Pieces = Pieces::Elements { start: "<page>", end: "</page>" };
pub(crate) const DOCS: Pieces = Pieces::Elements { start: "<doc ", end: "</doc>" };

/// One piece, or what was wrong with it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Whole(Vec<u8>),
    /// More bytes than allowed; it was passed over.
    TooLong,
    /// The stream ended inside it.
    Cut,
}

/// A piece and where it starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub piece: Piece,
    pub offset: u64,
    pub line: u64,
}

pub(crate) struct Scanner<R> {
    reader: R,
    pieces: Pieces,
    limit: usize,
    buffer: Vec<u8>,
    /// Bytes of `buffer` already handed out.
    start: usize,
    offset: u64,
    line: u64,
    ended: bool,
}

const CHUNK: usize = 128 << 10;

impl<R: Read> Scanner<R> {
    pub(crate) fn new(reader: R, pieces: Pieces, limit: usize) -> Self {
        Scanner {
            reader,
            pieces,
            limit,
            buffer: Vec::new(),
            start: 0,
            offset: 0,
            line: 1,
            ended: false,
        }
    }

    /// The next piece; `None` at the end of the stream.
    pub(crate) fn next_piece(&mut self) -> io::Result<Option<Found>> {
        match self.pieces {
            Pieces::Lines => self.next_line(),
            Pieces::Elements { start, end } => self.next_element(start.as_bytes(), end.as_bytes()),
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Found>> {
        let (offset, line) = (self.offset, self.line);
        let (piece, length) = match self.find(b"\n", 0)? {
            Search::At(end) => (Piece::Whole(self.window()[..end].to_vec()), end + 1),
            Search::Ended if self.window().is_empty() => return Ok(None),
            Search::Ended => (Piece::Whole(self.window().to_vec()), self.window().len()),
            Search::TooFar => {
                if self.skip_past(b"\n")? {
                    self.line += 1;
                }
                return Ok(Some(Found { piece: Piece::TooLong, offset, line }));
            }
        };
        self.consume(length);
        self.line += 1;
        Ok(Some(Found { piece, offset, line }))
    }

    fn next_element(&mut self, open: &[u8], close: &[u8]) -> io::Result<Option<Found>> {
        if !self.skip_to(open)? {
            return Ok(None);
        }
        let (offset, line) = (self.offset, self.line);
        let piece = match self.find(close, open.len())? {
            Search::At(end) => {
                let end = end + close.len();
                let whole = self.window()[..end].to_vec();
                self.consume(end);
                Piece::Whole(whole)
            }
            Search::Ended => {
                self.consume(self.window().len());
                Piece::Cut
            }
            Search::TooFar => {
                self.skip_past(close)?;
                Piece::TooLong
            }
        };
        Ok(Some(Found { piece, offset, line }))
    }

    fn window(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let old = self.buffer.len();
        self.buffer.resize(old + CHUNK, 0);
        let read = loop {
            match self.reader.read(&mut self.buffer[old..]) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(old + *read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        Ok(())
    }

    /// Finds `needle` in the window, reading on as far as the limit allows.
    fn find(&mut self, needle: &[u8], from: usize) -> io::Result<Search> {
        let finder = memmem::Finder::new(needle);
        let mut from = from;
        loop {
            let tail = self.window().get(from..).unwrap_or(&[]);
            if let Some(at) = finder.find(tail) {
                return Ok(Search::At(from + at));
            }
            if self.window().len() > self.limit {
                return Ok(Search::TooFar);
            }
            if self.ended {
                return Ok(Search::Ended);
            }
            from = self.window().len().saturating_sub(needle.len() - 1).max(from);
            self.fill()?;
        }
    }

    /// Drops everything before `needle`; false when the stream ends first.
    fn skip_to(&mut self, needle: &[u8]) -> io::Result<bool> {
        let finder = memmem::Finder::new(needle);
        loop {
            if let Some(at) = finder.find(self.window()) {
                self.consume(at);
                return Ok(true);
            }
            if self.ended {
                return Ok(false);
            }
            let kept = needle.len() - 1;
            let drop = self.window().len().saturating_sub(kept);
            self.consume(drop);
            self.fill()?;
        }
    }

    fn skip_past(&mut self, needle: &[u8]) -> io::Result<bool> {
        let found = self.skip_to(needle)?;
        let bytes = if found { needle.len() } else { self.window().len() };
        self.consume(bytes);
        Ok(found)
    }
}

enum Search {
    At(usize),
    Ended,
    TooFar,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(
        input: &[u8],
        pieces: Pieces,
        limit: usize,
    ) -> Vec<(Result<String, &'static str>, u64, u64)> {
        let mut scanner = Scanner::new(input, pieces, limit);
        let mut found = Vec::new();
        while let Some(f) = scanner.next_piece().unwrap() {
            let piece = match f.piece {
                Piece::Whole(bytes) => Ok(String::from_utf8(bytes).unwrap()),
                Piece::TooLong => Err("too long"),
                Piece::Cut => Err("cut"),
            };
            found.push((piece, f.offset, f.line));
        }
        found
    }

    #[test]
    fn lines_carry_their_number_and_offset() {
        let lines = all(b"one\n\nthree", Pieces::Lines, 100);
        assert_eq!(
            lines,
            [(Ok("one".into()), 0, 1), (Ok("".into()), 4, 2), (Ok("three".into()), 5, 3)]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over_and_the_next_one_read() {
        let mut input = vec![b'x'; 3 * CHUNK];
        input.extend(b"\nnext\n");
        let lines = all(&input, Pieces::Lines, 1000);
        assert_eq!(lines[0], (Err("too long"), 0, 1));
        assert_eq!(lines[1].0, Ok("next".into()));
        assert_eq!(lines[1].2, 2);
    }

    #[test]
    fn elements_are_found_between_noise_and_a_cut_one_is_told() {
        let input = b"noise<page>a</page> x <page>b</page><page>c";
        let pages: Vec<_> = all(input, PAGES, 1000).into_iter().map(|p| p.0).collect();
        assert_eq!(pages, [Ok("<page>a</page>".into()), Ok("<page>b</page>".into()), Err("cut")]);
    }

    #[test]
    fn markers_across_buffer_edges_are_seen() {
        for pad in CHUNK - 10..CHUNK + 3 {
            let mut input = vec![b' '; pad];
            input.extend(b"<doc id=1>text</doc>");
            assert_eq!(all(&input, DOCS, 1 << 20)[0].0, Ok("<doc id=1>text</doc>".into()));
        }
    }
}
