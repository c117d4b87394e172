//! A whole article with every construct, and the exact text and links it gives.

use std::fmt::Write;

use super::{Offsets, render};
use crate::builder::Builder;
use crate::document::{Document, Origin};

const ARTICLE: &str = include_str!("../../tests/data/wikitext/tarn-harbour.wikitext");
const TEXT: &str = include_str!("../../tests/data/wikitext/tarn-harbour.txt");
const LINKS: &str = include_str!("../../tests/data/wikitext/tarn-harbour.links");

fn article() -> Document {
    let mut builder = Builder::new();
    render(ARTICLE, &mut builder, "w", &Offsets::linear(1000));
    builder.finish("w/1".into(), "Tarn Harbour".into(), Origin::default())
}

#[test]
fn the_text_of_an_article() {
    let article = article();
    let mut seen = String::new();
    for section in &article.sections {
        let text = &article.text[section.range.clone()];
        writeln!(seen, "[{}]\n{text}\n", section.path.join(" / ")).unwrap();
    }
    assert_eq!(seen, TEXT, "{seen}");
}

#[test]
fn the_links_of_an_article() {
    let mut seen = String::new();
    for link in &article().links {
        let target = link.target.strip_prefix("w title:").unwrap();
        writeln!(seen, "{target} <- {}", link.text).unwrap();
    }
    assert_eq!(seen, LINKS, "{seen}");
}

#[test]
fn the_words_of_an_article_stand_where_they_came_from() {
    let article = article();
    let mut same = 0;
    let words: Vec<&str> = article.text.split_whitespace().collect();
    for word in &words {
        let at = word.as_ptr() as usize - article.text.as_ptr() as usize;
        let source = article.offsets.source(at) as usize - 1000;
        same += usize::from(ARTICLE[source..].starts_with(word));
    }
    // The others hold markup, or were written by a template.
    assert!(same * 10 > words.len() * 8, "{same} of {}", words.len());
}
