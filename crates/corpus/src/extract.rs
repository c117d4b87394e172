//! The `<doc id url title>` format of WikiExtractor: one line a paragraph, headings as short
//! lines that end in a full stop, no links.

use crate::apparatus::is_apparatus;
use crate::builder::Builder;
use crate::leftovers::{leftovers, without};
use crate::names;
use crate::unit::{Parsed, Problem, Unit};

/// Parses one `<doc …>…</doc>` element.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let Some(tag_end) = text.find('>') else {
        return Err(unit.problem(0, "the <doc> tag is not closed"));
    };
    let tag = &text[..tag_end];
    let (Some(id), Some(title)) = (attribute(tag, "id"), attribute(tag, "title")) else {
        return Err(unit.problem(0, "the <doc> tag has no id or no title"));
    };
    let body = text[tag_end + 1..].strip_suffix("</doc>").unwrap_or(&text[tag_end + 1..]);
    let mut builder = Builder::new();
    body_lines(body, &title, unit.offset + tag_end as u64 + 1, &mut builder);
    let mut document = builder.finish(unit.id(&id), title, unit.origin());
    document.names.push(names::title(&unit.source, &document.title));
    document.url = attribute(tag, "url").filter(|url| url.starts_with("http"));
    Ok(Parsed::Document(Box::new(document)))
}

fn body_lines(body: &str, title: &str, base: u64, builder: &mut Builder) {
    let mut at = base;
    let mut parent: Option<String> = None;
    let mut apparatus = false;
    let mut first = true;
    for line in body.split('\n') {
        let start = at;
        at += line.len() as u64 + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || is_debris(trimmed) {
            continue;
        }
        if std::mem::take(&mut first) && unescape(trimmed) == title {
            continue;
        }
        // The lead comes before any heading, so a short first line is text.
        if let Some(heading) = heading(trimmed).filter(|_| !builder.is_empty()) {
            apparatus = is_apparatus(heading);
            // The format drops the levels; a heading directly under another is its child.
            match parent.replace(heading.to_owned()) {
                Some(above) => {
                    builder.heading(1, &above);
                    builder.heading(2, heading);
                }
                None => builder.heading(1, heading),
            }
            continue;
        }
        parent = None;
        if !apparatus {
            push_clean(line, start, builder);
            builder.paragraph();
        }
    }
}

/// Lines that the extractor should have removed: template leftovers, image lines, lone tags.
fn is_debris(line: &str) -> bool {
    const STARTS: [&str; 8] = ["File:", "Image:", "Category:", "#if", "|", "{|", "!", "__"];
    line.contains("{{")
        || line.contains("}}")
        || line.contains("[[")
        || line.contains("&rft")
        || STARTS.iter().any(|s| line.starts_with(s))
        || !line.chars().any(char::is_alphanumeric)
}

/// The heading's words, when the line looks like one: short, ends in a full stop, holds no other
/// sentence, and does not read like a sentence.
fn heading(line: &str) -> Option<&str> {
    let title = line.strip_suffix('.')?;
    let starts_well =
        title.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || "\"'“(".contains(c));
    if line.len() > 100 || !starts_well || title.ends_with('.') || title.contains(". ") {
        return None;
    }
    let words: Vec<&str> = title.split(' ').collect();
    let sentence = words.iter().skip(1).any(|w| SENTENCE_WORDS.binary_search(w).is_ok())
        || OPENERS.binary_search(&words[0]).is_ok() && words.len() > 3;
    (words.len() <= 12 && !sentence).then_some(title)
}

/// Words that stand in sentences but hardly ever in headings; sorted.
const SENTENCE_WORDS: [&str; 34] = [
    "are", "became", "been", "began", "being", "called", "can", "consists", "could", "did", "died",
    "does", "had", "has", "have", "he", "include", "includes", "is", "it", "made", "may", "must",
    "occurs", "refers", "she", "should", "they", "was", "were", "which", "will", "won", "would",
];

/// Words that open sentences; sorted.
const OPENERS: [&str; 10] =
    ["He", "His", "However", "It", "Its", "She", "There", "These", "They", "This"];

/// Pushes a line without the markup the extractor left in it.
fn push_clean(line: &str, start: u64, builder: &mut Builder) {
    let removed = leftovers(line);
    let whole = std::iter::once(0..line.len()).collect();
    let mut breaks = removed.iter().filter(|r| line[r.start..].starts_with("<br")).peekable();
    for kept in without(whole, &removed) {
        while breaks.next_if(|b| b.end <= kept.start).is_some() {
            builder.line();
        }
        builder.push(&line[kept.clone()], start + kept.start as u64);
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    // A title may hold quotes itself; its own ends where the tag or the next attribute begins.
    let rest = &tag[start..];
    let end = rest.find("\" ").or_else(|| rest.rfind('"'))?;
    Some(unescape(&rest[..end]))
}

fn unescape(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Format;

    fn unit(text: &str) -> Unit {
        Unit {
            source: "w".into(),
            path: "AA/wiki_00".into(),
            format: Format::Extract,
            bytes: text.as_bytes().to_vec(),
            offset: 1000,
            line: 1,
        }
    }

    #[test]
    fn reads_title_headings_and_paragraphs() {
        let text = "<doc id=\"7\" url=\"u\" title=\"The &quot;Ox&quot;\">\nThe \"Ox\"\n\nAn ox (; ) pulls<br>carts.\nHistory.\nEarly days.\n\
                    It was tame by 4000 BC.\nShe died.\nExternal links.\nA site of note.\n</doc>";
        let Ok(Parsed::Document(d)) = parse(&unit(text)) else { panic!("no document") };
        assert_eq!((d.id.as_str(), d.title.as_str()), ("w/7", "The \"Ox\""));
        let seen: Vec<_> =
            d.sections.iter().map(|s| (s.path.join(" > "), &d.text[s.range.clone()])).collect();
        assert_eq!(
            seen,
            [
                (String::new(), "An ox pulls\ncarts."),
                ("History > Early days".into(), "It was tame by 4000 BC.\n\nShe died."),
            ]
        );
        let at = d.text.find("tame").unwrap();
        assert_eq!(d.offsets.source(at) as usize - 1000, text.find("tame").unwrap());
    }

    #[test]
    fn sentences_are_not_headings() {
        assert_eq!(heading("Origins of the empire."), Some("Origins of the empire"));
        assert_eq!(heading("1979–82."), Some("1979–82"));
        assert_eq!(heading("The award was cancelled in 1965."), None);
        assert_eq!(heading("2. Provide effective control."), None);
        assert_eq!(heading("No full stop"), None);
    }

    #[test]
    fn the_word_lists_are_sorted() {
        assert!(SENTENCE_WORDS.is_sorted());
        assert!(OPENERS.is_sorted());
    }

    #[test]
    fn a_doc_without_id_is_a_problem_with_its_place() {
        let problem = parse(&unit("<doc title=\"x\">\nText.\n</doc>")).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "w/AA/wiki_00 at byte 1000: the <doc> tag has no id or no title"
        );
    }
}
