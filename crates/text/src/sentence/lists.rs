//! The words that tell a full stop after an abbreviation from one at the end of
//! a sentence. Every list is sorted by bytes.

/// How an abbreviation behaves before a word that could start a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Abbreviation {
    /// Always comes before something: "Dr.", "vs.", "e.g.".
    Leads,
    /// Comes before a number, and is a plain word elsewhere: "No. 5", "fig. 2".
    LeadsNumber,
    /// May end a sentence, if a typical opener comes next: "Inc.", "U.S.".
    MayEnd,
    /// Ends a sentence before any capital: "etc.".
    Ends,
}

/// The kind of the abbreviation, given without its last full stop.
pub(super) fn abbreviation(word: &str) -> Option<Abbreviation> {
    let kinds = [
        (LEADS, Abbreviation::Leads),
        (LEADS_NUMBER, Abbreviation::LeadsNumber),
        (MAY_END, Abbreviation::MayEnd),
        (ENDS, Abbreviation::Ends),
    ];
    if word.len() > LONGEST {
        return None;
    }
    kinds.iter().find(|(list, _)| list.binary_search(&word).is_ok()).map(|&(_, kind)| kind)
}

/// No abbreviation in the lists is longer.
const LONGEST: usize = 8;

#[rustfmt::skip]
const LEADS: &[&str] = &[
    "Abp", "Adm", "Amb", "Approx", "Asst", "Bp", "Brig", "Bro", "Ca", "Capt", "Cdr", "Cf",
    "Cmdr", "Col", "Comdr", "Cpl", "Dr", "Drs", "E.g", "Fr", "Ft", "Gen", "Gov", "Hon", "I.e",
    "Lt", "Maj", "Messrs", "Mlle", "Mme", "Mr", "Mrs", "Ms", "Msgr", "Mt", "Mx", "Pfc", "Pres",
    "Prof", "Profs", "Pvt", "Rep", "Reps", "Rev", "Rt", "Sen", "Sens", "Sgt", "Ste", "Supt",
    "Viz", "Vs", "approx", "ca", "cf", "dr", "e.g", "eg", "esp", "i.e", "ie", "incl", "mr",
    "mrs", "resp", "v", "viz", "vs",
];

#[rustfmt::skip]
const LEADS_NUMBER: &[&str] = &[
    "Art", "Arts", "Ch", "Chap", "Eq", "Eqs", "Ex", "Exs", "Fig", "Figs", "Lib", "No", "Nos",
    "Nr", "Op", "Par", "Pp", "Pt", "Pts", "Ref", "Refs", "Sec", "Sect", "Tab", "Vol", "Vols",
    "art", "ch", "chap", "circa", "col", "cols", "eq", "eqs", "est", "fig", "figs", "fl", "fn",
    "fol", "ft", "lb", "lbs", "ll", "nn", "no", "nos", "nr", "op", "par", "para", "pg", "pl",
    "pp", "pt", "ref", "refs", "sec", "sect", "ver", "vol", "vols", "vv",
];

#[rustfmt::skip]
const MAY_END: &[&str] = &[
    "Ala", "Apr", "Ariz", "Ark", "Assn", "Assoc", "Aug", "Ave", "Bd", "Bldg", "Blvd", "Bros",
    "Calif", "Cia", "Cie", "Co", "Colo", "Conn", "Corp", "Cos", "Ct", "D.C", "Dec", "Dept",
    "Dist", "Ed", "Eds", "Esq", "Feb", "Fla", "Fri", "Ga", "Govt", "Hts", "Hwy", "Ill", "Inc",
    "Ind", "Inst", "Intl", "Jan", "Jnr", "Jr", "Jul", "Jun", "Kans", "Ky", "Ltd", "Mar", "Mass",
    "Md", "Mich", "Minn", "Miss", "Mo", "Mon", "Nat", "Natl", "Neb", "Nebr", "Nev", "Nov",
    "Oct", "Okla", "Ont", "Ore", "Penn", "Ph.D", "Phd", "Pkwy", "Pl", "Plc", "Pty", "Que", "Rd",
    "Sep", "Sept", "Snr", "Sq", "Sr", "St", "Tenn", "Terr", "Tex", "Thu", "Thur", "Thurs",
    "Tue", "Tues", "U.K", "U.N", "U.S", "U.S.A", "Univ", "Va", "Vt", "Wash", "Wed", "Wis",
    "Wyo", "a.k.a", "a.m", "abbr", "aka", "al", "assn", "cit", "dept", "ed", "eds", "ibid",
    "illus", "p.m", "ph.d", "pseud", "repr", "rev", "sp", "spp", "subsp", "trans", "var",
];

const ENDS: &[&str] = &["Etc", "etc"];

/// Words that start many sentences but no names.
pub(super) fn is_opener(word: &str) -> bool {
    OPENERS.binary_search(&word).is_ok()
}

#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "A", "About", "According", "Additionally", "After", "Afterwards", "All", "Along", "Also",
    "Although", "Among", "An", "And", "Another", "Any", "Are", "As", "At", "Based", "Because",
    "Before", "Being", "Besides", "Between", "Beyond", "Both", "But", "By", "Can", "Certain",
    "Consequently", "Could", "Currently", "Despite", "Did", "Do", "Does", "Due", "During",
    "Each", "Earlier", "Either", "Even", "Eventually", "Every", "Except", "Few", "Finally",
    "Following", "For", "From", "Furthermore", "Given", "Had", "Has", "Have", "He", "Hence",
    "Her", "Here", "His", "How", "However", "I", "If", "In", "Indeed", "Initially", "Instead",
    "Is", "It", "Its", "Just", "Later", "Like", "Many", "Meanwhile", "More", "Moreover", "Most",
    "Much", "My", "Nearly", "Neither", "Nevertheless", "No", "Nobody", "None", "Nonetheless",
    "Nor", "Not", "Nothing", "Now", "Of", "Often", "On", "Once", "Only", "Or", "Originally",
    "Other", "Others", "Otherwise", "Our", "Perhaps", "Please", "Previously", "Rather", "See",
    "Several", "She", "Should", "Similarly", "Since", "So", "Some", "Sometimes", "Soon",
    "Still", "Subsequently", "Such", "That", "The", "Their", "Then", "There", "Therefore",
    "These", "They", "This", "Those", "Though", "Through", "Throughout", "Thus", "To", "Today",
    "Together", "Two", "Unfortunately", "Unlike", "Until", "Upon", "Usually", "Was", "We",
    "Were", "What", "Whatever", "When", "Whenever", "Where", "Whereas", "Whether", "Which",
    "While", "Who", "Whose", "Why", "With", "Within", "Without", "Would", "Yes", "Yet", "You",
    "Your",
];

/// Nouns that a capital letter or roman numeral completes: "vitamin C. Oranges".
pub(super) fn is_lettered_noun(word: &str) -> bool {
    LETTERED_NOUNS.iter().any(|noun| noun.eq_ignore_ascii_case(word))
}

#[rustfmt::skip]
const LETTERED_NOUNS: &[&str] = &[
    "act", "annex", "appendix", "block", "box", "camp", "chapter", "class", "column", "exhibit",
    "factor", "figure", "flight", "grade", "group", "hepatitis", "influenza", "league",
    "letter", "level", "line", "option", "panel", "part", "phase", "plan", "point", "protein",
    "schedule", "section", "series", "site", "stage", "table", "team", "terminal", "type",
    "unit", "variant", "version", "vitamin", "war", "zone",
];

/// Names that are written with an exclamation or question mark.
pub(super) fn is_shouting_name(word: &str) -> bool {
    matches!(
        word,
        "Yahoo"
            | "Jeopardy"
            | "Wham"
            | "Oklahoma"
            | "Oliver"
            | "Airplane"
            | "Yum"
            | "Joomla"
            | "Chips"
            | "Fuerza"
            | "Ahoy"
            | "Westward"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_sorted_for_the_search() {
        for list in [LEADS, LEADS_NUMBER, MAY_END, ENDS, OPENERS] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }

    #[test]
    fn the_longest_abbreviation_is_known() {
        let lists = [LEADS, LEADS_NUMBER, MAY_END, ENDS];
        assert!(lists.concat().iter().all(|word| word.len() <= LONGEST));
    }

    #[test]
    fn a_word_has_at_most_one_kind() {
        let mut all = [LEADS, LEADS_NUMBER, MAY_END, ENDS].concat();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
