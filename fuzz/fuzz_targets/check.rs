// What must hold of every unit, whatever its bytes: it parses or is refused without a panic, and
// passages stand inside their sections, in order, on character boundaries.

use grice_corpus::{FieldMap, Format, Parsed, Unit, parse, passages};

pub fn check(format: Format, bytes: &[u8]) {
    let unit = Unit {
        source: "fuzz".into(),
        path: "folder/page.html".into(),
        format,
        bytes: bytes.to_vec(),
        offset: 7,
        line: 1,
    };
    let Ok(Parsed::Document(document)) = parse(&unit, &FieldMap::default()) else { return };
    let mut end = 0;
    for passage in passages(&document) {
        assert!(passage.range.start >= end && !passage.range.is_empty());
        assert!(document.text.get(passage.range.clone()).is_some());
        assert!(passage.source.start <= passage.source.end);
        assert!(
            document.sections.iter().any(|s| {
                s.range.start <= passage.range.start && passage.range.end <= s.range.end
            })
        );
        end = passage.range.end;
    }
}

/// The bytes as a whole `<page>` element, and as the wikitext of one.
#[allow(dead_code)] // one target's own
pub fn check_wikitext(bytes: &[u8]) {
    check(Format::MediaWiki, bytes);
    let text = String::from_utf8_lossy(bytes);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let page = format!(
        "<page><title>T</title><ns>0</ns><id>1</id><revision><text>{escaped}</text></revision></page>"
    );
    check(Format::MediaWiki, page.as_bytes());
}
