//! Words, terms and their offsets in any text.

use grice_text::{CharMap, English, word_count, words};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

/// Texts in which the chars that the rules of UAX #29 name are common.
fn boundary_text() -> impl Strategy<Value = String> {
    let char = prop_oneof![
        8 => prop::char::range('a', 'd'),
        4 => prop::char::range('0', '3'),
        8 => prop::sample::select("_:.',;\"- \r\n#*".chars().collect::<Vec<_>>()),
        4 => prop::sample::select(
            "\u{e9}\u{301}\u{200d}\u{ad}\u{2019}\u{b7}\u{5d0}\u{30ab}\u{6f22}\u{3042}\u{e01}\u{1f600}\u{1f1e9}\u{fe0f}\u{ff10}\u{ac00}\u{2028}\u{3000}"
                .chars().collect::<Vec<_>>()
        ),
    ];
    prop::collection::vec(char, 0..40).prop_map(|chars| chars.into_iter().collect())
}

fn same_as_the_reference(text: &str) -> Result<(), TestCaseError> {
    let expected: Vec<(usize, &str)> = text
        .split_word_bound_indices()
        .filter(|(_, segment)| segment.contains(char::is_alphanumeric))
        .collect();
    let found: Vec<(usize, &str)> = words(text).map(|word| (word.bytes.start, word.text)).collect();
    prop_assert_eq!(found, expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn words_are_the_segments_of_unicode(text in boundary_text()) {
        same_as_the_reference(&text)?;
    }

    #[test]
    fn words_are_the_segments_of_unicode_in_ascii(text in "[ -~\r\n]{0,60}") {
        same_as_the_reference(&text)?;
    }

    #[test]
    fn words_are_the_segments_of_unicode_in_any_text(text in any::<String>()) {
        same_as_the_reference(&text)?;
    }

    #[test]
    fn offsets_of_words_lead_back_to_them(text in boundary_text()) {
        let map = CharMap::new(&text);
        for word in words(&text) {
            prop_assert_eq!(&text[word.bytes.clone()], word.text);
            let chars: String =
                text.chars().skip(word.chars.start).take(word.chars.len()).collect();
            prop_assert_eq!(&chars, word.text);
            prop_assert_eq!(map.to_char(word.bytes.start), Some(word.chars.start));
        }
    }

    #[test]
    fn tokens_are_counted_as_std_does(text in "[a-c \t\n\u{85}\u{a0}\u{1680}\u{2003}\u{3000}é…漢]{0,40}") {
        prop_assert_eq!(word_count(&text), text.split_whitespace().count());
    }

    #[test]
    fn terms_stand_in_the_text_in_order(text in boundary_text(), again in any::<String>()) {
        let mut english = English::new();
        for text in [&text, &again] {
            let mut end = 0;
            let mut next = 0;
            let mut terms = Vec::new();
            english.analyze(text, |term| {
                assert!(term.bytes.start >= end && !text[term.bytes.clone()].is_empty());
                assert!(term.position >= next && !term.text.is_empty());
                end = term.bytes.end;
                next = term.position + 1;
                terms.push(term.text.to_owned());
            });
            // A warm cache and a cold one agree.
            prop_assert_eq!(&terms, &English::new().terms(text));
            prop_assert_eq!(&terms, &english.terms(text));
        }
    }

    #[test]
    fn a_term_comes_from_its_own_token(text in "[a-z' ]{0,60}") {
        English::new().analyze(&text, |term| {
            let own = English::new().terms(&text[term.bytes.clone()]);
            assert_eq!(own, [term.text]);
        });
    }
}

#[test]
fn a_very_long_token_takes_linear_time() {
    for unit in ["a", "é", "a.", "ก", "1,", "\u{301}", "_"] {
        let text = unit.repeat(2_000_000 / unit.len());
        let started = std::time::Instant::now();
        let _ = words(&text).count();
        English::new().analyze(&text, |_| {});
        assert!(started.elapsed().as_secs() < 10, "{unit:?}");
    }
}
