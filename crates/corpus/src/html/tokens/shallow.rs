//! Keeps the tokenizer's stack shallow.
//!
//! html5gum goes from one attribute in double quotes to the next by calling itself, so a tag with
//! tens of thousands of them would overflow the stack. A solidus between two attributes means
//! nothing in HTML, but makes the tokenizer return to its loop; so now and then the white space
//! after a quoted value is handed over as one. Positions stay as they are.

use std::convert::Infallible;

use html5gum::{Readable, Reader, StringReader};

/// Attributes in a row that the tokenizer may nest.
const MOST_NESTED: u32 = 64;

/// A page's text for the tokenizer.
pub(super) struct ShallowReader<'s> {
    source: &'s [u8],
    inner: StringReader<'s>,
    /// Bytes handed out.
    at: usize,
    /// The last read ended a value in double quotes.
    quoted: bool,
    nested: u32,
}

impl<'s> ShallowReader<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        ShallowReader {
            source: source.as_bytes(),
            inner: source.to_reader(),
            at: 0,
            quoted: false,
            nested: 0,
        }
    }
}

impl Reader for ShallowReader<'_> {
    type Error = Infallible;

    #[inline(always)]
    fn read_byte(&mut self) -> Result<Option<u8>, Infallible> {
        let byte = self.inner.read_byte()?;
        self.at += usize::from(byte.is_some());
        if std::mem::take(&mut self.quoted) {
            self.nested += 1;
            let ends_tag = self.source.get(self.at) == Some(&b'>');
            let space = matches!(byte, Some(b' ' | b'\t' | b'\n' | b'\r' | b'\x0c'));
            if self.nested >= MOST_NESTED && space && !ends_tag {
                self.nested = 0;
                return Ok(Some(b'/'));
            }
        }
        Ok(byte)
    }

    #[inline(always)]
    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Infallible> {
        let found = self.inner.try_read_string(text, case_sensitive)?;
        self.at += if found { text.len() } else { 0 };
        Ok(found)
    }

    #[inline(always)]
    fn read_until<'b>(
        &'b mut self,
        needle: &[u8],
        buffer: &'b mut [u8; 4],
    ) -> Result<Option<&'b [u8]>, Infallible> {
        let chunk = self.inner.read_until(needle, buffer)?;
        self.at += chunk.map_or(0, <[u8]>::len);
        // Only a value in double quotes ends at `"` and has references.
        self.quoted = chunk == Some(&b"\""[..]) && needle.contains(&b'&');
        Ok(chunk)
    }
}

#[cfg(test)]
mod tests {
    use crate::unit::{Format, Parsed, Unit, parse};

    /// The page's text, read on a thread with a small stack.
    fn text(html: String) -> String {
        let read = move || {
            let unit = Unit {
                source: "s".into(),
                path: "a.html".into(),
                format: Format::Html,
                bytes: html.into_bytes(),
                offset: 0,
                line: 1,
            };
            match parse(&unit, &Default::default()) {
                Ok(Parsed::Document(document)) => document.text,
                other => panic!("{other:?}"),
            }
        };
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        thread.spawn(read).unwrap().join().unwrap()
    }

    #[test]
    fn a_tag_with_many_attributes_is_read() {
        for white in [" ", "\n", "\r\n", "\t"] {
            for attribute in ["a=\"\"", "a=\"b\"", "a='b'", "a=b", "a"] {
                let many = format!("{white}{attribute}").repeat(20_000);
                let html = format!("<p{many}>One.</p><p>Two.</p>");
                assert_eq!(text(html), "One.\n\nTwo.", "{white:?} {attribute}");
            }
        }
    }

    #[test]
    fn a_solidus_put_in_closes_no_element() {
        for length in 60..70 {
            let many = " a=\"b\"".repeat(length);
            for end in [">", " >", "  >", " x>"] {
                let html = format!("<p>Seen.</p><nav{many}{end}Menu.</nav><p>Too.</p>");
                assert_eq!(text(html), "Seen.\n\nToo.", "{length} {end:?}");
            }
        }
    }

    #[test]
    fn deep_nesting_and_long_references_are_read() {
        assert_eq!(text(format!("{}Deep.", "<div>".repeat(100_000))), "Deep.");
        assert_eq!(text(format!("{}Deep.", "<b><i>".repeat(50_000))), "Deep.");
        let reference = format!("<p>A&#{};B</p>", "9".repeat(1_000_000));
        assert_eq!(text(reference), "A\u{fffd}B");
        let names = format!("<p>A {}</p>", "&CounterClockwiseContourIntegral;".repeat(20_000));
        assert_eq!(text(names).chars().filter(|c| *c == '\u{2233}').count(), 20_000);
    }
}
