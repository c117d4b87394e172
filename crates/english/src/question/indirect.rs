//! A question as a part of a sentence.

use crate::name::names;
use crate::pronoun::is_pronoun;
use crate::verb::is_being;
use crate::words::is_in;

const HELPING: &str = "are can could had has have is was were will would";

/// The most words of a question that is put so.
const LONGEST: usize = 20;

/// A question as a part of a sentence: "who discovered it"; none where that takes more grammar than
/// is known here, or where the question points at something outside it.
///
/// ```
/// use grice_english::question::indirect;
///
/// assert_eq!(indirect("When was Rome founded?").as_deref(), Some("when Rome was founded"));
/// ```
pub fn indirect(question: &str) -> Option<String> {
    let question = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    let all: Vec<&str> = question.split_whitespace().collect();
    let lower: Vec<String> = all.iter().map(|word| word.to_lowercase()).collect();
    let unfit = all.len() > LONGEST || question.contains(['?', '"', ';', ',']);
    if unfit || lower.iter().any(|word| is_pronoun(word)) {
        return None;
    }
    let (first, second) = (lower.first()?.as_str(), lower.get(1)?.as_str());
    match first {
        "who" if !is_in(HELPING, second) && !is_in("did do does", second) => {
            Some(format!("who {}", all[1..].join(" ")))
        }
        "who" | "what" if is_being(second) && !has_verb(&lower[2..]) => {
            (all.len() > 2).then(|| format!("{first} {} {second}", all[2..].join(" ")))
        }
        "when" | "where" | "why" | "how" | "who" | "what" if is_in(HELPING, second) => {
            let (subject, rest) = subject(&all[2..].join(" "))?;
            Some(format!("{first} {subject} {second} {rest}").trim_end().to_owned())
        }
        helping if is_in(HELPING, helping) => {
            let (subject, rest) = subject(&all[1..].join(" "))?;
            Some(format!("whether {subject} {helping} {rest}").trim_end().to_owned())
        }
        _ => None,
    }
}

/// Whether a verb seems to be among words.
fn has_verb(words: &[String]) -> bool {
    const KNOWN: &str = "born built come do found go happen known made used written";
    words.iter().any(|word| {
        is_in(KNOWN, word) || word.ends_with("ed") || word.ends_with("ing") && word.len() > 5
    })
}

/// The name that words begin with, and the rest.
fn subject(words: &str) -> Option<(String, String)> {
    let article = if words.starts_with("the ") { 4 } else { 0 };
    let name = names(&words[article..]).into_iter().next().filter(|name| name.start == 0)?;
    let (subject, rest) = words.split_at(article + name.end);
    let whole = rest.is_empty() || rest.starts_with(' ');
    let goes_on = rest.trim_start().starts_with("and ") || rest.trim_start().starts_with("of ");
    (whole && !goes_on).then(|| (subject.to_owned(), rest.trim_start().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_becomes_a_part_of_a_sentence_where_that_is_safe() {
        for (question, said) in [
            ("Who painted the Mona Lisa?", Some("who painted the Mona Lisa")),
            ("Who is the mayor of Marrow?", Some("who the mayor of Marrow is")),
            ("When was Rome founded?", Some("when Rome was founded")),
            ("Is the Louvre made of glass?", Some("whether the Louvre is made of glass")),
            ("When did the train leave?", None),
            ("How many hills does Rome have?", None),
            ("What is it?", None),
            ("Why?", None),
            ("", None),
        ] {
            assert_eq!(indirect(question).as_deref(), said, "{question}");
        }
    }
}
