//! What a page says it is about, in a few words.

/// Verbs after which a sentence says what its subject is.
const VERBS: &[&str] = &["is", "was", "are", "were"];

/// Words with which such a description begins.
const ARTICLES: &[&str] = &["a", "an", "the"];

/// Words at which it is told enough.
const ENDS: &[&str] = &[
    "and", "at", "best", "born", "by", "for", "from", "in", "known", "located", "named", "of",
    "on", "or", "that", "to", "used", "when", "where", "which", "who", "whose", "with",
];

/// The most words of a description.
const MOST: usize = 6;

/// "the smallest planet" of "Mercury is the smallest planet in the Solar System."
pub(crate) fn describe(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let verb = words.iter().position(|word| VERBS.contains(word))?;
    let rest = &words[verb + 1..];
    rest.first().filter(|word| ARTICLES.contains(word))?;
    let mut told: Vec<&str> = Vec::new();
    for word in rest {
        let plain = word.trim_end_matches([',', '.', ';', ':']);
        let opens = word.starts_with(['(', '[', '"', '“']);
        if ENDS.contains(&plain) || opens || told.len() == MOST {
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
        assert_eq!(
            described("Mercury is the smallest planet in the Solar System."),
            "the smallest planet"
        );
        assert_eq!(described("Marrow was a town, and is a city."), "a town");
        assert_eq!(described("Io (moon) is a moon."), "a moon");
        assert_eq!(describe("The bridge stands in Marrow."), None);
        assert_eq!(describe("It is of stone."), None);
        assert_eq!(describe(""), None);
    }
}
