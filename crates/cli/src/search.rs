//! `grice search`.

use std::ops::Range;
use std::process::ExitCode;

use anyhow::Result;
use grice_index::{Bm25, PassageRecord, Query, Ranking, Searcher};
use serde::Serialize;

use crate::args::{RankingArgs, SearchArgs};
use crate::output::{self, DIM, FOUND, TITLE, fold, json, stdout, tell};
use crate::retrieval::Retrieval;

/// A hit as programs read it.
#[derive(Debug, Serialize)]
pub struct JsonHit {
    passage: String,
    document: String,
    title: String,
    section: String,
    score: f32,
    text: String,
}

impl JsonHit {
    pub fn new(record: PassageRecord, score: f32) -> JsonHit {
        JsonHit {
            passage: record.passage,
            document: record.document,
            title: record.title,
            section: record.section,
            score,
            text: record.text,
        }
    }
}

#[derive(Debug, Serialize)]
struct JsonResult<'a> {
    query: &'a str,
    hits: Vec<JsonHit>,
}

impl RankingArgs {
    pub fn ranking(&self) -> Result<Ranking> {
        Ok(Ranking { bm25: Bm25::new(self.k1, self.b)?, boosts: self.boosts.unwrap_or_default() })
    }
}

pub fn run(args: SearchArgs) -> Result<ExitCode> {
    let searcher = args.index.open()?.searcher()?;
    let retrieval = Retrieval::prepare(&args, &searcher)?;
    if args.jsonl {
        return crate::batch::run(&searcher, &args, &retrieval);
    }
    let text = args.query.as_deref().unwrap_or_default();
    let query = Query {
        title: args.title.clone(),
        section: args.section.clone(),
        document: args.document.clone(),
        ..Query::typed(text)
    };
    let mut hits = Vec::new();
    let vector = retrieval.vectors(&[&query.words])?.pop().flatten();
    for hit in retrieval.search(&searcher, &query, vector.as_deref(), args.k)? {
        hits.push((searcher.passage(&hit)?, hit.score));
    }
    if args.json {
        let hits = hits.into_iter().map(|(record, score)| JsonHit::new(record, score)).collect();
        json(&JsonResult { query: text, hits })?;
        return Ok(ExitCode::SUCCESS);
    }
    if hits.is_empty() {
        tell(format_args!("Nothing found for: {text}"));
        if !query.phrases.is_empty() {
            tell(format_args!("Try it without the quotation marks."));
        }
        return Ok(ExitCode::SUCCESS);
    }
    print(&searcher, &query, &hits)?;
    Ok(ExitCode::SUCCESS)
}

fn print(searcher: &Searcher, query: &Query, hits: &[(PassageRecord, f32)]) -> Result<()> {
    let mut out = stdout();
    for (rank, (record, score)) in hits.iter().enumerate() {
        let place = match record.section.as_str() {
            "" => record.title.clone(),
            section => format!("{} › {section}", record.title),
        };
        let head = format!(
            "{DIM}{:>2}{DIM:#}  {TITLE}{place}{TITLE:#}  {DIM}{}  {}{DIM:#}",
            rank + 1,
            shown_score(*score),
            record.passage
        );
        writeln!(out, "{}", fold(&head, output::width()))?;
        let found = searcher.highlights(&query.words, &record.text);
        let shown = excerpt(&record.text, &found);
        for line in wrap(&record.text, shown, &found, width()) {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Scores made from ranks are small, and differ little.
fn shown_score(score: f32) -> String {
    if score.abs() < 0.1 { format!("{score:.4}") } else { format!("{score:.2}") }
}

fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    columns.or_else(output::width).unwrap_or(96_usize).clamp(40, 120) - 4
}

/// About this many bytes of a passage are shown.
const SHOWN: usize = 400;

/// The part of a passage with the most words found, from a word's start to a word's end.
fn excerpt(text: &str, found: &[Range<usize>]) -> Range<usize> {
    if text.len() <= SHOWN + SHOWN / 2 {
        return 0..text.len();
    }
    let within =
        |from: usize| found.iter().filter(|f| f.start >= from && f.end <= from + SHOWN).count();
    let sentences: Vec<usize> = grice_text::sentences(text).map(|s| s.start).collect();
    let start =
        sentences.iter().copied().max_by_key(|&s| (within(s), std::cmp::Reverse(s))).unwrap_or(0);
    let mut end = (start + SHOWN).min(text.len());
    while end < text.len() && !text.is_char_boundary(end) {
        end += 1;
    }
    let end = text[end..].find(char::is_whitespace).map_or(text.len(), |i| end + i);
    start..end
}

/// Lines of words, those found highlighted; cut ends are marked.
fn wrap(text: &str, shown: Range<usize>, found: &[Range<usize>], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    if shown.start > 0 {
        line.push_str("… ");
        used = 2;
    }
    for word in text[shown.clone()].split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let length = word.chars().count();
        if used > 0 && used + length + 1 > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 && !line.ends_with(' ') {
            line.push(' ');
            used += 1;
        }
        let mark = found.iter().find(|f| f.start >= at && f.end <= at + word.len());
        match mark {
            Some(f) => {
                let (before, rest) = word.split_at(f.start - at);
                let (inside, after) = rest.split_at(f.end - f.start);
                line.push_str(&format!("{before}{FOUND}{inside}{FOUND:#}{after}"));
            }
            None => line.push_str(word),
        }
        used += length;
    }
    if shown.end < text.len() {
        line.push_str(" …");
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_excerpt_shows_where_the_words_are() {
        let text = format!(
            "{} The volcano erupts.{}",
            "Quiet plain here. ".repeat(60),
            " Calm.".repeat(100)
        );
        let at = text.find("volcano").unwrap();
        let shown = excerpt(&text, std::slice::from_ref(&(at..at + 7)));
        assert!(shown.contains(&at));
        assert!(shown.len() < 500);
    }

    #[test]
    fn wrapping_keeps_every_word_and_marks_what_was_found() {
        let text = "one two three four five";
        let lines = wrap(text, 0..text.len(), std::slice::from_ref(&(4..7)), 10);
        let plain = crate::output::plain(&lines.join(" "));
        assert_eq!(plain, text);
        assert!(lines[0].contains(&format!("{FOUND}two{FOUND:#}")));
    }
}
