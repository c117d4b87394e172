//! Adjectives by list and by form, comparatives and superlatives.

use crate::words::is_in;

/// Common adjectives.
const KNOWN: &str = "able absent alive alone ancient available aware bad beautiful best better big bitter \
    black blind blue brave bright broken brown busy cheap clean clear close closed cold common compatible \
    complete complex conscious cool correct cruel dangerous dark dead deaf dear deep deprecated different \
    difficult dirty dry dumb early east easy edible empty equal evil exact expensive extinct faithful fake \
    false famous far fast fat fine firm flat foreign free frequent fresh full good gray great green grey \
    guilty happy hard harmful healthy heavy high hollow holy honest hot huge human hungry ill immune \
    important inert innocent intelligent isolated kind large late lazy legal light liquid little local \
    lonely long loose loud low mad mandatory married mature mean modern mortal mutable narrow natural near \
    necessary neutral new nice noble nocturnal normal obsolete odd okay old open optional orange original \
    pale parallel perfect pink plain poisonous poor popular possible present pretty private proud public \
    pure purple quick quiet radioactive random rare raw ready real red related relevant responsible rich \
    right ripe rough round rude sacred sad safe salty same secure separate serious shallow sharp short shy \
    sick silent similar simple single slow small smart smooth soft solid sour special stable steep sterile \
    straight strange strict strong stupid sufficient sure sweet symmetric tall tame thick thin tidy \
    tiny tired transparent true ugly unable unique universal unknown upset urgent useful vacant valid \
    visible warm weak wealthy wet white whole wide wild wise wrong yellow young";

/// Endings of adjectives.
const ENDINGS: [&str; 8] = ["able", "ible", "ful", "less", "ous", "ive", "ical", "ish"];

/// Nouns that end as adjectives do, or as superlatives.
const NOUNS: &str = "archive arrest bus cable chest conquest contest crest detective digest executive \
    fish forest guest harvest honest interest invest locomotive motive native objective olive perspective \
    priest protest quest request sable suggest table test vegetable west northwest southwest bible dish \
    english british spanish danish irish polish wish";

/// Words that mean the same, each as a superlative and as a comparative.
pub const SAME_SUPERLATIVES: &[&[(&str, &str)]] = &[
    &[("largest", "larger"), ("biggest", "bigger")],
    &[("smallest", "smaller"), ("littlest", "littler")],
    &[("highest", "higher"), ("tallest", "taller")],
    &[("farthest", "farther"), ("furthest", "further")],
    &[("closest", "closer"), ("nearest", "nearer")],
    &[("hottest", "hotter"), ("warmest", "warmer")],
    &[("coldest", "colder"), ("coolest", "cooler")],
    &[("fastest", "faster"), ("quickest", "quicker")],
];

/// Whether a word, in small letters, is an adjective by list or by form.
pub fn is_adjective(word: &str) -> bool {
    let formed = word.len() > 5 && ENDINGS.iter().any(|ending| word.ends_with(ending));
    is_in(KNOWN, word)
        || formed && !is_in(NOUNS, word)
        || is_comparative(word)
        || is_superlative(word)
}

/// Whether a word, in small letters, is a superlative: "largest", "most".
pub fn is_superlative(word: &str) -> bool {
    matches!(word, "best" | "worst" | "most" | "least")
        || word.len() > 5 && word.ends_with("est") && !is_in(NOUNS, word)
}

/// Whether a word, in small letters, is a comparative of a known adjective: "larger", "happier".
pub fn is_comparative(word: &str) -> bool {
    let Some(stem) = word.strip_suffix("er").filter(|stem| stem.chars().count() > 1) else {
        return matches!(word, "worse" | "more" | "less");
    };
    let doubled = stem.chars().rev().take(2).collect::<Vec<_>>();
    let halved = matches!(doubled[..], [a, b] if a == b).then(|| &stem[..stem.len() - last(stem)]);
    let forms = [
        Some(stem.to_owned()),
        Some(format!("{stem}e")),
        stem.strip_suffix('i').map(|stem| format!("{stem}y")),
        halved.map(str::to_owned),
    ];
    word == "better" || word == "further" || forms.into_iter().flatten().any(|f| is_in(KNOWN, &f))
}

fn last(text: &str) -> usize {
    text.chars().next_back().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjectives_are_known_or_formed() {
        for word in ["flat", "harmful", "heavier", "bigger", "happier", "largest", "compatible"] {
            assert!(is_adjective(word), "{word}");
        }
        for word in ["table", "forest", "river", "interest", "", "éé", "ééer"] {
            assert!(!is_adjective(word), "{word}");
        }
        assert!(is_superlative("oldest") && is_superlative("most") && !is_superlative("guest"));
        assert!(is_comparative("older") && is_comparative("worse") && !is_comparative("water"));
    }
}
