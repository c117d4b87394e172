use proptest::prelude::*;

use super::*;
use crate::block::BlockKind::{self, *};
use crate::document::Document;
use crate::unit::Format;

fn unit(text: &str) -> Unit {
    Unit {
        source: "docs".into(),
        path: "guide/page.adoc".into(),
        format: Format::AsciiDoc,
        bytes: text.as_bytes().to_vec(),
        offset: 0,
        line: 1,
    }
}

fn read(text: &str) -> Document {
    match parse(&unit(text)) {
        Ok(Parsed::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
}

#[track_caller]
fn gives(text: &str, expected: &[(BlockKind, &str)]) {
    assert_eq!(blocks(&read(text)), expected, "{text}");
}

#[test]
fn titles_and_sections() {
    let text = "= The Manual\nAnn Author <a@b.org>\nv1.0\n:product: Grice\n\nLead of {product}.\n\n[[inst]]\n== Installing\n\nHow.\n\n=== From source\n\nMake.\n\nUsing\n-----\n\nSo.\n";
    let d = read(text);
    assert_eq!((d.id.as_str(), d.title.as_str()), ("docs/guide/page", "The Manual"));
    let seen: Vec<_> = d
        .sections
        .iter()
        .map(|s| (s.path.join("/"), s.anchor.as_deref(), &d.text[s.range.clone()]))
        .collect();
    assert_eq!(
        seen,
        [
            (String::new(), None, "Lead of Grice."),
            ("Installing".into(), Some("inst"), "How."),
            ("Installing/From source".into(), Some("_from_source"), "Make."),
            ("Using".into(), Some("_using"), "So."),
        ]
    );
    for word in ["Lead", "How", "Make", "So"] {
        let at = d.text.find(word).unwrap();
        assert_eq!(d.offsets.source(at) as usize, text.find(word).unwrap(), "{word}");
    }
}

#[test]
fn inline_markup_goes() {
    let text = "Use *this*, _that_, `a_b` and `+x*y+`, **b**old, H~2~O, link:../a.adoc[the a], \
        <<inst,installing>>, https://x.org[site], https://y.org/a_b_c, xref:b.adoc#z[B], linkgit:git-log[1],\n\
        ((shown)) (((hidden)))[[here]]\\*not*, [.role]#marked#, kbd:[Ctrl], 2 * 3 * 4, snake_case_name, \
        footnote:[Small _print_.] stem:[x^2] &amp; {unknown} {plus}.\n";
    let d = read(text);
    assert_eq!(
        d.text,
        "Use this, that, a_b and x*y, bold, H2O, the a, installing, site, https://y.org/a_b_c, B, \
         git-log(1), shown *not*, marked, Ctrl, 2 * 3 * 4, snake_case_name, (Small print.) x^2 & \
         {unknown} +."
    );
    let links: Vec<_> = d.links.iter().map(|l| (l.target.as_str(), l.text.as_str())).collect();
    assert_eq!(links, [("docs path:a.adoc", "the a"), ("docs path:guide/b.adoc", "B")]);
    for word in ["this", "that", "the a", "installing", "marked", "snake_case"] {
        let at = d.text.find(word).unwrap();
        assert_eq!(d.offsets.source(at) as usize, text.find(word).unwrap(), "{word}");
    }
}

#[test]
fn lists_nest_and_go_on() {
    gives(
        "* one\ngoes on\n** inner\n* two\n+\nattached\n+\n----\ncode\n----\n\n//-\n\n. first\n. second\n\nEnd.\n",
        &[
            (List, "one goes on\ninner\ntwo\nattached\ncode"),
            (Item, "one goes on\ninner"),
            (List, "inner"),
            (Item, "inner"),
            (Item, "two\nattached\ncode"),
            (Code, "code"),
            (List, "first\nsecond"),
            (Step, "first"),
            (Step, "second"),
            (Paragraph, "End."),
        ],
    );
}

#[test]
fn terms_have_descriptions() {
    gives(
        "-a::\n--all::\n\tShow all.\n+\nMore.\n\n-b:: text\n* item\n\n-c::\n+\n--\nx:::\n  inner\n--\n\nEnd.\n",
        &[
            (Definition, "-a\n--all\nShow all.\nMore."),
            (Definition, "-b\ntext\nitem"),
            (List, "item"),
            (Item, "item"),
            (Definition, "-c\nx\ninner"),
            (Definition, "x\ninner"),
            (Paragraph, "End."),
        ],
    );
}

#[test]
fn delimited_blocks() {
    gives(
        ".Hello\n[source,ruby]\n----\ndef x\n  1\n----\n\n....\nas is\n....\n\n[NOTE]\n====\nMind *it*.\n\nTwice.\n====\n\nWARNING: Hot.\n\n****\nAside.\n****\n\n////\nhidden\n////\n\n indented\n   code\n\n[stem]\n++++\nx = y\n++++\n\n// gone\nifdef::x[]\nkept\nendif::[]\ninclude::y[]\n",
        &[
            (Caption, "Hello"),
            (Code, "def x\n  1"),
            (Code, "as is"),
            (Paragraph, "Note: Mind it."),
            (Paragraph, "Twice."),
            (Paragraph, "Warning: Hot."),
            (Paragraph, "Aside."),
            (Code, "indented\n  code"),
            (Formula, "x = y"),
            (Paragraph, "kept"),
        ],
    );
}

#[test]
fn rows_are_read_with_their_heads() {
    let rows = [
        (Table, "Key: a | Value: one two\nKey: b"),
        (Row, "Key: a | Value: one two"),
        (Row, "Key: b"),
    ];
    gives("|===\n|Key |Value\n\n|a\n|one\ntwo\n\n|b |\n|===\n", &rows);
    gives(
        "[cols=\"1,2\",options=\"header\"]\n|===\n|Key\n|Value\n|a|one `two`\n|b|\n|===\n",
        &rows,
    );
    gives(
        ".Keys\n[%header,format=csv]\n|===\nKey,Value\na,\"one two\"\nb,\n|===\n",
        &[&[(Caption, "Keys")], &rows[..]].concat(),
    );
    gives(
        "|===\n|a 2+|wide\n.2+|tall |x |y\n|p |q\n|===\n",
        &[
            (Table, "a | wide\ntall | x | y\ntall | p | q"),
            (Row, "a | wide"),
            (Row, "tall | x | y"),
            (Row, "tall | p | q"),
        ],
    );
}

const TOKENS: [&str; 44] = [
    "\n",
    "\n\n",
    " ",
    "= ",
    "== ",
    "* ",
    "** ",
    "- ",
    ". ",
    "1. ",
    "::",
    ":: ",
    "+\n",
    "----\n",
    "....\n",
    "====\n",
    "--\n",
    "|===\n",
    "|",
    "2+|",
    "[source]\n",
    "[[a]]",
    "[",
    "]",
    ".T\n",
    "//",
    ":a: b\n",
    "{a}",
    "*",
    "_",
    "`",
    "+",
    "++",
    "#",
    "link:a[",
    "http://",
    "<<",
    ">>",
    "((",
    "))",
    "&amp;",
    "\\",
    "é",
    "語",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read(
        tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60),
        tail in "\\PC{0,20}",
    ) {
        let text = tokens.concat() + &tail;
        if let Ok(Parsed::Document(document)) = parse(&unit(&text)) {
            for block in &document.blocks {
                prop_assert!(document.text.get(block.range.clone()).is_some());
            }
            for (at, _) in document.text.char_indices() {
                prop_assert!(document.offsets.source(at) as usize <= text.len());
            }
        }
    }
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    for piece in [
        "* ",
        "* a\n",
        "** a\n* b\n",
        "a::\n",
        "a:: b\n\n",
        "+\n",
        "* a\n+\n",
        "----\n",
        "====\n",
        "--\n",
        "|===\n",
        "|",
        "|===\n|a\n",
        "a\n---\n",
        "[a]\n",
        "[[a]]",
        ".a\n",
        "//\n",
        ":a: {a}{a}\n{a}\n",
        "*",
        "*a ",
        "_a",
        "`",
        "`a ",
        "+",
        "++",
        "link:",
        "link:a[",
        "http://",
        "http://a[b",
        "<<",
        "<<a",
        "((",
        "(((",
        "[",
        "[.a]#",
        "&",
        "\\",
        "^",
        "^a",
        "a^",
        "\n",
        " a\n",
        "a\n",
        "ifdef::a[",
        "{a",
        "a:a:",
        "= a\n",
        "NOTE: ",
        "footnote:[",
        "200*|a\n",
    ] {
        let text = piece.repeat(500_000 / piece.len());
        let started = std::time::Instant::now();
        parse(&unit(&text)).unwrap();
        parse(&unit(&format!("* a\n+\n====\n{text}\n===="))).unwrap();
        parse(&unit(&format!("|===\n{text}\n|==="))).unwrap();
        let taken = started.elapsed();
        assert!(taken.as_secs() < 60, "{piece:?} took {taken:?}");
    }
}
