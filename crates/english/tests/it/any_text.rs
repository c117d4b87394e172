use std::ops::Range;

use grice_english::{
    adjective, cause, choice, date, describe, lists, name, number, plural, polarity, pronoun,
    quantity, question, talk, title, verb, words,
};
use proptest::prelude::*;

/// English and other words, marks and figures in any order.
fn texts() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "the",
        "Is",
        "does",
        "he",
        "it",
        "there",
        "How",
        "many",
        "what",
        "a",
        "half",
        "dozen",
        "and",
        "two",
        "ninety",
        "hundred",
        "thousand",
        "million",
        "1,234.5",
        "1998",
        "44 BC",
        "1960s",
        "km",
        "10km",
        "× 10^27",
        "× 10²⁷",
        "−",
        "°C",
        "%",
        "Anna",
        "O’Neil's",
        "van",
        "May",
        "Émile",
        "漢字",
        "🍕",
        "i̇",
        "ß",
        "no",
        "I meant",
        "built",
        "open",
        "in",
        "thanks",
        "ok",
        "first",
        "21st",
        "é",
        "İ",
        "ŉ",
        "third",
        "largest",
        "who",
        "list",
        "name",
        "rivers",
        "should",
        "be",
        "used",
        ":q",
    ]);
    let gaps = prop::sample::select(vec![
        " ", " ", " ", "-", ", ", ". ", "\n", "\u{a0}", "", "'", "?", ":\n\n",
    ]);
    let mixed = prop::collection::vec((words, gaps), 0..14)
        .prop_map(|parts| parts.iter().map(|(word, gap)| format!("{word}{gap}")).collect());
    prop_oneof![mixed, any::<String>()]
}

fn lie_within(text: &str, places: impl IntoIterator<Item = Range<usize>>) {
    for place in places {
        assert!(text.get(place.clone()).is_some(), "{place:?} of {text:?}");
    }
}

fn are_in_order(places: &[Range<usize>]) {
    assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start), "{places:?}");
}

proptest! {
    #[test]
    fn places_lie_on_char_boundaries_and_in_order(text in texts()) {
        let numbers: Vec<_> = number::scan(&text).into_iter().map(|one| one.bytes).collect();
        let quantities: Vec<_> =
            quantity::quantities(&text).into_iter().map(|one| one.bytes).collect();
        let years: Vec<_> = date::years(&text).into_iter().map(|(place, _)| place).collect();
        let names = name::names(&text);
        for places in [&numbers, &quantities, &years, &names] {
            lie_within(&text, places.iter().cloned());
            are_in_order(places);
            assert!(places.iter().all(|place| !place.is_empty()));
        }
        lie_within(&text, pronoun::opening(&text));
        for list in lists::lists(&text) {
            lie_within(&text, list.members);
            lie_within(&text, [list.lead, list.whole]);
        }
    }

    #[test]
    fn a_number_found_has_the_value_of_its_words(text in texts()) {
        for found in number::scan(&text) {
            let own = number::value(&text[found.bytes.clone()]);
            assert!(own.is_some(), "{:?} of {text:?}", &text[found.bytes]);
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_read(text in texts(), other in texts(), most in 0usize..9) {
        words::cut(&text, most);
        words::alike(&text, &other);
        words::overlap(&words::content(&text), &words::set(&other));
        plural::plural(&text);
        plural::singular(&text);
        number::ordinal(&text);
        date::month(&text);
        date::day(&text);
        verb::past(&text);
        verb::third_person(&text);
        adjective::is_adjective(&text);
        pronoun::replace(&text, &other);
        pronoun::with_preposition(&text, other.clone());
        title::in_sentence(&text, &other);
        title::is_proper(&text, &other);
        title::capital(&text);
        title::article(&text);
        title::replace(&text, &other, "Anna");
        talk::small_talk(&text);
        talk::displeasure(&text);
        talk::instead(&text);
        choice::picked(&text);
        describe::describe(&text);
        lists::members(&text);
        cause::gives_cause(&text);
        cause::follows_from(&text);
        polarity::negates(&text);
    }

    #[test]
    fn no_question_is_too_odd_to_be_read(text in texts()) {
        question::is_question(&text);
        question::asks_yes_or_no(&text);
        question::parts(&text);
        question::asked_in(&text);
        question::asks_to_go_on(&text);
        question::leans(&text);
        question::leaves_out(&text);
        question::sentence_leans(&text);
        question::turned_to(&text);
        question::indirect(&text);
        question::wh(&text);
        question::asks_for_several(&text);
        question::form(&text);
        if let Some(statement) = question::declarative(&text) {
            assert!(statement.ends_with('.') && !statement.contains('?'));
        }
    }

    #[test]
    fn a_capital_changes_only_the_first_letter(text in texts()) {
        let capital = title::capital(&text);
        assert_eq!(capital.to_uppercase(), text.to_uppercase());
        assert_eq!(title::capital(&capital), capital);
    }
}
