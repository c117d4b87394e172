//! What holds for any text: no markup is left, nothing panics, and time is linear.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{Offsets, render};
use crate::builder::Builder;
use crate::document::{Document, Origin};

fn document(wikitext: &str) -> Document {
    let mut builder = Builder::new();
    render(wikitext, &mut builder, "w", &Offsets::linear(7));
    builder.finish("w/1".into(), "Page".into(), Origin::default())
}

const TOKENS: [&str; 74] = [
    "{{",
    "}}",
    "[[",
    "]]",
    "{|",
    "|}",
    "\n{|",
    "\n|}",
    "\n|-",
    "{",
    "}",
    "[",
    "]",
    "|",
    "=",
    "'",
    "''",
    "'''",
    "'''''",
    "\n",
    "\n\n",
    "\n==",
    "==",
    "\n* ",
    "\n;",
    ": ",
    "\n ",
    "\n----",
    "<",
    ">",
    "<ref>",
    "</ref>",
    "<ref name=x",
    "<ref/>",
    "<re",
    "f",
    "<!--",
    "-->",
    "<br>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<gallery>",
    "</gallery>",
    "<math>",
    "</math>",
    "<poem>",
    "</poem>",
    "<references>",
    "[http://x ",
    "http://x",
    "File:",
    "Category:",
    "de:",
    ":",
    "#",
    "&nbsp;",
    "&ndash;",
    "__TOC__",
    "_",
    "convert",
    "quote",
    "lang",
    "nowrap",
    "as of",
    "main",
    "5",
    "km",
    "é",
    "語",
    " ",
    "(",
    ")",
];

fn wikitext() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        4 => prop::sample::select(&TOKENS[..]).prop_map(str::to_owned),
        1 => "[a-c ,;.]{1,4}",
    ];
    prop::collection::vec(token, 0..60).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_markup_is_left(wikitext in wikitext()) {
        let document = document(&wikitext);
        // Braces in a formula are its own.
        let formula = wikitext.contains("<math>");
        for left in ["{{", "}}", "[[", "]]", "{|", "<ref"].into_iter().filter(|_| !formula) {
            prop_assert!(!document.text.contains(left), "{left} in {:?}", document.text);
        }
        for section in &document.sections {
            prop_assert!(document.text.get(section.range.clone()).is_some());
        }
    }

    #[test]
    fn literal_text_comes_through(text in "[a-z{}\\[\\]|'=*#]{1,30}") {
        let document = document(&format!("x<nowiki>{text}</nowiki>"));
        prop_assert_eq!(document.text, format!("x{text}"));
    }

    #[test]
    fn any_characters_at_all(wikitext in "\\PC{0,80}") {
        document(&wikitext);
    }

    #[test]
    fn words_lead_back_to_the_source(wikitext in wikitext()) {
        let document = document(&wikitext);
        for (at, char) in document.text.char_indices().filter(|(_, c)| "éa語".contains(*c)) {
            let source = document.offsets.source(at) as usize - 7;
            let seen = wikitext.get(source..).and_then(|rest| rest.chars().next());
            // "as of" is written out by its template.
            prop_assert!(seen == Some(char) || wikitext.contains("as of"), "{at} {source}");
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let size = 1 << 20;
    for part in [
        "[[",
        "{{",
        "{{{",
        "{|\n",
        "\n{|",
        "<ref>",
        "<ref ",
        "<!--",
        "<div>",
        "<nowiki>",
        "<pre>",
        "<b ",
        "<",
        "[http://x ",
        "[[File:",
        "[[File:a|",
        "{{a|",
        "{{lang|",
        "{{quote|",
        "[[a|{{lang|",
        "[[Category:{{x|",
        "'",
        "'' ",
        "= ",
        "==a\n",
        "== a ==\nb\n",
        "\n* ",
        "\n;a: ",
        "&",
        "&#",
        "_",
        "__",
        "__TOC__",
        "}}",
        "]]",
        "|}\n",
        "({{x}};",
        "(;",
        "{{x}} ",
        "; {{x}}",
        "{{a|}}",
        "<ref>\n\n",
        "<math>",
        "<table>",
        "{{quote|\n",
        "\n:::::",
        "[[a]]",
        "[[:",
        "{{convert|1|-|",
        "a",
        " ",
        "\n",
        "\n ",
        "<ref></ref>",
        "{{a}}\n\n",
        "[[a\n\n",
        "|",
        "{{!}}",
        "<poem>\n",
        "{{nowrap|[[a|",
        "</ref",
        "<!---->",
    ] {
        let mut wikitext = part.repeat(size / part.len());
        time(part, &wikitext);
        wikitext.push_str("]]}}|}</ref>");
        time(part, &wikitext);
    }
    for (open, close) in
        [("{{a|", "}}"), ("[[File:a|", "]]"), ("{{lang|x|", "}}"), ("(", ")"), ("{{{", "}}}")]
    {
        let count = size / (open.len() + close.len());
        time(open, &(open.repeat(count) + &close.repeat(count)));
    }
    let half = size / 2;
    time("spaces, commas", &format!("({}{{{{x}}}}{}", " ".repeat(half), ",".repeat(half)));
    time(
        "long title",
        &format!("== {} ==\n{}", "a".repeat(half), "=== b ===\nc\n".repeat(half / 12)),
    );
}

#[track_caller]
fn time(name: &str, wikitext: &str) {
    let start = Instant::now();
    document(wikitext);
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(5), "{name:?} took {taken:?}");
    if std::env::var_os("GRICE_TIMES").is_some() {
        eprintln!("{taken:>10.1?} {name:?}");
    }
}
