//! From a page's bytes to text: byte order mark, then what the page declares, then what the
//! bytes allow.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use memchr::memmem;

/// How far into a page its encoding may be declared.
const DECLARATION: usize = 4096;
/// How much of a page is looked at to see that it is text at all.
const SAMPLE: usize = 8192;

/// A page's text, and where that text starts in the bytes.
#[derive(Debug)]
pub(super) struct Decoded<'b> {
    pub(super) text: Cow<'b, str>,
    /// The byte order mark's length; 0 when the page was decoded, since offsets then refer to
    /// the decoded text.
    pub(super) start: usize,
}

/// Decodes a page; `None` when the bytes are no text.
pub(super) fn decode(bytes: &[u8]) -> Option<Decoded<'_>> {
    let (encoding, mark) = match Encoding::for_bom(bytes) {
        Some(found) => found,
        None => (declared(bytes).unwrap_or_else(|| guessed(bytes)), 0),
    };
    let body = bytes.get(mark..).unwrap_or_default();
    let decoded = match std::str::from_utf8(body) {
        Ok(text) if encoding == UTF_8 => Decoded { text: Cow::Borrowed(text), start: mark },
        _ => {
            let (text, _) = encoding.decode_without_bom_handling(body);
            Decoded { text: Cow::Owned(text.into_owned()), start: 0 }
        }
    };
    is_text(&decoded.text).then_some(decoded)
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 }
}

/// The encoding named by `<meta>` or the XML declaration.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARATION).unwrap_or(bytes).to_ascii_lowercase();
    let xml = head.strip_prefix(b"<?xml").and_then(|rest| named_in(rest, b"encoding"));
    let found = xml.or_else(|| {
        memmem::find_iter(&head, b"<meta").find_map(|at| named_in(head.get(at..)?, b"charset"))
    })?;
    // A page that can be read as ASCII cannot be UTF-16, whatever it says.
    Some(if found.is_ascii_compatible() { found } else { UTF_8 })
}

/// The encoding after `key=` in the tag that `tag` starts with.
fn named_in(tag: &[u8], key: &[u8]) -> Option<&'static Encoding> {
    let tag = tag.get(..memchr::memchr(b'>', tag)?)?;
    let value = tag.get(memmem::find(tag, key)? + key.len()..)?.trim_ascii_start();
    let value = value.strip_prefix(b"=")?.trim_ascii_start();
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let end = value.iter().position(|b| b"\"' ;/\t\r\n".contains(b)).unwrap_or(value.len());
    Encoding::for_label(value.get(..end)?)
}

fn is_text(text: &str) -> bool {
    let sample = text.as_bytes().get(..SAMPLE).unwrap_or(text.as_bytes());
    let control = sample
        .iter()
        .filter(|&&b| b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b))
        .count();
    control * 50 <= sample.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        decode(bytes).unwrap().text.into_owned()
    }

    #[test]
    fn a_byte_order_mark_wins() {
        let decoded = decode(b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa9").unwrap();
        assert_eq!((&*decoded.text, decoded.start), ("<meta charset=latin1>é", 3));
        assert_eq!(text(b"\xff\xfeh\0i\0"), "hi");
    }

    #[test]
    fn the_declared_encoding_is_used() {
        assert_eq!(text(b"<META CHARSET='ISO-8859-2'>\xb1"), "<META CHARSET='ISO-8859-2'>ą");
        let old = b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=koi8-r\">\xc1";
        assert!(text(old).ends_with('а'));
        assert!(text(b"<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\xe9").ends_with('é'));
        assert!(text("<meta charset=utf-16>é".as_bytes()).ends_with('é'));
    }

    #[test]
    fn undeclared_bytes_are_utf8_or_else_windows_1252() {
        assert_eq!(text("é".as_bytes()), "é");
        assert_eq!(text(b"\x93caf\xe9\x94"), "“café”");
    }

    #[test]
    fn binary_is_no_text() {
        assert!(decode(b"\x7fELF\0\0\0\x01\0\0\0").is_none());
        assert!(decode(b"").is_some());
    }
}
