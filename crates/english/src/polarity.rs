//! Negations and opposites.

use crate::words::is_in;

/// Words that deny, in small letters.
pub const NEGATIONS: [&str; 9] =
    ["not", "never", "no", "none", "nobody", "nothing", "neither", "nor", "cannot"];

/// Words that deny what they stand before.
pub const WEAK_NEGATIONS: [&str; 3] = ["without", "unlike", "hardly"];

/// Words that deny what follows, or that a denial may stand for.
pub const DENYING: [&str; 19] = [
    "refuse",
    "refused",
    "refuses",
    "fail",
    "failed",
    "fails",
    "lack",
    "lacked",
    "lacks",
    "deny",
    "denied",
    "denies",
    "forbidden",
    "forbid",
    "unable",
    "impossible",
    "rarely",
    "seldom",
    "except",
];

/// Opposites that are told apart wherever they stand.
pub const OPPOSITES: [(&str, &str); 51] = [
    ("first", "last"),
    ("north", "south"),
    ("northern", "southern"),
    ("east", "west"),
    ("eastern", "western"),
    ("largest", "smallest"),
    ("highest", "lowest"),
    ("increased", "decreased"),
    ("increase", "decrease"),
    ("increases", "decreases"),
    ("won", "lost"),
    ("early", "late"),
    ("high", "low"),
    ("higher", "lower"),
    ("older", "younger"),
    ("oldest", "youngest"),
    ("male", "female"),
    ("father", "mother"),
    ("brother", "sister"),
    ("brothers", "sisters"),
    ("son", "daughter"),
    ("husband", "wife"),
    ("large", "small"),
    ("larger", "smaller"),
    ("always", "never"),
    ("above", "below"),
    ("inside", "outside"),
    ("public", "private"),
    ("best", "worst"),
    ("better", "worse"),
    ("successful", "unsuccessful"),
    ("opened", "closed"),
    ("open", "closed"),
    ("rich", "poor"),
    ("common", "rare"),
    ("positive", "negative"),
    ("accepted", "rejected"),
    ("allowed", "forbidden"),
    ("possible", "impossible"),
    ("with", "without"),
    ("hot", "cold"),
    ("longer", "shorter"),
    ("legal", "illegal"),
    ("maximum", "minimum"),
    ("majority", "minority"),
    ("most", "few"),
    ("supported", "opposed"),
    ("summer", "winter"),
    ("spring", "autumn"),
    ("more", "fewer"),
    ("rose", "fell"),
];

/// Opposites that are only told apart where one stands in the other's place.
pub const OPPOSITES_IN_PLACE: [(&str, &str); 30] = [
    ("more", "less"),
    ("most", "least"),
    ("up", "down"),
    ("over", "under"),
    ("before", "after"),
    ("new", "old"),
    ("same", "different"),
    ("true", "false"),
    ("alive", "dead"),
    ("modern", "ancient"),
    ("long", "short"),
    ("fast", "slow"),
    ("strong", "weak"),
    ("good", "bad"),
    ("easy", "hard"),
    ("near", "far"),
    ("all", "none"),
    ("many", "few"),
    ("married", "divorced"),
    ("success", "failure"),
    ("left", "right"),
    ("expensive", "cheap"),
    ("began", "ended"),
    ("agreed", "refused"),
    ("earlier", "later"),
    ("front", "back"),
    ("well", "badly"),
    ("wins", "loses"),
    ("young", "old"),
    ("for", "against"),
];

/// Whether a word, in small letters and with plain apostrophes, denies.
pub fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't")
}

/// Whether two words are opposites where one stands in the other's place.
pub fn are_opposites(a: &str, b: &str) -> bool {
    let mut all = OPPOSITES.iter().chain(&OPPOSITES_IN_PLACE);
    all.any(|(x, y)| (*x == a && *y == b) || (*x == b && *y == a))
}

/// Whether a sentence denies something. "No, …" answers, "No. 1" numbers, and "not only" stresses:
/// they deny nothing.
///
/// ```
/// use grice_english::polarity::negates;
///
/// assert!(negates("It isn't open.") && !negates("No, it is open."));
/// ```
pub fn negates(sentence: &str) -> bool {
    let words: Vec<_> = grice_text::words(sentence).collect();
    let lower = |at: usize| words.get(at).map_or(String::new(), |w| plain(w.text));
    (0..words.len()).any(|at| {
        let word = lower(at);
        let next = lower(at + 1);
        let gap = words.get(at + 1).map_or("", |n| &sentence[words[at].bytes.end..n.bytes.start]);
        match word.as_str() {
            "no" => {
                let answers = gap.contains([',', '.', '!', ';', ':', '—']);
                let numbers = next.starts_with(|c: char| c.is_ascii_digit());
                !next.is_empty() && !answers && !numbers
            }
            "not" => !is_in("only just merely", &next),
            word => {
                is_negation(word)
                    || WEAK_NEGATIONS.contains(&word)
                    || DENYING.contains(&word) && word != "except"
            }
        }
    })
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_deny_or_do_not() {
        for denies in [
            "It has no doors.",
            "She can't swim.",
            "It isn’t open.",
            "It was never sold.",
            "The house lacks a roof.",
            "a town without a river",
        ] {
            assert!(negates(denies), "{denies}");
        }
        for says in
            ["No, it is open.", "It was No. 1.", "It is not only long.", "It is open.", "", "No"]
        {
            assert!(!negates(says), "{says}");
        }
    }

    #[test]
    fn opposites_are_so_both_ways() {
        assert!(are_opposites("north", "south") && are_opposites("south", "north"));
        assert!(are_opposites("more", "less") && !are_opposites("north", "east"));
    }
}
