use proptest::prelude::*;

use super::*;
use crate::block::BlockKind::{self, *};
use crate::document::Document;
use crate::unit::Format;

fn unit(path: &str, text: &str) -> Unit {
    Unit {
        source: "man".into(),
        path: path.into(),
        format: Format::Man,
        bytes: text.as_bytes().to_vec(),
        offset: 0,
        line: 1,
    }
}

fn read(text: &str) -> Document {
    match parse(&unit("man1/sift.1", text)) {
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

const PAGE: &str = ".\\\" comment\n.TH SIFT 1 2024-01-01 tools\n.SH NAME\nsift \\- part \\fIgrain\\fR from chaff\n.SH SYNOPSIS\n.B sift\n.RI [ options ]\n.SH DESCRIPTION\nFirst.\n.PP\nSecond \\(em it\\(aqs \\*(lqgood\\*(rq.\n.SS Options\n.TP\n.BR \\-a \", \" \\-\\-all\nShow all.\n.RS\n.PP\nReally.\n.RE\n.TP\n.B \\-b\nBe brief.\n.IP\nGoes on.\n.PP\nAfter.\n.nf\n  one\n    two\n.fi\nEnd.\n";

#[test]
fn a_page_has_its_name_sections_and_options() {
    let d = read(PAGE);
    assert_eq!(d.title, "sift(1)");
    let seen: Vec<_> =
        d.sections.iter().map(|s| (s.path.join("/"), &d.text[s.range.clone()])).collect();
    assert_eq!(
        seen,
        [
            (String::new(), "sift - part grain from chaff"),
            ("SYNOPSIS".into(), "sift [options]"),
            ("DESCRIPTION".into(), "First.\n\nSecond — it's “good”."),
            (
                "DESCRIPTION/Options".into(),
                "-a, --all\nShow all.\nReally.\n\n-b\nBe brief.\nGoes on.\n\nAfter.\n\n  one\n    two\n\nEnd."
            ),
        ]
    );
    let kinds: Vec<_> = blocks(&d).into_iter().skip(4).collect();
    assert_eq!(
        kinds,
        [
            (Definition, "-a, --all\nShow all.\nReally."),
            (Definition, "-b\nBe brief.\nGoes on."),
            (Paragraph, "After."),
            (Code, "  one\n    two"),
            (Paragraph, "End."),
        ]
    );
    for word in ["part", "grain", "First", "Second", "Show", "brief", "one", "two"] {
        let at = d.text.find(word).unwrap();
        assert_eq!(d.offsets.source(at) as usize, PAGE.find(word).unwrap(), "{word}");
    }
}

#[test]
fn lists_are_told_by_their_tags() {
    gives(
        ".IP \\(bu 2\none\n.IP \\(bu 2\ntwo\n.PP\nText\n.IP 1. 3\nfirst\n.IP \"tag\" 3\nmeaning\n",
        &[
            (List, "one\ntwo"),
            (Item, "one"),
            (Item, "two"),
            (Paragraph, "Text"),
            (List, "first"),
            (Step, "first"),
            (Definition, "tag\nmeaning"),
        ],
    );
    gives(
        ".PP\n\\-\\-long\n.RS 4\nDescribed.\n.RE\n.PP\nPlain\n",
        &[(Definition, "--long\nDescribed."), (Paragraph, "Plain")],
    );
}

#[test]
fn conditions_strings_and_definitions() {
    gives(
        ".ie n \\{\\\n.ds -- \\(*W-\n.\\}\n.el \\{\\\n.ds -- X\n.\\}\n.de Xx\nhidden\n..\n.if t hidden\n.if n seen\na \\*(-- b \\s-1C\\s0 \\f(BIbold\\fP\\c\n, joined\n",
        &[(Paragraph, "seen a -- b C bold, joined")],
    );
}

#[test]
fn tables_have_rows() {
    gives(
        ".TS\ntab(:);\nlb lb\nl l.\nKey:Value\n_\na:T{\none\n.B two\nT}\nb:\\fIthree\\fR\n.TE\n",
        &[
            (Table, "Key: a | Value: one two\nKey: b | Value: three"),
            (Row, "Key: a | Value: one two"),
            (Row, "Key: b | Value: three"),
        ],
    );
}

#[test]
fn mdoc_is_read() {
    let d = read(
        ".Dd May 1, 2020\n.Dt SIFT 1\n.Os\n.Sh NAME\n.Nm sift\n.Nd part grain\n.Sh SYNOPSIS\n.Nm\n.Op Fl ab\n.Op Fl f Ar file\n.Ar\n.Sh DESCRIPTION\nThe\n.Nm\nutility, see\n.Xr ls 1 ,\n.Pq Sq x .\n.Bl -tag -width x\n.It Fl a , Fl -all\nAll.\n.It Fl f Ns Ar n\nSome.\n.El\n.Bd -literal\n  code\n.Ed\n.Bl -bullet\n.It\none\n.El\n",
    );
    assert_eq!(d.title, "sift(1)");
    assert_eq!(
        d.text,
        "sift — part grain\n\nsift [-ab] [-f file] file ...\n\nThe sift utility, see ls(1), (‘x’).\n\n\
         -a, --all\nAll.\n\n-fn\nSome.\n\n  code\n\none"
    );
    assert!(blocks(&d).contains(&(Definition, "-fn\nSome.")));
    assert!(blocks(&d).contains(&(Code, "  code")));
    assert!(blocks(&d).contains(&(Item, "one")));
}

#[test]
fn a_page_that_is_another_one_leads_there() {
    let parsed = parse(&unit("share/man1/strain.1", ".so man1/sift.1\n")).unwrap();
    let Parsed::Redirect(redirect) = parsed else { panic!("{parsed:?}") };
    assert_eq!(redirect.to, "man path:share/man1/sift.1");
}

const TOKENS: [&str; 46] = [
    "\n",
    ".TH A 1\n",
    ".SH ",
    ".SS\n",
    ".TP\n",
    ".TQ\n",
    ".IP x\n",
    ".IP\n",
    ".PP\n",
    ".RS\n",
    ".RE\n",
    ".nf\n",
    ".fi\n",
    ".B ",
    ".BR a ",
    ".if n ",
    ".ie t \\{\n",
    ".el \\{\n",
    "\\}\n",
    ".de X\n",
    "..\n",
    ".TS\n",
    "tab(:);\n",
    "l l.\n",
    "a:b\n",
    "T{\n",
    "T}",
    ".TE\n",
    ".Bl -tag\n",
    ".It ",
    ".El\n",
    ".Op Fl ",
    ".Nm ",
    ".Xr ",
    "Ns ",
    "\\f",
    "\\(",
    "\\[",
    "\\*(",
    "\\s",
    "\\h'",
    "\\",
    "\"",
    "é",
    "語",
    " ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read(
        tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60),
        tail in "\\PC{0,20}",
    ) {
        let text = tokens.concat() + &tail;
        if let Ok(Parsed::Document(document)) = parse(&unit("a.1", &text)) {
            for block in &document.blocks {
                prop_assert!(document.text.get(block.range.clone()).is_some());
            }
            for (at, _) in document.text.char_indices() {
                // An expanded string may be longer than its name.
                prop_assert!(document.offsets.source(at) as usize <= text.len() + 300);
            }
        }
    }
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    for piece in [
        ".RS\n",
        ".TP\n",
        ".TQ\n",
        ".TP\n.TQ\n",
        ".RS\n.TP\na\n",
        ".IP x\n",
        ".IP \\(bu\n",
        ".PP\n",
        ".nf\n",
        ".de x\n",
        ".TS\n",
        ".TS\n.TE\n",
        ".if n ",
        ".if t \\{\n",
        ".ie n a\n",
        ".SH a\n",
        ".Bl -tag\n.It a\n",
        "\\",
        "\\f[",
        "\\*[a",
        "\\h'",
        ".ds a \\*a\\*a\\*a\n\\*a\n",
        ".as a b\n",
        "T{\n",
        ".EQ\n",
        ".PS\n",
        ".ig\n",
        "\"",
        ".B \"",
        ".Op Op ",
        "\n",
        "a",
        ".Fl Fl\n",
        ".UR a\n",
        ".UE\n",
    ] {
        let text = piece.repeat(500_000 / piece.len());
        let started = std::time::Instant::now();
        parse(&unit("a.1", &text)).unwrap();
        parse(&unit("a.1", &format!(".nf\n.TP\na\n{text}\n"))).unwrap();
        let taken = started.elapsed();
        assert!(taken.as_secs() < 60, "{piece:?} took {taken:?}");
    }
}
