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

fn said(text: &str) -> Said {
    Said { evidence: span(text), plain: text.to_owned(), alone: text.to_owned(), of_topic: false }
}

fn made(found: Found, extras: &[Said], question: &str) -> (Reply, usize) {
    let extras = extras.iter().map(|said| Extra { said: said.clone(), score: 0.5 }).collect();
    let settings = ComposeSettings { least_words: 8, most_words: 22, generator: false };
    let mut reply = Reply { rewrite: question.to_owned(), ..Reply::default() };
    let left = compose(&mut reply, found, extras, 2, &Grounder::overlap(), &settings);
    (reply, left.len())
}

fn when(around: &[Said]) -> Found {
    Found {
        kind: Kind::Span,
        answer: "in 1294".to_owned(),
        spans: vec![span("in 1294")],
        around: around.to_vec(),
        ..Found::default()
    }
}

#[test]
fn the_literal_answer_comes_first_and_every_sentence_is_traced() {
    let long =
        "The river carried stones away for many years and the arches fell one after another.";
    let extras = [said("The bridge was widened twice by the king."), said(long)];
    let (reply, left) = made(when(&[]), &extras, "");
    assert_eq!(reply.text, "In 1294. The bridge was widened twice by the king.");
    let traced: Vec<&[usize]> = reply.evidence.iter().map(|s| s.spans.as_slice()).collect();
    assert_eq!(traced, [&[0][..], &[1]]);
    assert!(reply.evidence.iter().all(|sentence| !sentence.source.is_empty()));
    assert_eq!(left, 1);
}

#[test]
fn a_short_sentence_answers_whole_and_is_not_said_again() {
    let sentence = said("The bridge was finished in 1294.");
    let (reply, left) = made(when(std::slice::from_ref(&sentence)), &[sentence], "");
    assert_eq!(reply.text, "The bridge was finished in 1294.");
    assert_eq!((reply.answer.as_str(), left), ("in 1294", 1));
}

#[test]
fn a_pronoun_stays_only_after_a_sentence_of_the_same_topic() {
    let of_topic = |plain: &str, alone: &str| Said {
        plain: plain.to_owned(),
        alone: alone.to_owned(),
        of_topic: true,
        evidence: span(plain),
    };
    let first = of_topic("The bridge was finished in 1294.", "The bridge was finished in 1294.");
    let next = of_topic("It carries a road.", "The bridge carries a road.");
    let (reply, _) = made(when(&[first]), std::slice::from_ref(&next), "");
    assert_eq!(reply.text, "The bridge was finished in 1294. It carries a road.");
    let (reply, _) = made(when(&[]), &[next], "");
    assert_eq!(reply.text, "In 1294. The bridge carries a road.");
}

#[test]
fn a_refusal_says_what_is_not_said_and_the_closest_thing() {
    let found = Found { closest: Some(said("The bridge is old.")), ..Found::default() };
    let (reply, _) = made(found.clone(), &[], "Who paid for the bridge?");
    assert!(reply.is_unknown());
    assert_eq!(
        reply.text,
        "I don't know. The text does not say who paid for the bridge. The closest it comes is in Bridge: \
         The bridge is old."
    );
    assert_eq!(reply.evidence[0].spans, [0]);
    let (reply, _) = made(found, &[], "How much did it cost?");
    assert!(
        reply.text.starts_with("I don't know. The text does not answer that."),
        "{}",
        reply.text
    );
    assert_eq!(made(Found::default(), &[], "").0.text, NOTHING);
}

#[test]
fn yes_and_no_come_with_their_reason() {
    let spans = vec![span("the bridge carries a road")];
    let found = Found { kind: Kind::Yes, answer: "yes".into(), spans, ..Found::default() };
    assert_eq!(made(found, &[], "").0.text, "Yes. The bridge carries a road.");
}

#[test]
fn several_spans_are_joined_and_a_phrase_is_said_as_it_is() {
    let spans = vec![span("stone"), span("wood"), span("iron")];
    let found =
        Found { kind: Kind::Span, answer: "stone, wood, iron".into(), spans, ..Found::default() };
    assert_eq!(made(found.clone(), &[], "").0.text, "Stone, wood and iron.");
    let counted = Found { phrase: Some("three: stone, wood, iron".into()), ..found };
    assert_eq!(made(counted, &[], "").0.text, "Three: stone, wood, iron.");
}

#[test]
fn what_the_evidence_does_not_support_is_left_out() {
    let mut changed = said("The bridge has eleven arches of grey granite.");
    changed.alone = "The bridge has twelve arches of grey granite.".to_owned();
    let (reply, left) = made(when(&[]), &[changed], "");
    assert_eq!((reply.text.as_str(), left), ("In 1294.", 1));
}
