//! What a first sentence says its subject is, in a few words.

use crate::verb::is_being;
use crate::words::is_in;

/// Words at which a description ends.
const ENDS: &str = "and at best born by for from in known located named of on or that to used when \
    where which who whose with";

/// The most words of a description.
const LONGEST: usize = 6;

/// "a town" of "Marrow was a town in the north."; none where the sentence says nothing like it.
pub fn describe(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let verb = words.iter().position(|word| is_being(word))?;
    let rest = &words[verb + 1..];
    rest.first().filter(|word| is_in("a an the", word))?;
    let mut told: Vec<&str> = Vec::new();
    for word in rest {
        let plain = word.trim_end_matches([',', '.', ';', ':']);
        let opens = word.starts_with(['(', '[', '"', '“']);
        if is_in(ENDS, plain) || opens || told.len() == LONGEST {
            break;
        }
        told.push(plain);
        if plain.len() < word.len() {
            break;
        }
    }
    (told.len() > 1).then(|| told.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_sentence_says_what_its_subject_is() {
        let described = |text: &str| describe(text).unwrap_or_default();
        assert_eq!(described("Marrow is the smallest town in the north."), "the smallest town");
        assert_eq!(described("Marrow was a town, and is a city."), "a town");
        assert_eq!(described("Tasp (village) is a village."), "a village");
        assert_eq!(describe("The bridge stands in Marrow."), None);
        assert_eq!(describe("It is of stone."), None);
        assert_eq!(describe(""), None);
    }
}
