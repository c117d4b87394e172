//! XHTML made readable as HTML, where `<title/>` opens a title that never ends.

/// Elements that never hold anything, in HTML too.
const VOID: [&[u8]; 14] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param",
    b"source", b"track", b"wbr",
];

/// A page in which every `<name/>` that HTML would leave open is written `<name></name>`.
pub(super) fn closed(page: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(page.len() + 64);
    let mut rest = page;
    while let Some(at) = memchr::memchr(b'<', rest) {
        let (before, from) = rest.split_at(at);
        out.extend_from_slice(before);
        let end = tag_end(from).unwrap_or(from.len());
        let (tag, after) = from.split_at(end);
        rest = after;
        let name = name(tag);
        match tag.strip_suffix(b"/>") {
            Some(open) if !name.is_empty() && !is_void(name) => {
                out.extend_from_slice(open);
                out.extend_from_slice(b"></");
                out.extend_from_slice(name);
                out.push(b'>');
            }
            _ => out.extend_from_slice(tag),
        }
    }
    out.extend_from_slice(rest);
    out
}

/// Where a tag, a comment or a CDATA section that starts here ends.
fn tag_end(from: &[u8]) -> Option<usize> {
    for (open, close) in [(&b"<!--"[..], &b"-->"[..]), (b"<![CDATA[", b"]]>")] {
        if from.starts_with(open) {
            return memchr::memmem::find(from, close).map(|at| at + close.len());
        }
    }
    let mut quote = None;
    for (at, byte) in from.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

fn name(tag: &[u8]) -> &[u8] {
    let inside = tag.get(1..).unwrap_or_default();
    let starts = inside.first().is_some_and(u8::is_ascii_alphabetic);
    let end = inside.iter().position(|b| !b.is_ascii_alphanumeric() && !b":-_".contains(b));
    inside.get(..end.unwrap_or(inside.len())).filter(|_| starts).unwrap_or_default()
}

fn is_void(name: &[u8]) -> bool {
    VOID.iter().any(|void| void.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_elements_are_closed_as_html_wants() {
        let closed = |page: &str| String::from_utf8(closed(page.as_bytes())).unwrap();
        assert_eq!(
            closed("<title/><a id=\"x>\" />t<br/><hr /><!-- <a/> --><p>a<b/></p>"),
            "<title></title><a id=\"x>\" ></a>t<br/><hr /><!-- <a/> --><p>a<b></b></p>"
        );
        assert_eq!(closed("a < b <"), "a < b <");
    }
}
