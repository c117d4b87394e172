//! Text in other encodings becomes UTF-8 before it is parsed.

use std::io::{self, Read};
use std::str::FromStr;

use crate::unit::Format;

/// A character encoding, by its WHATWG label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl FromStr for Encoding {
    type Err = String;

    fn from_str(label: &str) -> Result<Self, String> {
        encoding_rs::Encoding::for_label(label.as_bytes()).map(Encoding).ok_or_else(|| {
            format!("'{label}' is no encoding known here; try windows-1252, utf-16le or shift_jis")
        })
    }
}

/// Text in the encoding the user named, or in UTF-16 with its mark, becomes UTF-8.
pub(crate) fn decode(bytes: Vec<u8>, format: Format, named: Option<Encoding>) -> Vec<u8> {
    if !format.has_lines() {
        return bytes;
    }
    let marked = encoding_rs::Encoding::for_bom(&bytes).map(|(e, _)| e);
    let encoding = match (marked, named) {
        (Some(e), _) if e == encoding_rs::UTF_8 => return bytes,
        (Some(e), _) if format != Format::Html => e,
        (_, Some(Encoding(e))) => e,
        _ => return bytes,
    };
    let text = encoding.decode(&bytes).0.into_owned();
    // The mark tells the HTML reader that the page's own declaration no longer holds.
    let mark = if format == Format::Html { "\u{feff}" } else { "" };
    format!("{mark}{text}").into_bytes()
}

/// A stream in UTF-16 as UTF-8, for formats that are cut into pieces before they are decoded.
pub(crate) struct Utf8Stream<R> {
    inner: R,
    decoder: encoding_rs::Decoder,
    ready: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> Utf8Stream<R> {
    /// The decoded stream, if `head`, its start, has the mark of UTF-16.
    pub(crate) fn marked(inner: R, head: &[u8]) -> Result<Self, R> {
        match encoding_rs::Encoding::for_bom(head) {
            Some((encoding, _)) if encoding != encoding_rs::UTF_8 => Ok(Utf8Stream {
                inner,
                decoder: encoding.new_decoder_with_bom_removal(),
                ready: Vec::new(),
                given: 0,
                ended: false,
            }),
            _ => Err(inner),
        }
    }
}

impl<R: Read> Read for Utf8Stream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() && !self.ended {
            let mut raw = [0; 32 << 10];
            let read = self.inner.read(&mut raw)?;
            self.ended = read == 0;
            let room = self.decoder.max_utf8_buffer_length(read).unwrap_or(4 * raw.len());
            self.ready.resize(room, 0);
            let (_, _, written, _) =
                self.decoder.decode_to_utf8(&raw[..read], &mut self.ready, self.ended);
            self.ready.truncate(written);
            self.given = 0;
        }
        let length = buffer.len().min(self.ready.len() - self.given);
        buffer[..length].copy_from_slice(&self.ready[self.given..self.given + length]);
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_stream_is_decoded_whatever_the_reads() {
        let text = "Grüße 🌋\n".repeat(9000);
        let mut bytes = vec![0xfe, 0xff];
        bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        let Ok(mut stream) = Utf8Stream::marked(&bytes[..], &bytes[..10]) else { panic!() };
        let mut decoded = Vec::new();
        let mut small = [0; 7];
        loop {
            match stream.read(&mut small).unwrap() {
                0 => break,
                n => decoded.extend(&small[..n]),
            }
        }
        assert_eq!(String::from_utf8(decoded).unwrap(), text);
        assert!(Utf8Stream::marked(&b"\xef\xbb\xbfplain"[..], b"\xef\xbb\xbfplain").is_err());
    }
}
