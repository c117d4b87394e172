use proptest::prelude::*;

use super::parse;
use crate::document::Document;
use crate::unit::{Format, Parsed, Problem, Redirect, Unit, Why};

const DUMP: &str = include_str!("../../tests/data/dump.xml");

fn unit(bytes: &[u8], offset: usize) -> Unit {
    Unit {
        source: "w".into(),
        path: "dump.xml".into(),
        format: Format::MediaWiki,
        bytes: bytes.to_vec(),
        offset: offset as u64,
        line: 1,
    }
}

/// The dump's pages, as the scanner would cut them out.
fn pages() -> Vec<Result<Parsed, Problem>> {
    let starts = DUMP.match_indices("<page>").map(|(at, _)| at);
    let ends = DUMP.match_indices("</page>").map(|(at, end)| at + end.len());
    let pages = starts.zip(ends);
    pages.map(|(start, end)| parse(&unit(&DUMP.as_bytes()[start..end], start))).collect()
}

fn document(index: usize) -> Document {
    match pages().swap_remove(index) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("no document: {other:?}"),
    }
}

#[test]
fn every_page_of_the_dump() {
    let redirect = |id: &str, from: &str| {
        Ok(Parsed::Redirect(Redirect {
            id: id.into(),
            from: from.into(),
            to: "w title:Gull Point".into(),
        }))
    };
    let pages = pages();
    assert_eq!(pages.len(), 8);
    assert!(matches!(&pages[0], Ok(Parsed::Document(d)) if d.id == "w/11"));
    assert_eq!(pages[1], redirect("w/12", "w title:The Point"));
    assert_eq!(pages[2], redirect("w/13", "w title:AT&T Tower"));
    assert_eq!(pages[3], Ok(Parsed::Nothing(Why::Namespace)));
    assert_eq!(pages[4], Ok(Parsed::Nothing(Why::Namespace)));
    assert!(matches!(&pages[5], Ok(Parsed::Document(d)) if d.id == "w/16"));
    assert!(matches!(&pages[6], Ok(Parsed::Document(d)) if d.text.is_empty()));
    let problem = pages[7].clone().unwrap_err();
    assert_eq!(problem.offset, Some(DUMP.find("&bogus;").unwrap() as u64));
    assert_eq!(problem.message, "unknown entity &bogus;");
}

#[test]
fn entities_are_decoded_twice() {
    let page = document(0);
    assert_eq!(page.title, "Gull Point");
    assert_eq!(page.names, ["w title:Gull Point"]);
    assert_eq!(
        page.text,
        "Gull Point is a \"headland\" of Tarn Harbour – its name was first written Gulpynt. \
         Café owners sell R&D-grade tea.\n\nName: \"Gull Point\"\n\nThe lamp burns 12 l a night; Ann's father lit it."
    );
    assert_eq!(page.links[0].target, "w title:Tarn Harbour");
    assert_eq!(page.sections[1].path, ["Lights"]);
}

#[test]
fn the_last_revision_counts_and_any_script_is_read() {
    let page = document(5);
    assert_eq!(page.title, "Ólafur \"Örn\" 語");
    assert_eq!(page.names, ["w title:Ólafur \"Örn\" 語"]);
    assert_eq!(
        page.text,
        "Ólafur (語: kotoba) painted \"gulls\" & seas. He died in 1911 — at sea."
    );
}

#[test]
fn words_lead_back_to_the_file() {
    for (index, words) in [
        (0, "Gull is headland Tarn Harbour first Gulpynt Café owners tea. lamp 12 night; father"),
        (5, "Ólafur 語 kotoba painted gulls seas. died 1911 sea."),
    ] {
        let page = document(index);
        let mut from = 0;
        for word in words.split(' ') {
            let at = from + page.text[from..].find(word).unwrap();
            let source = page.offsets.source_range(at..at + word.len());
            let seen = &DUMP[source.start as usize..source.end as usize];
            assert_eq!(
                seen,
                match word {
                    "seas." => "sea]]s.",
                    word => word,
                }
            );
            from = at;
        }
    }
}

#[test]
fn problems_say_where() {
    for (xml, at, message) in [
        ("<page><id>1</id></page>", 0, "a page without <title>; is the dump complete?"),
        ("<page><title>A</title></page>", 0, "a page without <id>; is the dump complete?"),
        (
            "<page><title>A</title><id>1</id></page>",
            0,
            "a page without <text>; is the dump complete?",
        ),
        ("<page><title>A</title>", 22, "the page ends before </page>; is the dump complete?"),
        ("", 0, "the page ends before </page>; is the dump complete?"),
    ] {
        let problem = parse(&unit(xml.as_bytes(), 100)).unwrap_err();
        assert_eq!((problem.offset, problem.message.as_str()), (Some(100 + at), message));
        assert_eq!(problem.path, "w/dump.xml");
    }
    let broken = parse(&unit(b"<page><title>A</titel></page>", 100)).unwrap_err();
    assert_eq!(broken.offset, Some(114));
    assert!(broken.message.starts_with("broken XML: "), "{}", broken.message);
    let latin = parse(&unit(b"<page>\xe9</page>", 100)).unwrap_err();
    assert_eq!(latin.offset, Some(106));
}

#[test]
fn a_byte_order_mark_does_not_shift_offsets() {
    let xml =
        "\u{feff}<page><title>A</title><id>1</id><revision><text>word</text></revision></page>";
    let Ok(Parsed::Document(page)) = parse(&unit(xml.as_bytes(), 0)) else {
        panic!("no document");
    };
    assert_eq!(page.offsets.source(0) as usize, xml.find("word").unwrap());
}

#[test]
fn deep_nesting_is_a_problem() {
    let xml = "<a>".repeat(100_000);
    assert!(parse(&unit(xml.as_bytes(), 0)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn damaged_pages_do_not_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let start = DUMP.find("<page>").unwrap();
        let mut bytes = DUMP.as_bytes()[start..].to_vec();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let at = cut.index(bytes.len());
        let _ = parse(&unit(&bytes[at..], start + at));
        let _ = parse(&unit(&bytes[..at], start));
        let _ = parse(&unit(&bytes, start));
    }
}
