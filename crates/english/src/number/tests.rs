use super::*;

fn found(text: &str) -> Vec<(&str, f64)> {
    scan(text).into_iter().map(|number| (&text[number.bytes], number.value)).collect()
}

#[test]
fn figures_and_words_have_values() {
    for (text, expected) in [
        ("0", 0.0),
        ("1,200,000", 1.2e6),
        ("1.2 million", 1.2e6),
        ("twelve", 12.0),
        ("Ninety-five", 95.0),
        ("twenty three", 23.0),
        ("two hundred and five", 205.0),
        ("three thousand four hundred", 3_400.0),
        ("one thousand and one", 1_001.0),
        ("one hundred and two thousand", 102_000.0),
        ("five hundred thousand", 5e5),
        ("three million", 3e6),
        ("a hundred", 100.0),
        ("a dozen", 12.0),
        ("two dozen", 24.0),
        ("half a dozen", 6.0),
        ("half", 0.5),
        ("half a million", 5e5),
        ("two and a half", 2.5),
        ("two and a half million", 2.5e6),
        ("three quarters", 0.75),
        ("nineteen ninety-eight", 1998.0),
        ("twenty twenty-one", 2021.0),
        ("−179", -179.0),
        ("1.898 × 10^27", 1.898e27),
        ("6 × 10²⁴", 6e24),
    ] {
        assert_eq!(value(text), Some(expected), "{text}");
    }
    for text in ["", "a", "first", "hundred", "95 bridges", "1.2.3", "2nd", "two, three", "é漢🍕"]
    {
        assert_eq!(value(text), None, "{text}");
    }
}

#[test]
fn numbers_are_found_with_their_places() {
    assert_eq!(found("Ninety-five bridges, two of stone"), [("Ninety-five", 95.0), ("two", 2.0)]);
    assert_eq!(found("two, three and four"), [("two", 2.0), ("three", 3.0), ("four", 4.0)]);
    assert_eq!(
        found("between one hundred and two hundred"),
        [("one hundred", 100.0), ("two hundred", 200.0)]
    );
    assert_eq!(
        found("from two thousand and three thousand"),
        [("two thousand", 2e3), ("three thousand", 3e3)]
    );
    assert_eq!(found("in 1846,1847"), [("1846", 1846.0), ("1847", 1847.0)]);
    assert_eq!(found("17-19 and (-3)"), [("17", 17.0), ("19", 19.0), ("-3", -3.0)]);
}

#[test]
fn versions_names_and_ordinals_are_no_numbers() {
    for text in ["Python3", "1.2.3", "UTF-8", "the second one's", "x86_64", "v2", "a third time"] {
        let expected: &[(&str, f64)] = if text.contains("one") { &[("one", 1.0)] } else { &[] };
        assert_eq!(found(text), expected, "{text}");
    }
}

#[test]
fn ordinals_are_places_from_one() {
    for (text, place) in [
        ("first", 1),
        ("1st", 1),
        ("22nd", 22),
        ("Twenty-first", 21),
        ("twentieth", 20),
        ("hundredth", 100),
        ("two hundred and fifth", 205),
        ("1,000th", 1_000),
    ] {
        assert_eq!(ordinal(text), Some(place), "{text}");
    }
    for text in ["", "one", "last", "th", "0th", "worth", "fifths", "zeroth", "漢th"] {
        assert_eq!(ordinal(text), None, "{text}");
    }
}

#[test]
fn numbers_are_said_in_words() {
    for (number, said) in [
        (0, "zero"),
        (21, "twenty-one"),
        (40, "forty"),
        (205, "two hundred and five"),
        (1_000, "one thousand"),
        (1_001, "one thousand and one"),
        (102_000, "one hundred and two thousand"),
        (3_000_000, "three million"),
    ] {
        assert_eq!(words(number), said);
    }
    assert_eq!((in_prose(12).as_str(), in_prose(13).as_str()), ("twelve", "13"));
    assert!(words(u64::MAX).ends_with("six hundred and fifteen"));
}

#[test]
fn one_word_may_be_a_number() {
    assert!(is_number_word("seven") && is_number_word("95") && !is_number_word("seventh"));
}
