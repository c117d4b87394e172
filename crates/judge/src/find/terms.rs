//! The words of a text with the weights of their tokens.

use grice_model::Place;

/// Each word of `text` once, in small letters, with the greatest weight of any of its tokens as a
/// probability; the likeliest first.
pub(super) fn terms(text: &str, places: &[Option<Place>], weights: &[f32]) -> Vec<(String, f32)> {
    let mut found: Vec<(String, f32)> = Vec::new();
    for (place, weight) in places.iter().zip(weights) {
        let Some(word) = place.as_ref().and_then(|place| word(text, place)) else { continue };
        let weight = 1.0 / (1.0 + (-weight).exp());
        match found.iter_mut().find(|(known, _)| *known == word) {
            Some((_, known)) => *known = known.max(weight),
            None => found.push((word, weight)),
        }
    }
    found.retain(|(_, weight)| weight.is_finite());
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// The whole word that a token is part of; none for punctuation.
fn word(text: &str, place: &Place) -> Option<String> {
    let inside = |c: char| c.is_alphanumeric() || c == '\'';
    text.get(place.start..place.end)?.chars().find(|c| c.is_alphanumeric())?;
    let before = text.get(..place.start)?.chars().rev().take_while(|c| inside(*c));
    let start = place.start - before.map(char::len_utf8).sum::<usize>();
    let after = text.get(place.end..)?.chars().take_while(|c| inside(*c));
    let end = place.end + after.map(char::len_utf8).sum::<usize>();
    Some(text.get(start..end)?.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_weight_of_its_likeliest_token() {
        let place = |start, end| Some(Place { text: 0, start, end });
        let places = [None, place(0, 3), place(3, 8), place(8, 9), place(10, 15), None];
        let found = terms("Overhear? Élan", &places, &[9.0, -2.0, 2.0, 9.0, 0.0, 9.0]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].0, "overhear");
        assert!((found[0].1 - 0.8808).abs() < 1e-3);
        assert_eq!(found[1], ("élan".to_owned(), 0.5));
    }
}
