//! An export for people. What documents and people said is text in it: no mark-up, and nothing that
//! commands a terminal on which the file is shown.

use std::fmt::Write;

use grice_engine::{Exchange, Reply, Sentence, Shape};
use grice_text::{on_one_line, visible};

use super::Export;
use crate::evidence::{Places, numbered, titled, words};

/// The conversation as Markdown.
pub fn markdown(export: &Export<'_>) -> String {
    let turns = &export.conversation.turns;
    let title = turns.first().map(|turn| plain(&turn.question)).unwrap_or_default();
    let count = match turns.len() {
        1 => "1 turn".to_owned(),
        many => format!("{many} turns"),
    };
    let mut out = format!("# {title}\n\n{count} on {}\n", plain(export.collection));
    let mut places = export.index.map_or_else(Places::unknown, Places::of);
    for (number, turn) in turns.iter().enumerate() {
        let _ = write!(out, "\n## {}. {}\n\n", number + 1, plain(&turn.question));
        match export.replies.get(number) {
            Some(Some(reply)) => said(reply, &mut places, &mut out),
            _ => unknown(turn, &mut out),
        }
    }
    visible(&out).into_owned()
}

/// A turn of which only the words are known.
fn unknown(turn: &Exchange, out: &mut String) {
    let _ = writeln!(out, "{}", plain(&turn.reply));
}

fn said(reply: &Reply, places: &mut Places, out: &mut String) {
    if !reply.understood.is_empty() {
        let _ = write!(out, "*Understood as: {}*\n\n", plain(&reply.understood));
    }
    match reply.evidence.is_empty() {
        true => {
            let _ = writeln!(out, "{}", plain(&reply.text));
        }
        false => sentences(&reply.evidence, out),
    }
    for (at, (number, span)) in numbered(reply).enumerate() {
        let (apart, place) = (if at == 0 { "\n" } else { "" }, places.cited(span));
        let (title, words) = (plain(&titled(span)), plain(&words(span)));
        let _ = writeln!(out, "{apart}- \\[{number}\\] {title}, {}: “{words}”", code(&place));
    }
}

/// The sentences of a reply with the numbers of their evidence.
fn sentences(all: &[Sentence], out: &mut String) {
    let mut last = None;
    for sentence in all {
        let marks: String = sentence.spans.iter().map(|n| format!(" \\[{}\\]", n + 1)).collect();
        match (last, sentence.shape) {
            (None, _) => {}
            (Some(Shape::Prose), Shape::Prose) => out.push(' '),
            (Some(Shape::Prose), _) => out.push_str("\n\n"),
            (Some(_), _) => out.push('\n'),
        }
        match sentence.shape {
            Shape::Prose => out.push_str(&format!("{}{marks}", plain(&sentence.text))),
            Shape::Lines => {
                let lines = sentence.text.lines().filter(|line| !line.trim().is_empty());
                // A backslash at the end keeps a line break.
                let lines: Vec<String> = lines.map(plain).collect();
                let _ = writeln!(out, "{}{marks}", lines.join("\\\n"));
            }
            Shape::Code => {
                let fence = fence(&sentence.text, 3);
                let text = sentence.text.trim_matches('\n');
                let _ = writeln!(out, "{fence}\n{text}\n{fence}\n");
                if !marks.is_empty() {
                    let _ = writeln!(out, "{}", marks.trim_start());
                }
            }
        }
        last = Some(sentence.shape);
    }
    if last == Some(Shape::Prose) {
        out.push('\n');
    }
}

/// Text on one line in which nothing is mark-up.
fn plain(text: &str) -> String {
    let text = on_one_line(text);
    let text = text.trim();
    let mut out = String::with_capacity(text.len());
    // What begins a line could make a heading, a list or a quotation of it.
    if text.starts_with(['#', '-', '+', '=', '~']) {
        out.push('\\');
    }
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A place, as it is.
fn code(text: &str) -> String {
    let text = on_one_line(text);
    let fence = fence(&text, 1);
    match fence.len() > 1 {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// Backticks, more than the text has in a row.
fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str, spans: Vec<usize>, shape: Shape) -> Sentence {
        Sentence { text: text.to_owned(), spans, shape, ..Sentence::default() }
    }

    #[test]
    fn code_is_fenced_and_lines_are_kept() {
        let all = [
            sentence("Say *this*:", vec![], Shape::Prose),
            sentence("a ```b```\n  c", vec![0], Shape::Code),
            sentence("one\ntwo", vec![1], Shape::Lines),
            sentence("Done.", vec![], Shape::Prose),
        ];
        let mut out = String::new();
        sentences(&all, &mut out);
        assert_eq!(
            out,
            "Say \\*this\\*:\n\n````\na ```b```\n  c\n````\n\n\\[1\\]\n\none\\\ntwo \\[2\\]\n\nDone.\n"
        );
    }

    #[test]
    fn what_was_said_is_no_mark_up() {
        assert_eq!(plain("# <b>a_b</b>\n[x](y)"), "\\# \\<b\\>a\\_b\\</b\\> \\[x\\](y)");
        assert_eq!((code("a/b.md:3"), code("a`b")), ("`a/b.md:3`".into(), "`` a`b ``".into()));
    }
}
