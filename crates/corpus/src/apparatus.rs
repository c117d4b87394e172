//! The sections at the end of an encyclopedia article that hold its apparatus, not its text.

const TITLES: [&str; 24] = [
    "bibliography",
    "citations",
    "external link",
    "external links",
    "external sources",
    "footnotes",
    "footnotes and references",
    "further reading",
    "gallery",
    "image gallery",
    "literature cited",
    "notes",
    "notes and citations",
    "notes and references",
    "references",
    "references and notes",
    "references and sources",
    "see also",
    "selected bibliography",
    "sources",
    "sources and references",
    "suggested reading",
    "web links",
    "works cited",
];

/// True for a heading such as "References" or "See also", whose section is worth its links only.
pub(crate) fn is_apparatus(heading: &str) -> bool {
    let heading = heading.trim().trim_end_matches([':', '.']).trim_end();
    // Longer than every title above, so that a page of prose is never copied.
    heading.len() <= 40 && {
        let lower = heading.to_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        TITLES.binary_search(&words.join(" ").as_str()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_titles_are_sorted_for_the_binary_search() {
        assert!(TITLES.is_sorted());
    }

    #[test]
    fn case_space_and_a_final_colon_do_not_matter() {
        for heading in ["References", " see  ALSO ", "External links:", "notes and References"] {
            assert!(is_apparatus(heading), "{heading}");
        }
        for heading in ["", "History", "Sources of income", "Musical notes"] {
            assert!(!is_apparatus(heading), "{heading}");
        }
    }
}
