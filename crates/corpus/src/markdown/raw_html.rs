//! The text of raw HTML blocks.

use crate::wikitext::decode_entity;

/// A longer tag is a "less than" sign.
const LONGEST_TAG: usize = 2000;

/// The text between tags, and where each piece stands; comments, scripts and styles have none.
pub(super) fn text(html: &str) -> Vec<(String, usize)> {
    let mut pieces: Vec<(String, usize)> = Vec::new();
    let mut at = 0;
    while at < html.len() {
        let rest = html.get(at..).unwrap_or_default();
        let end = rest.find(['<', '&']).unwrap_or(rest.len());
        if end > 0 {
            pieces.push((rest.get(..end).unwrap_or_default().to_owned(), at));
            at += end;
            continue;
        }
        at += match rest.starts_with('&') {
            true => {
                let (char, len) = decode_entity(rest).unwrap_or(('&', 1));
                pieces.push((char.to_string(), at));
                len
            }
            false => match tag(rest) {
                Some((len, ends_line)) => {
                    if ends_line {
                        pieces.push((" ".into(), at));
                    }
                    len
                }
                None => {
                    pieces.push(("<".into(), at));
                    1
                }
            },
        };
    }
    pieces
}

/// The length of the tag, comment or script that a text starts with, and whether words on its
/// sides are apart.
fn tag(rest: &str) -> Option<(usize, bool)> {
    if rest.starts_with("<!--") {
        return Some((rest.find("-->").map_or(rest.len(), |end| end + 3), true));
    }
    let name = rest.get(1..)?.trim_start_matches('/');
    let len = name.bytes().take(20).take_while(u8::is_ascii_alphanumeric).count();
    if len == 0 && !rest.starts_with("<!") && !rest.starts_with("<?") {
        return None;
    }
    let end = rest.bytes().take(LONGEST_TAG).position(|b| b == b'>')? + 1;
    let name = name.get(..len)?.to_ascii_lowercase();
    if matches!(name.as_str(), "script" | "style") && !rest.starts_with("</") {
        let close = rest.find("</").map_or(rest.len(), |close| close.max(end));
        return Some((close, true));
    }
    let inline = matches!(
        name.as_str(),
        "a" | "b"
            | "i"
            | "em"
            | "strong"
            | "code"
            | "span"
            | "sub"
            | "sup"
            | "kbd"
            | "u"
            | "s"
            | "small"
            | "img"
    );
    Some((end, !inline))
}
