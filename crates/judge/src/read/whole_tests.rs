//! Spans as a model may cut them, and as they should be.

use proptest::prelude::*;

use super::whole::whole;

/// The whole of what stands between the bars.
fn cut(marked: &str, question: &str) -> String {
    let start = marked.find('[').unwrap();
    let end = marked.find(']').unwrap() - 1;
    let text = marked.replacen('[', "", 1).replacen(']', "", 1);
    text[whole(&text, start..end, question)].to_owned()
}

#[test]
fn words_numbers_dates_and_quantities_stay_whole() {
    let cases = [
        ("the ki[ng built] it", "king built"),
        ("a [six]-person crew", "six"),
        ("from [1939]-1945", "1939"),
        ("it cost $[3].5 million then", "$3.5 million"),
        ("it cost US$[3.5] million.", "US$3.5 million"),
        ("some [million] people, two [x] y", "million"),
        ("about two hundred [thousand] people", "two hundred thousand"),
        ("1,23[4],567 people", "1,234,567"),
        ("born on [12] May 1998 in Oslo", "12 May 1998"),
        ("born on 12 [May] 1998 in Oslo", "12 May 1998"),
        ("on May [12], 1998, in Oslo", "May 12, 1998"),
        ("on [May 12], 1998", "May 12, 1998"),
        ("on the [3rd] of it", "3rd"),
        ("in [May] 1998 it", "May 1998"),
        ("on 12 May [1998] in Oslo", "1998"),
        ("fell by [12]% a year", "12%"),
        ("at -[40] °C outside", "-40 °C"),
        ("a range of 3-[4] days", "3-4 days"),
        ("call 555-[1234] now", "555-1234"),
        ("about [3.5] million km away", "3.5 million km"),
        ("about 3.5 million [km] away", "3.5 million km"),
        ("lasts [9] hours 56 minutes and", "9 hours 56 minutes"),
        ("lasts [24 hours], 39 minutes and 35 seconds.", "24 hours, 39 minutes and 35 seconds"),
        ("winds of [1,800] km/h blow", "1,800 km/h"),
        ("after [two] years he left", "two years"),
        ("[five] men, two years later", "five"),
        ("in [1846], 17 days after", "1846"),
        ("the [king, ]who", "king"),
        ("said[ “no way.] Then", "no way"),
        ("in the [U.S.] army", "U.S."),
        ("by [Sammy Davis Jr.] in", "Sammy Davis Jr."),
        ("saw the [bridge.] It", "bridge"),
        ("the song [“Blue Moon”] was", "“Blue Moon”"),
        ("it ([1998)] was", "1998"),
        ("[Mary]'s brother", "Mary"),
        ("the Zoë [Café] is", "Café"),
        ("well[ ]done", ""),
        ("a [🍕] b", "🍕"),
    ];
    for (marked, expected) in cases {
        assert_eq!(cut(marked, "what is it?"), expected, "{marked}");
    }
}

#[test]
fn a_part_of_a_date_is_enough_where_it_is_asked_for() {
    assert_eq!(cut("born on 12 [May] 1998", "In which month was she born?"), "May");
    assert_eq!(cut("born on [12] May 1998", "On what day?"), "12");
    assert_eq!(cut("it lies [12] km away", "How many km away is it?"), "12");
}

proptest! {
    #[test]
    fn a_span_stays_in_the_text_and_keeps_something(
        text in "[a-z0-9 .,$%()“”’é漢🍕-]{1,60}", a in 0usize..60, b in 0usize..60,
    ) {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        let (a, b) = (places[a.min(places.len() - 1)], places[b.min(places.len() - 1)]);
        let span = a.min(b)..a.max(b);
        let given = text[span.clone()].trim().to_owned();
        let made = whole(&text, span, "when?");
        let kept = text.get(made);
        prop_assert!(kept.is_some());
        prop_assert!(given.is_empty() || !kept.unwrap_or_default().trim().is_empty());
    }
}
