use grice_index::PassageRecord;
use proptest::prelude::*;

use super::*;

fn passage(title: &str, text: &str) -> Candidate {
    Candidate::new(PassageRecord {
        passage: "d#0".into(),
        document: "d".into(),
        ordinal: 0,
        title: title.into(),
        section: String::new(),
        text: text.into(),
        range: 0..text.len() as u64,
        source: 0..text.len() as u64,
        ..PassageRecord::default()
    })
}

fn alone(title: &str, text: &str) -> Vec<Option<String>> {
    let passage = passage(title, text);
    let all = grice_text::sentences(text).map(|range| quote(&passage, range).map(|s| s.alone));
    all.collect()
}

#[test]
fn a_pronoun_that_speaks_of_the_page_becomes_its_name() {
    let text = "The Moon orbits Earth. It is grey. Its far side is rugged. In 1959 it was hit.";
    let found: Vec<String> = alone("Moon", text).into_iter().flatten().collect();
    assert_eq!(
        found,
        [
            "The Moon orbits Earth.",
            "The Moon is grey.",
            "The Moon's far side is rugged.",
            "In 1959 the Moon was hit."
        ]
    );
    let text = "Galileo was born in Pisa. He taught in Padua.";
    assert_eq!(alone("Galileo Galilei", text)[1].as_deref(), Some("Galileo taught in Padua."));
}

#[test]
fn a_sentence_whose_beginning_speaks_of_something_else_is_not_said() {
    let text = "The Orlo Bridge is old. He built it. The flood was large. It took two arches. \
        However, it stands. These are few.";
    let found = alone("Orlo Bridge", text);
    let sayable: Vec<bool> = found.iter().map(Option::is_some).collect();
    assert_eq!(sayable, [true, false, true, false, false, false]);
    assert_eq!(alone("Moon", "It is grey."), [None]);
}

#[test]
fn half_sentences_and_markup_are_not_said() {
    for text in ["Titania, the largest", "(It is so.", "A [[link]] is here.", "and then it fell."] {
        assert!(alone("Moon", text).iter().all(Option::is_none), "{text}");
    }
}

#[test]
fn the_evidence_stands_where_it_says() {
    let text = "Zoë is a moon. It is café-coloured.";
    let passage = passage("Zoë", text);
    let second = grice_text::sentences(text).nth(1).unwrap();
    let quote = quote(&passage, second).unwrap();
    let chars: String = text.chars().skip(quote.evidence.start).collect();
    assert_eq!(
        (chars.as_str(), quote.alone.as_str()),
        ("It is café-coloured.", "Zoë is café-coloured.")
    );
}

/// Sentences of any kind, with marks, letters of several bytes and line breaks.
fn texts() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "It", "He", "The Moon", "Moon", "Its", "In 1959,", "it", "was", "grey", "Zoë", "(so)", "“",
        "”", "[[x]]", "However", "these", "ß", "İ", "🌙", "1,294.5", "e.g.", "pg_dump", "--soft",
        "because",
    ]);
    let gaps = prop::sample::select(vec![" ", " ", ". ", ".\n", "! ", "?\n\n", ", ", "", "\u{a0}"]);
    let mixed = prop::collection::vec((words, gaps), 0..24)
        .prop_map(|parts| parts.iter().map(|(word, gap)| format!("{word}{gap}")).collect());
    prop_oneof![4 => mixed, 1 => any::<String>()]
}

/// Whether evidence stands in a passage where it says, in characters.
fn stands(evidence: &Evidence, text: &str) -> bool {
    let chars = text.chars().skip(evidence.start).take(evidence.end - evidence.start);
    chars.collect::<String>() == evidence.text
}

proptest! {
    #[test]
    fn what_is_quoted_stands_in_the_passage(
        text in texts(),
        title in "(Moon|Zoë|Ada Lovelace|pg_dump||🌙)",
        start in 0usize..200,
        length in 0usize..200,
    ) {
        let passage = passage(&title, &text);
        // Bytes anywhere, also inside a letter or behind the end.
        let place = start..start + length;
        for range in around(&text, &place).into_iter().chain([place]) {
            for quote in [quote(&passage, range.clone()), following(&passage, range.clone())] {
                let Some(quote) = quote else { continue };
                prop_assert_eq!(&quote.evidence.text, &text[range.clone()]);
                prop_assert!(stands(&quote.evidence, &text));
                prop_assert!(!quote.alone.contains('\n'));
            }
        }
        let whole: Vec<_> = around(&text, &(0..text.len())).into_iter().collect();
        prop_assert!(whole.iter().all(|range| text.get(range.clone()).is_some()));
    }
}
