//! Gzip files of one or more members, also with something behind the last.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use flate2::bufread::GzDecoder;

/// Reads all members. Zeros after the last are padding; anything else is told and left out.
pub(crate) struct Gzip<R> {
    /// `None` between members.
    member: Option<GzDecoder<R>>,
    between: Option<R>,
    trailing: Rc<Cell<bool>>,
    first: bool,
}

impl<R: BufRead> Gzip<R> {
    pub(crate) fn new(inner: R) -> Self {
        Gzip {
            member: Some(GzDecoder::new(inner)),
            between: None,
            trailing: Rc::default(),
            first: true,
        }
    }

    /// Becomes true when bytes that are no member follow the last.
    pub(crate) fn trailing(&self) -> Rc<Cell<bool>> {
        self.trailing.clone()
    }

    /// Starts the next member, if there is one.
    fn next_member(&mut self, mut inner: R) -> io::Result<()> {
        loop {
            let ready = inner.fill_buf()?;
            let zeros = ready.iter().take_while(|b| **b == 0).count();
            match ready.get(zeros) {
                None if ready.is_empty() => {
                    self.between = Some(inner);
                    return Ok(());
                }
                None => inner.consume(zeros),
                Some(_) => {
                    inner.consume(zeros);
                    self.member = Some(GzDecoder::new(inner));
                    self.first = false;
                    return Ok(());
                }
            }
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.member {
            match member.read(buffer) {
                Ok(0) => {
                    if let Some(member) = self.member.take() {
                        self.next_member(member.into_inner())?;
                    }
                }
                Ok(read) => return Ok(read),
                // A header that is none: what stands here is no member.
                Err(e) if !self.first && member.header().is_none() && is_of_data(&e) => {
                    self.trailing.set(true);
                    self.member = None;
                }
                Err(e) => return Err(e),
            }
        }
        Ok(0)
    }
}

/// Whether an error is one of the data and not of the disk.
fn is_of_data(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn packed(text: &str) -> Vec<u8> {
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        gz.write_all(text.as_bytes()).unwrap();
        gz.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> (io::Result<String>, bool) {
        // A small buffer puts its ends everywhere.
        let mut gzip = Gzip::new(io::BufReader::with_capacity(3, bytes));
        let mut text = String::new();
        let outcome = gzip.read_to_string(&mut text).map(|_| text);
        (outcome, gzip.trailing().get())
    }

    #[test]
    fn all_members_are_read_and_what_follows_is_told() {
        let two = [packed("One. "), packed("Two.")].concat();
        for (after, garbage) in
            [(&b""[..], false), (&[0; 600][..], false), (&b"junk"[..], true), (&b"\x1f"[..], true)]
        {
            let (text, trailing) = read(&[&two[..], after].concat());
            assert_eq!(text.unwrap(), "One. Two.");
            assert_eq!(trailing, garbage, "{after:?}");
        }
    }

    #[test]
    fn members_after_padding_are_read() {
        let padded = [packed("One. "), vec![0; 20], packed("Two.")].concat();
        assert_eq!(read(&padded).0.unwrap(), "One. Two.");
    }

    #[test]
    fn a_truncated_or_wrong_file_is_an_error() {
        let one = packed("Some words that do not shrink.");
        for length in 1..one.len() {
            assert!(read(&one[..length]).0.is_err(), "{length}");
        }
        assert!(read(b"junk").0.is_err());
    }
}
