//! A reply of sentences that the collection says: the literal answer first, then what would be asked
//! next. What its evidence does not support is taken out.

use grice_judge::ground::{self, Grounder};

use crate::anticipate::Extra;
use crate::read::Found;
use crate::reply::{Evidence, Kind, Reply, Sentence};
use crate::system::ComposeSettings;

/// What is said where nothing was found at all.
const NOTHING: &str = "I don't know: nothing in this collection seems to be about that.";

/// Writes text, kind, answer, evidence and confidence of a reply; gives back what was not used.
pub(crate) fn compose(
    reply: &mut Reply,
    found: Found,
    extras: Vec<Extra>,
    most: usize,
    grounder: &Grounder,
    settings: &ComposeSettings,
) -> Vec<Extra> {
    reply.kind = found.kind;
    reply.answer = found.answer;
    reply.confidence = found.confidence;
    reply.literal = found.spans;
    let said = match reply.kind {
        Kind::Unknown => unknown(reply, found.closest),
        Kind::Yes | Kind::No => because(&reply.answer, &reply.literal),
        Kind::Span | Kind::Talk | Kind::Clarify => sentence(&reply.answer),
    };
    let spans: Vec<usize> = (0..reply.literal.len() + reply.pragmatic.len()).collect();
    reply.evidence.push(Sentence { text: said, spans });
    let mut left = Vec::new();
    let mut count = words(reply);
    for extra in extras {
        let own = extra.evidence.text.split_whitespace().count();
        let room = reply.pragmatic.len() < most && count < settings.least_words.max(1) * 2;
        let fits = count + own <= settings.most_words;
        if room && fits && supported(&extra.evidence, grounder, &mut reply.notes) {
            count += own;
            let number = reply.literal.len() + reply.pragmatic.len();
            let text = on_one_line(&extra.evidence.text);
            reply.evidence.push(Sentence { text, spans: vec![number] });
            reply.pragmatic.push(extra.evidence);
        } else {
            left.push(extra);
        }
    }
    let text: Vec<&str> = reply.evidence.iter().map(|sentence| sentence.text.as_str()).collect();
    reply.text = text.join(" ");
    left
}

/// The refusal, with the closest thing the text says.
fn unknown(reply: &mut Reply, closest: Option<Evidence>) -> String {
    let Some(closest) = closest else { return NOTHING.to_owned() };
    let said = sentence(&closest.text);
    let text = format!("I don't know. The closest I found is in {}: {said}", closest.title);
    reply.pragmatic.push(closest);
    text
}

/// Yes or no with the sentence that says so.
fn because(answer: &str, literal: &[Evidence]) -> String {
    let why: Vec<String> = literal.iter().map(|span| sentence(&span.text)).collect();
    match answer {
        "yes" => format!("Yes. {}", why.join(" ")),
        _ => format!("No. {}", why.join(" ")),
    }
}

fn words(reply: &Reply) -> usize {
    reply.evidence.iter().map(|sentence| sentence.text.split_whitespace().count()).sum()
}

/// Whether the words of a passage support what is said of them. A sentence that is cut from the
/// text does, unless someone has made it something else on the way.
fn supported(evidence: &Evidence, grounder: &Grounder, notes: &mut Vec<String>) -> bool {
    let said = on_one_line(&evidence.text);
    let asked = ground::Reply { evidence: &evidence.text, reply: &said };
    match grounder.ground(&[asked]).pop() {
        Some(Ok(grounding)) => grounding.unsupported.is_empty(),
        Some(Err(error)) => {
            notes.push(format!("a sentence was left out: {error}"));
            false
        }
        None => false,
    }
}

/// Words as a sentence: a capital at the start, a stop at the end.
fn sentence(text: &str) -> String {
    let text = on_one_line(text);
    let mut chars = text.trim().chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let whole = format!("{first}{}", chars.as_str().trim_end_matches([',', ';', ':']));
    match whole.ends_with(['.', '!', '?', '”', '"']) || whole.is_empty() {
        true => whole,
        false => format!("{whole}."),
    }
}

fn on_one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Evidence {
        let of = |s: &str| s.to_owned();
        Evidence {
            text: of(text),
            passage: of("d#0"),
            document: of("d"),
            title: of("Bridge"),
            section: String::new(),
            start: 0,
            end: text.chars().count(),
        }
    }

    fn made(found: Found, extras: &[&str]) -> (Reply, usize) {
        let extras = extras.iter().map(|text| Extra { evidence: span(text), score: 0.5 }).collect();
        let settings = ComposeSettings { least_words: 5, most_words: 20 };
        let mut reply = Reply::default();
        let left = compose(&mut reply, found, extras, 2, &Grounder::overlap(), &settings);
        (reply, left.len())
    }

    #[test]
    fn the_literal_answer_comes_first_and_every_sentence_is_traced() {
        let found = Found {
            kind: Kind::Span,
            answer: "in 1294".to_owned(),
            spans: vec![span("in 1294")],
            ..Found::default()
        };
        let long =
            "The river carried stones away for many years and the arches fell one after another.";
        let (reply, left) = made(found, &["It was widened twice by the king.", long]);
        assert_eq!(reply.text, "In 1294. It was widened twice by the king.");
        let traced: Vec<&[usize]> = reply.evidence.iter().map(|s| s.spans.as_slice()).collect();
        assert_eq!(traced, [&[0][..], &[1]]);
        assert_eq!(left, 1);
    }

    #[test]
    fn a_refusal_says_the_closest_thing() {
        let found = Found { closest: Some(span("The bridge is old.")), ..Found::default() };
        let (reply, _) = made(found, &[]);
        assert!(reply.is_unknown());
        assert_eq!(
            reply.text,
            "I don't know. The closest I found is in Bridge: The bridge is old."
        );
        assert_eq!(made(Found::default(), &[]).0.text, NOTHING);
    }

    #[test]
    fn yes_and_no_come_with_their_reason() {
        let spans = vec![span("the bridge carries a road")];
        let found = Found { kind: Kind::Yes, answer: "yes".into(), spans, ..Found::default() };
        assert_eq!(made(found, &[]).0.text, "Yes. The bridge carries a road.");
    }
}
