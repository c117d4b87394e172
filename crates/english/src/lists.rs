//! Lists that a text has: names in a row, and lines one below the other.

use std::ops::Range;

use crate::date::is_month;
use crate::name::names;
use crate::title::without_article;

/// The most words of a member of a list in an answer.
const LONGEST_MEMBER: usize = 6;

/// The most words of a line that is a member though nothing above announces a list.
const LONGEST_LINE: usize = 12;

/// A list, by its places in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// What it lists.
    pub members: Vec<Range<usize>>,
    /// The sentence that says what is listed: the one it stands in, or the one above its lines.
    pub lead: Range<usize>,
    /// All of it.
    pub whole: Range<usize>,
}

/// The lists of a text, in order.
pub fn lists(text: &str) -> Vec<List> {
    let mut found = lines(text);
    for sentence in grice_text::sentences(text) {
        if !found.iter().any(|list| list.whole.contains(&sentence.start)) {
            found.extend(rows(text, sentence));
        }
    }
    found.sort_by_key(|list| list.whole.start);
    found
}

/// The members of an answer that is a list itself, without articles.
///
/// ```
/// assert_eq!(grice_english::lists::members("iron, nickel and sulfur."), ["iron", "nickel", "sulfur"]);
/// ```
pub fn members(answer: &str) -> Vec<String> {
    let answer = answer.trim().trim_end_matches(['.', '!']);
    let plain = answer.replace(", and ", ", ").replace(", or ", ", ").replace("; ", ", ");
    let mut parts: Vec<&str> = plain.split(", ").collect();
    if let Some(last) = parts.pop() {
        let joined = [" and ", " or ", " & "].iter().find_map(|join| last.split_once(join));
        match joined {
            Some((one, other)) => parts.extend([one, other]),
            None => parts.push(last),
        }
    }
    let is_member = |part: &&str| {
        let words = part.split_whitespace().count();
        let month = part.split_whitespace().any(is_month);
        let year = part.trim().len() == 4 && part.trim().parse::<u32>().is_ok();
        (1..=LONGEST_MEMBER).contains(&words) && !month && !year
    };
    match parts.len() >= 2 && parts.iter().all(is_member) {
        true => parts.iter().map(|part| without_article(part).to_owned()).collect(),
        false => Vec::new(),
    }
}

/// "A, B and C".
pub fn joined(members: &[String]) -> String {
    match members {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// "A, B and C" in a sentence, where A, B and C are names.
fn rows(text: &str, sentence: Range<usize>) -> Vec<List> {
    let own = &text[sentence.clone()];
    let mut found: Vec<List> = Vec::new();
    let mut row: Vec<Range<usize>> = Vec::new();
    let mut closed = false;
    let mut close = |row: &mut Vec<Range<usize>>, closed: bool| {
        let members: Vec<Range<usize>> =
            row.drain(..).map(|m| sentence.start + m.start..sentence.start + m.end).collect();
        if let (true, [first, .., last]) = (closed, members.as_slice()) {
            let whole = first.start..last.end;
            found.push(List { members, lead: sentence.clone(), whole });
        }
    };
    for name in names(own) {
        let gap = row.last().map(|last| &own[last.end..name.start]);
        let gap = gap.map(|gap| gap.trim_end_matches(" the").trim_end_matches(" a").trim());
        match gap {
            Some("," | ";") if !closed => row.push(name),
            Some("and" | ", and" | "or" | ", or" | "&") if !closed => {
                row.push(name);
                closed = true;
            }
            _ => {
                close(&mut row, closed);
                closed = false;
                row.push(name);
            }
        }
    }
    close(&mut row, closed);
    found
}

/// Lines of one paragraph, each a member.
fn lines(text: &str) -> Vec<List> {
    let mut found = Vec::new();
    let mut start = 0;
    for paragraph in text.split("\n\n") {
        let range = start..start + paragraph.len();
        start = range.end + 2;
        found.extend(paragraph_of_lines(text, range));
    }
    found
}

fn paragraph_of_lines(text: &str, range: Range<usize>) -> Option<List> {
    let mut at = range.start;
    let mut all: Vec<Range<usize>> = Vec::new();
    for line in text[range.clone()].split('\n') {
        if !line.trim().is_empty() {
            all.push(at..at + line.len());
        }
        at += line.len() + 1;
    }
    let own_lead = all.first().is_some_and(|line| text[line.clone()].ends_with(':'));
    let lead = if own_lead { all.remove(0) } else { sentence_above(text, range.start) };
    let is_lead = text[lead.clone()].trim_end().ends_with(':');
    let short = |line: &Range<usize>| text[line.clone()].split_whitespace().count() <= LONGEST_LINE;
    if all.len() < 2 || !(is_lead || all.len() > 2 && all.iter().all(short)) {
        return None;
    }
    let whole = all[0].start..all[all.len() - 1].end;
    let members = all.into_iter().flat_map(|line| heads(text, line)).collect();
    Some(List { members, lead, whole })
}

/// The last sentence before a place.
fn sentence_above(text: &str, at: usize) -> Range<usize> {
    let before = text[..at].trim_end();
    let start = before.rfind('\n').map_or(0, |line| line + 1);
    let last = grice_text::sentences(&before[start..]).last();
    last.map_or(at..at, |range| start + range.start..start + range.end)
}

/// What a line lists: its first name or names, or what stands before its first comma or colon.
fn heads(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let mark = text[line.clone()].find(|c: char| !matches!(c, '-' | '*' | '•' | ' ' | '\t'));
    let line = line.start + mark.unwrap_or(0)..line.end;
    let own = &text[line.clone()];
    let end = own.find([',', ';', ':', '(']).unwrap_or(own.len());
    let head = own[..end].trim_end_matches(['.', ' ']);
    let first = names(head).into_iter().next().filter(|name| name.start == 0);
    let row = rows(text, line.start..line.start + head.len());
    let length = first.map_or(head.len(), |name| name.end);
    let one = line.start..line.start + length;
    match row.into_iter().next() {
        Some(row) if row.whole.start == line.start => row.members,
        _ => vec![one],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Vec<&str>> {
        let list = |list: List| list.members.into_iter().map(|range| &text[range]).collect();
        lists(text).into_iter().map(list).collect()
    }

    #[test]
    fn names_in_a_row_are_a_list() {
        let text = "They are named Alexandria, Cairo, Baghdad and Damascus. He lived in Bath, \
            England. After Paris, Rome, Vienna, and Oslo came the Alps.";
        assert_eq!(
            found(text),
            [
                vec!["Alexandria", "Cairo", "Baghdad", "Damascus"],
                vec!["Paris", "Rome", "Vienna", "Oslo"]
            ]
        );
    }

    #[test]
    fn lines_below_each_other_are_a_list_with_the_sentence_above_it() {
        let text = "Marrow is far away. It has five known bridges:\n\nOrlo, built in 1978\n\
            Nix and Tasp, built in 2005\n- Styx stands\n\nThey fell later.";
        assert_eq!(found(text), [["Orlo", "Nix", "Tasp", "Styx"]]);
        assert_eq!(&text[lists(text)[0].lead.clone()], "It has five known bridges:");
    }

    #[test]
    fn an_answer_may_be_a_list() {
        assert_eq!(members("iron, nickel and sulfur."), ["iron", "nickel", "sulfur"]);
        assert_eq!(members("the Alps and the Jura"), ["Alps", "Jura"]);
        assert!(members("May 12, 1998").is_empty() && members("Pisa").is_empty());
        assert!(members("").is_empty());
    }

    #[test]
    fn members_are_joined_as_people_say_them() {
        let all = ["A".to_owned(), "B".to_owned(), "C".to_owned()];
        assert_eq!((joined(&all).as_str(), joined(&all[..1]).as_str()), ("A, B and C", "A"));
        assert_eq!(joined(&[]), "");
    }
}
