//! The singular of nouns, and the plural.

mod irregular;

use crate::words::is_in;
use irregular::{ALIKE, ENDS_IN_FE, ENDS_IN_O, IRREGULAR, LATIN, ONLY_LOOKS_PLURAL};

/// The singular of a word, in small letters, that may be a plural; none where it is no plural.
///
/// ```
/// use grice_english::plural::singular;
///
/// assert_eq!(singular("wives").as_deref(), Some("wife"));
/// assert_eq!(singular("lens"), None);
/// ```
pub fn singular(word: &str) -> Option<String> {
    let known = IRREGULAR.iter().chain(LATIN).chain(ENDS_IN_FE);
    if let Some((one, _)) = known.into_iter().find(|(_, many)| *many == word) {
        return Some((*one).to_owned());
    }
    if is_in(ONLY_LOOKS_PLURAL, word) || is_in(ALIKE, word) {
        return None;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.chars().count() > 1) {
        return Some(match is_in("cook mov zomb brown gen pix ser cal selfie", stem) {
            true => format!("{stem}ie"),
            false => format!("{stem}y"),
        });
    }
    if let Some(stem) =
        word.strip_suffix("oes").filter(|stem| is_in(ENDS_IN_O, &format!("{stem}o")))
    {
        return Some(format!("{stem}o"));
    }
    if ["sses", "shes", "ches", "xes", "zzes"].iter().any(|end| word.ends_with(end)) {
        let one = &word[..word.len() - 2];
        return Some(match is_in("cach nich pastich headach toothach axe", one) {
            true => format!("{one}e"),
            false => one.to_owned(),
        });
    }
    if let Some(one) = word.strip_suffix("es").filter(|one| is_in(ENDS_IN_S, one)) {
        return Some(one.to_owned());
    }
    let none = word.chars().count() < 4 && !is_in("ads ids cds tvs pcs", word)
        || !is_in("apis clis guis", word)
            && ["ss", "us", "is", "'s"].iter().any(|end| word.ends_with(end));
    word.strip_suffix('s').filter(|_| !none).map(str::to_owned)
}

/// Nouns in "s" whose plural has "es".
const ENDS_IN_S: &str = "alias atlas bias bonus bus campus canvas census chorus circus corpus cactus fetus gas genus \
     iris lens octopus plus sinus status surplus virus walrus";

/// The plural of a noun, in small letters.
///
/// ```
/// assert_eq!(grice_english::plural::plural("analysis"), "analyses");
/// ```
pub fn plural(word: &str) -> String {
    let known = IRREGULAR.iter().chain(LATIN).chain(ENDS_IN_FE);
    if let Some((_, many)) = known.into_iter().find(|(one, _)| *one == word) {
        return (*many).to_owned();
    }
    if is_in(ALIKE, word) {
        return word.to_owned();
    }
    let stem = word.strip_suffix('y');
    if let Some(stem) =
        stem.filter(|stem| !stem.is_empty() && !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        return format!("{stem}ies");
    }
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    match hissing || is_in(ENDS_IN_O, word) {
        true => format!("{word}es"),
        false => format!("{word}s"),
    }
}

/// Whether a word, in small letters, is a plural.
pub fn is_plural(word: &str) -> bool {
    singular(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_have_a_singular() {
        for (many, one) in [
            ("cities", "city"),
            ("stones", "stone"),
            ("people", "person"),
            ("boxes", "box"),
            ("buses", "bus"),
            ("lives", "life"),
            ("wolves", "wolf"),
            ("indices", "index"),
            ("criteria", "criterion"),
            ("crises", "crisis"),
            ("classes", "class"),
            ("houses", "house"),
            ("databases", "database"),
            ("caches", "cache"),
            ("cookies", "cookie"),
            ("heroes", "hero"),
            ("shoes", "shoe"),
            ("processes", "process"),
        ] {
            assert_eq!(singular(many).as_deref(), Some(one), "{many}");
        }
    }

    #[test]
    fn words_that_only_look_plural_have_none() {
        for word in [
            "bus", "lens", "series", "species", "news", "physics", "always", "this", "its", "is",
            "was", "has", "gas", "alias", "status", "canvas", "process", "basis", "does", "", "s",
            "über", "sheep", "data", "clothes",
        ] {
            assert_eq!(singular(word), None, "{word}");
        }
    }

    #[test]
    fn nouns_have_a_plural() {
        for (one, many) in
            [("key", "keys"), ("baby", "babies"), ("potato", "potatoes"), ("photo", "photos")]
        {
            assert_eq!(plural(one), many);
        }
    }
}
