use proptest::prelude::*;

use super::*;
use crate::block::BlockKind::{self, *};
use crate::document::Document;
use crate::unit::Format;

fn unit(path: &str, text: &str) -> Unit {
    Unit {
        source: "docs".into(),
        path: path.into(),
        format: Format::Rst,
        bytes: text.as_bytes().to_vec(),
        offset: 0,
        line: 1,
    }
}

fn read(text: &str) -> Document {
    match parse(&unit("guide/page.rst", text)) {
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

/// Each of these words stands in the text where the source has it.
#[track_caller]
fn assert_places(document: &Document, source: &str, words: &[&str]) {
    for word in words {
        let at = document.text.find(word).unwrap_or_else(|| panic!("no {word}"));
        assert_eq!(document.offsets.source(at) as usize, source.find(word).unwrap(), "{word}");
    }
}

#[test]
fn titles_are_told_by_their_adornment() {
    let text = "======\nManual\n======\n\nLead.\n\n.. _inst:\n\nInstalling\n==========\n\nHow.\n\nFrom source\n-----------\n\nMake.\n\nUsing it\n========\n\nSo.\n";
    let d = read(text);
    assert_eq!((d.id.as_str(), d.title.as_str()), ("docs/guide/page", "Manual"));
    let seen: Vec<_> = d
        .sections
        .iter()
        .map(|s| (s.path.join("/"), s.anchor.as_deref(), &d.text[s.range.clone()]))
        .collect();
    assert_eq!(
        seen,
        [
            (String::new(), None, "Lead."),
            ("Installing".into(), Some("inst"), "How."),
            ("Installing/From source".into(), Some("from-source"), "Make."),
            ("Using it".into(), Some("using-it"), "So."),
        ]
    );
    assert_places(&d, text, &["Lead", "How", "Make"]);
}

#[test]
fn inline_markup_goes() {
    let text = "Use *this* and **that**, ``a * b``, :func:`~os.path.join`, :ref:`the intro <intro>`,\n\
        `docs <../index.rst>`_, `Python <https://python.org>`_, :doc:`other`, note [1]_, word_ and\n\
        \\*not* a_b, |name|, see :pep:`8`. *open\n\n.. |name| replace:: Grice\n";
    let d = read(text);
    assert_eq!(
        d.text,
        "Use this and that, a * b, join(), the intro, docs, Python, other, note, word and *not* \
         a_b, Grice, see PEP 8. *open"
    );
    let links: Vec<_> = d.links.iter().map(|l| (l.target.as_str(), l.text.as_str())).collect();
    assert_eq!(links, [("docs path:index.rst", "docs"), ("docs path:guide/other.rst", "other")]);
    assert_places(&d, text, &["this", "that", "a * b", "the intro", "docs", "see"]);
}

#[test]
fn lists_and_definitions() {
    gives(
        "These:\n\n- one\n  goes on\n- two\n\n  * inner\n\n1. first\n2. second\n\nterm\n   What it is.\n\n   More.\n\n:Author: Me\n",
        &[
            (Paragraph, "These:"),
            (List, "one goes on\ntwo\ninner"),
            (Item, "one goes on"),
            (Item, "two\ninner"),
            (List, "inner"),
            (Item, "inner"),
            (List, "first\nsecond"),
            (Step, "first"),
            (Step, "second"),
            (Definition, "term\nWhat it is.\nMore."),
            (Definition, "Author\nMe"),
        ],
    );
    gives(
        "-a, --all  do not hide\n           anything\n--long\n    Long listing.\n",
        &[(Definition, "-a, --all\ndo not hide anything"), (Definition, "--long\nLong listing.")],
    );
}

#[test]
fn literal_blocks_keep_their_lines() {
    let text = "Run::\n\n    make\n      install\n\nthen ::\n\n  x\n\n.. code-block:: python\n   :caption: Hello\n\n   def f():\n       pass\n\n>>> 1 + 1\n2\n\nEnd.\n";
    gives(
        text,
        &[
            (Paragraph, "Run:"),
            (Code, "make\n  install"),
            (Paragraph, "then"),
            (Code, "x"),
            (Caption, "Hello"),
            (Code, "def f():\n    pass"),
            (Code, ">>> 1 + 1\n2"),
            (Paragraph, "End."),
        ],
    );
    assert_places(&read(text), text, &["install", "pass", ">>>"]);
}

#[test]
fn objects_are_definitions() {
    let text = ".. module:: shelf\n\n.. class:: Box(size)\n\n   A box.\n\n   .. method:: open(lid=True)\n               open()\n\n      Opens *it*.\n\n      :param bool lid: the lid\n\n.. option:: -v\n\n   Talks more.\n\n.. setting:: COLOUR\n\nNext.\n";
    let d = read(text);
    assert_eq!(
        blocks(&d),
        [
            (
                Definition,
                "class shelf.Box(size)\nA box.\nopen(lid=True)\nopen()\nOpens it.\nlid bool\nthe lid"
            ),
            (Definition, "open(lid=True)\nopen()\nOpens it.\nlid bool\nthe lid"),
            (Definition, "lid bool\nthe lid"),
            (Definition, "-v\nTalks more."),
            (Paragraph, "Next."),
        ]
    );
    let names: Vec<_> = d.anchors.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["module-shelf", "shelf.Box", "shelf.Box.open", "colour"]);
}

#[test]
fn admonitions_are_text_and_machinery_is_not() {
    gives(
        ".. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\n.. note:: Mind\n   the gap.\n\n.. warning::\n\n   Hot.\n\n.. a comment\n   goes on\n\n.. versionadded:: 3.2\n\n.. deprecated:: 4.0\n   Use ``x``.\n\n.. only:: html\n\n   Seen.\n\n.. figure:: a.png\n   :alt: hidden\n\n   The *caption*.\n\n   A legend.\n\n.. math:: e = mc^2\n\n.. rubric:: Also\n",
        &[
            (Paragraph, "Note: Mind the gap."),
            (Paragraph, "Warning: Hot."),
            (Paragraph, "New in version 3.2."),
            (Paragraph, "Deprecated since version 4.0: Use x."),
            (Paragraph, "Seen."),
            (Caption, "The caption."),
            (Paragraph, "A legend."),
            (Formula, "e = mc^2"),
            (Paragraph, "Also"),
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
    gives(
        "+-----+-------+\n| Key | Value |\n+=====+=======+\n| a   | one   |\n|     | two   |\n+-----+-------+\n| b   |       |\n+-----+-------+\n",
        &rows,
    );
    gives("===  =====\nKey  Value\n===  =====\na    one\n     two\nb\n===  =====\n", &rows);
    gives(
        ".. list-table::\n   :header-rows: 1\n\n   * - Key\n     - Value\n   * - a\n     - one\n       two\n   * - b\n     -\n",
        &rows,
    );
    gives(
        ".. csv-table:: Keys\n   :header: \"Key\", Value\n\n   a, \"one two\"\n   b,\n",
        &[&[(Caption, "Keys")], &rows[..]].concat(),
    );
}

#[test]
fn a_glossary_has_terms() {
    gives(
        ".. glossary::\n\n   one\n   two\n      Both.\n\n   three : x\n      Other.\n",
        &[(Definition, "one\ntwo\nBoth."), (Definition, "three\nOther.")],
    );
}

fn assert_sound(document: &Document, length: usize) {
    for block in &document.blocks {
        assert!(document.text.get(block.range.clone()).is_some());
    }
    for section in &document.sections {
        assert!(document.text.get(section.range.clone()).is_some());
    }
    for (at, _) in document.text.char_indices() {
        assert!(document.offsets.source(at) as usize <= length);
    }
}

const TOKENS: [&str; 42] = [
    "\n",
    "\n\n",
    "  ",
    "   ",
    " ",
    "- ",
    "* ",
    "1. ",
    "::",
    ".. ",
    "..",
    "note::",
    "code-block:: x",
    "list-table::",
    "csv-table::",
    "function:: f",
    "_a:",
    "[1]",
    "|",
    "`",
    "``",
    "*",
    "**",
    "_",
    ":",
    ":a:",
    ":ref:`",
    "<",
    ">",
    "====",
    "----",
    "==  ==",
    "+--+",
    "+==+",
    "\\",
    ">>> ",
    "| ",
    "-a  ",
    "word",
    "é",
    "語",
    "\t",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read(
        tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60),
        tail in "\\PC{0,20}",
    ) {
        let text = tokens.concat() + &tail;
        if let Ok(Parsed::Document(document)) = parse(&unit("x.rst", &text)) {
            assert_sound(&document, text.len());
        }
    }
}

#[test]
fn hostile_pages_are_read_in_linear_time() {
    for piece in [
        "- ",
        "- a\n",
        "* - ",
        "a\n===\n",
        "=\n",
        "=== ===\nx\n",
        "+--+--+\n",
        "+--+--+\n|a |b |\n",
        "+--+--+\n|a |b |\n|  +--+\n",
        "a::\n\n",
        "a\n b\n",
        " a\n",
        ".. ",
        ".. a::\n",
        ".. note::\n  ",
        ".. |a| replace:: |a||a||a|\n|a||a||a|\n",
        "*",
        "**",
        "*a ",
        "`",
        "`a`a",
        "``",
        "``a ",
        ":a:",
        ":a:`",
        "a_",
        "a_b_.",
        "_a",
        "[",
        "[a]",
        "|a",
        "|a| ",
        "\\",
        ":a: ",
        "-a  b\n",
        "\n",
        "\t",
        "1.\n",
        "(",
        ".. _a:\n",
        ">>> \n",
        "| a\n",
        ".. list-table::\n  * - a\n",
        "a\nb\n",
        "::\n\n> a\n",
    ] {
        let text = piece.repeat(500_000 / piece.len());
        let started = std::time::Instant::now();
        parse(&unit("x.rst", &text)).unwrap();
        let indented = format!(".. note::\n\n   - a\n\n{}", text.replace('\n', "\n     "));
        parse(&unit("x.rst", &indented)).unwrap();
        let taken = started.elapsed();
        assert!(taken.as_secs() < 60, "{piece:?} took {taken:?}");
    }
}
