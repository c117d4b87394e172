use grice_english::number::{in_prose, ordinal, scan, value, words};
use grice_english::plural::{plural, singular};
use proptest::prelude::*;

#[test]
fn every_number_below_a_million_is_its_words() {
    for number in 0..1_000_000 {
        let said = words(number);
        assert_eq!(value(&said), Some(number as f64), "{said}");
    }
}

proptest! {
    #[test]
    fn figures_with_separators_are_their_number(number in 0u64..10_000_000_000) {
        let digits = number.to_string();
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        assert_eq!(value(&grouped), Some(number as f64));
        assert_eq!(value(&in_prose(number)), Some(number as f64));
    }

    #[test]
    fn a_number_in_a_sentence_is_one(number in 0u64..1_000_000_000_000) {
        let text = format!("They have {} bridges.", words(number));
        let found = scan(&text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].value, found[0].bytes.start), (number as f64, 10));
    }

    #[test]
    fn ordinals_in_figures_are_their_place(number in 1usize..1_000_000) {
        assert_eq!(ordinal(&format!("{number}th")), Some(number));
    }
}

/// Nouns of all kinds of plurals.
const NOUNS: &str = "apple archive axis baby basis bacterium bench bonus box bridge brush bus cache calf \
    canvas castle cat child church city class cookie crisis criterion database day dish dog echo elf \
    engine factory file foot form foundation fox gas glass goose half hero house index judge key king \
    knife language law leaf lens life loaf machine man match matrix method mouse name node nucleus \
    painter party path penny person phenomenon photo piano potato process quiz radio river road roof rose \
    school self shelf shoe stimulus story table task thesis thief tomato tooth torpedo tree value vertex \
    virus volcano wife wolf woman word year";

#[test]
fn the_singular_of_a_plural_is_the_noun() {
    for noun in NOUNS.split_whitespace() {
        let many = plural(noun);
        assert_eq!(singular(&many).as_deref(), Some(noun), "{many}");
    }
}
