//! Porter's stemmer ("An algorithm for suffix stripping", Program 14, 1980) with the changes of
//! NLTK's `PorterStemmer` in its default mode, which is the one rouge-score stems with.

/// What NLTK changes without a rule.
const IRREGULAR: [(&str, &str); 16] = [
    ("canning", "canning"),
    ("cannings", "canning"),
    ("dying", "die"),
    ("exceed", "exceed"),
    ("howe", "howe"),
    ("inning", "inning"),
    ("innings", "inning"),
    ("lying", "lie"),
    ("news", "news"),
    ("outing", "outing"),
    ("outings", "outing"),
    ("proceed", "proceed"),
    ("skies", "sky"),
    ("sky", "sky"),
    ("succeed", "succeed"),
    ("tying", "tie"),
];

/// Of the rules of one step only the first whose suffix the word has is tried.
type Rules = [(&'static str, &'static str)];

const STEP_1A: &Rules = &[("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")];

const STEP_2: &Rules = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
];

const STEP_3: &Rules = &[
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

const STEP_4: [&str; 19] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
];

/// A word's stem. The word is one of ROUGE's, of lower-case ASCII letters and digits; others come
/// back as they are, and so do those of one or two letters.
///
/// ```
/// use grice_metrics::answer::stem;
///
/// assert_eq!(stem("conversations"), "convers");
/// assert_eq!(stem("skies"), "sky");
/// ```
pub fn stem(word: &str) -> String {
    let mut word = word.to_owned();
    reduce(&mut word);
    word
}

/// Makes a word into its stem.
pub(crate) fn reduce(word: &mut String) {
    if !word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
        return;
    }
    if let Ok(place) = IRREGULAR.binary_search_by_key(&word.as_str(), |&(form, _)| form) {
        word.clear();
        word.push_str(IRREGULAR[place].1);
        return;
    }
    if word.len() <= 2 {
        return;
    }
    step_1a(word);
    step_1b(word);
    step_1c(word);
    step_2(word);
    apply(word, STEP_3, |stem| measure(stem) > 0);
    step_4(word);
    step_5(word);
}

fn step_1a(word: &mut String) {
    if word.len() == 4 && word.ends_with("ies") {
        word.pop();
    } else {
        apply(word, STEP_1A, |_| true);
    }
}

fn step_1b(word: &mut String) {
    if let Some(stem) = word.strip_suffix("ied") {
        let kept = if stem.len() == 1 { 2 } else { 1 };
        word.truncate(stem.len() + kept);
        return;
    }
    if let Some(stem) = word.strip_suffix("eed") {
        if measure(stem) > 0 {
            word.pop();
        }
        return;
    }
    let stem = word.strip_suffix("ed").or_else(|| word.strip_suffix("ing"));
    let Some(stem) = stem.filter(|stem| has_vowel(stem)) else {
        return;
    };
    word.truncate(stem.len());
    if ["at", "bl", "iz"].iter().any(|end| word.ends_with(end)) {
        word.push('e');
    } else if ends_in_double_consonant(word) {
        if !word.ends_with(['l', 's', 'z']) {
            word.pop();
        }
    } else if measure(word) == 1 && ends_short(word) {
        word.push('e');
    }
}

/// NLTK asks for a consonant before the y, and for more than one letter, not for a vowel.
fn step_1c(word: &mut String) {
    if let Some(stem) = word.strip_suffix('y')
        && stem.len() > 1
        && ends_in_consonant(stem)
    {
        word.pop();
        word.push('i');
    }
}

fn step_2(word: &mut String) {
    if let Some(stem) = word.strip_suffix("alli")
        && measure(stem) > 0
    {
        word.truncate(word.len() - "li".len());
        return step_2(word);
    }
    let tried = apply(word, STEP_2, |stem| measure(stem) > 0);
    // The l belongs to the stem here, so that `geologi` is reduced like `archaeologi`.
    if !tried && word.ends_with("logi") && measure(&word[..word.len() - "ogi".len()]) > 0 {
        word.pop();
    }
}

fn step_4(word: &mut String) {
    let Some(suffix) = STEP_4.iter().find(|suffix| word.ends_with(**suffix)) else {
        return;
    };
    let stem = &word[..word.len() - suffix.len()];
    if measure(stem) > 1 && (*suffix != "ion" || stem.ends_with(['s', 't'])) {
        word.truncate(stem.len());
    }
}

fn step_5(word: &mut String) {
    if let Some(stem) = word.strip_suffix('e') {
        let measure = measure(stem);
        if measure > 1 || (measure == 1 && !ends_short(stem)) {
            word.pop();
        }
    }
    if word.ends_with("ll") && measure(&word[..word.len() - 1]) > 1 {
        word.pop();
    }
}

/// Applies the first rule whose suffix the word has, if its stem passes; says whether there was
/// such a rule.
fn apply(word: &mut String, rules: &Rules, passes: impl Fn(&str) -> bool) -> bool {
    let Some((suffix, replacement)) = rules.iter().find(|rule| word.ends_with(rule.0)) else {
        return false;
    };
    let stem = &word[..word.len() - suffix.len()];
    if passes(stem) {
        word.truncate(stem.len());
        word.push_str(replacement);
    }
    true
}

/// For each letter, whether it is a consonant; y is one unless it follows one.
fn consonants(word: &str) -> impl Iterator<Item = bool> {
    word.bytes().scan(false, |before, letter| {
        *before = match letter {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => !*before,
            _ => true,
        };
        Some(*before)
    })
}

/// The paper's m: how often a consonant follows a vowel.
fn measure(stem: &str) -> usize {
    let mut before = true;
    consonants(stem)
        .filter(|&consonant| !std::mem::replace(&mut before, consonant) && consonant)
        .count()
}

fn has_vowel(stem: &str) -> bool {
    consonants(stem).any(|consonant| !consonant)
}

fn ends_in_consonant(stem: &str) -> bool {
    consonants(stem).last().unwrap_or(false)
}

fn ends_in_double_consonant(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && ends_in_consonant(word)
}

/// The paper's *o: consonant, vowel, consonant other than w, x and y; in NLTK also a vowel and a
/// consonant that are the whole stem.
fn ends_short(stem: &str) -> bool {
    let (mut third, mut second, mut last) = (true, true, false);
    for consonant in consonants(stem) {
        (third, second, last) = (second, last, consonant);
    }
    match stem.len() {
        0 | 1 => false,
        2 => !second && last,
        _ => third && !second && last && !stem.ends_with(['w', 'x', 'y']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_forms_are_in_order_for_the_search() {
        assert!(IRREGULAR.is_sorted());
    }

    #[test]
    fn words_stem_as_in_nltk() {
        let pairs = [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("ties", "tie"),
            ("agreed", "agre"),
            ("died", "die"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("enjoy", "enjoy"),
            ("happy", "happi"),
            ("rationally", "ration"),
            ("geology", "geolog"),
            ("adoption", "adopt"),
            ("controlling", "control"),
            ("1990s", "1990"),
            ("by", "by"),
        ];
        for (word, expected) in pairs {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    #[test]
    fn words_of_other_letters_come_back_as_they_are() {
        assert_eq!(stem("Running"), "Running");
        assert_eq!(stem("cafés"), "cafés");
    }
}
