//! Verbs and their forms.

mod lexicon;

use crate::words::is_in;
use lexicon::{IRREGULAR, OFTEN_NOUNS, REGULAR};

/// Verbs that help others and open questions which yes or no answers.
pub const AUXILIARIES: [&str; 19] = [
    "am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might",
    "shall", "should", "was", "were", "will", "would",
];

/// Whether a word, in small letters, helps other verbs.
pub fn is_auxiliary(word: &str) -> bool {
    AUXILIARIES.contains(&word) || word == "must"
}

/// "is", "are", "was", "were".
pub fn is_being(word: &str) -> bool {
    matches!(word, "are" | "is" | "was" | "were")
}

/// Whether someone goes to where a verb, in small letters, leads: "went there".
pub fn is_going(word: &str) -> bool {
    const GOING: &str = "arrive arrived came come drove flew flown fly get go goes gone got land landed \
        move moved sail sailed sent travel traveled travelled went";
    is_in(GOING, word)
}

/// Whether a word, in small letters, is the plain form of a known verb.
pub fn is_base(word: &str) -> bool {
    is_in(REGULAR, word) || IRREGULAR.iter().any(|(base, ..)| *base == word)
}

/// Whether a known verb is a noun just as often: "work", "name".
pub fn may_be_noun(word: &str) -> bool {
    is_in(OFTEN_NOUNS, word)
}

/// Whether a word, in small letters, is a participle of the past by its form: "built", "opened".
pub fn is_participle(word: &str) -> bool {
    const ED_BUT_NONE: &str = "bed breed feed hundred indeed need red seed shed speed weed";
    IRREGULAR.iter().any(|(.., participle)| *participle == word)
        || word.len() > 4 && word.ends_with("ed") && !is_in(ED_BUT_NONE, word)
}

/// The past of a verb's plain form.
///
/// ```
/// use grice_english::verb::past;
///
/// assert_eq!((past("meet").as_str(), past("stop").as_str()), ("met", "stopped"));
/// ```
pub fn past(base: &str) -> String {
    if let Some((_, past, _)) = IRREGULAR.iter().find(|(known, ..)| *known == base) {
        return (*past).to_owned();
    }
    if base.ends_with('e') {
        return format!("{base}d");
    }
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    if let Some(stem) = base.strip_suffix('y').filter(|stem| !stem.ends_with(vowel)) {
        return format!("{stem}ied");
    }
    let letters: Vec<char> = base.chars().rev().take(3).collect();
    let vowels = base.chars().filter(|c| vowel(*c)).count();
    match letters[..] {
        [last, middle, first] if doubles(last) && vowel(middle) && !vowel(first) && vowels == 1 => {
            format!("{base}{last}ed")
        }
        _ => format!("{base}ed"),
    }
}

fn doubles(last: char) -> bool {
    last.is_ascii_alphabetic() && !matches!(last, 'a' | 'e' | 'i' | 'o' | 'u' | 'w' | 'x' | 'y')
}

/// The form after "he" or "it" of a verb's plain form.
pub fn third_person(base: &str) -> String {
    match base {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        "do" | "go" | "undergo" => format!("{base}es"),
        _ => match base.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| base.ends_with(end)) => {
                format!("{base}es")
            }
            _ => format!("{base}s"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_have_a_past() {
        for (base, past_form) in [
            ("be", "was"),
            ("write", "wrote"),
            ("live", "lived"),
            ("carry", "carried"),
            ("play", "played"),
            ("visit", "visited"),
            ("plan", "planned"),
            ("fix", "fixed"),
            ("rain", "rained"),
        ] {
            assert_eq!(past(base), past_form);
        }
    }

    #[test]
    fn verbs_have_a_third_person() {
        for (base, third) in [
            ("have", "has"),
            ("carry", "carries"),
            ("play", "plays"),
            ("reach", "reaches"),
            ("eat", "eats"),
        ] {
            assert_eq!(third_person(base), third);
        }
    }

    #[test]
    fn verbs_are_known_by_their_forms() {
        assert!(is_base("meet") && is_base("require") && !is_base("bridge") && !is_base("met"));
        assert!(may_be_noun("work") && !may_be_noun("require"));
        assert!(is_participle("built") && is_participle("opened") && !is_participle("red"));
        assert!(is_auxiliary("must") && is_being("were") && is_going("went"));
    }
}
