//! What the HTML and extension tags of wikitext do to the text.

/// What becomes of a tag, and of what it encloses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// Goes, its text stays in the sentence.
    Inline,
    /// Ends the line.
    Line,
    /// Ends the paragraph.
    Block,
    /// Goes, and line breaks in its text count.
    Poem,
    /// Goes with its text, which may nest.
    Table,
    /// An extension whose text is not wikitext.
    Opaque(Opaque),
}

/// Tags whose text is not parsed up to their closing tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opaque {
    /// The tag's name, lower case.
    pub name: &'static str,
    /// Where the tag keeps its place among those that remember their next closing tag.
    pub index: usize,
    /// What to do with the text.
    pub text: Keep,
    /// Whether the text up to the paragraph's end goes too where the closing tag is missing.
    pub greedy: bool,
}

/// What becomes of an opaque tag's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// It goes.
    Nothing,
    /// It stays in the sentence, its character references decoded.
    Literal,
    /// It stays, line by line.
    Lines,
    /// It stays as it stands: a formula.
    Formula,
}

/// How many opaque tags there are.
pub(super) const OPAQUES: usize = OPAQUE.len();

/// `<ref>`'s place among the opaque tags.
pub(super) const REF: usize = 0;

const OPAQUE: [(&str, Keep, bool); 25] = [
    ("ref", Keep::Nothing, true),
    ("references", Keep::Nothing, false),
    ("nowiki", Keep::Literal, false),
    ("pre", Keep::Lines, false),
    ("source", Keep::Lines, false),
    ("syntaxhighlight", Keep::Lines, false),
    ("math", Keep::Formula, true),
    ("chem", Keep::Formula, true),
    ("ce", Keep::Formula, true),
    ("gallery", Keep::Nothing, true),
    ("timeline", Keep::Nothing, true),
    ("score", Keep::Nothing, true),
    ("hiero", Keep::Nothing, true),
    ("graph", Keep::Nothing, true),
    ("imagemap", Keep::Nothing, true),
    ("mapframe", Keep::Nothing, true),
    ("maplink", Keep::Nothing, true),
    ("templatedata", Keep::Nothing, true),
    ("templatestyles", Keep::Nothing, false),
    ("inputbox", Keep::Nothing, true),
    ("categorytree", Keep::Nothing, true),
    ("includeonly", Keep::Nothing, true),
    ("style", Keep::Nothing, true),
    ("script", Keep::Nothing, true),
    ("indicator", Keep::Nothing, true),
];

/// The longest name below.
const LONGEST: usize = 15;

/// What the tag with this name does; `None` where MediaWiki would show it as text.
pub(super) fn find(name: &str) -> Option<Tag> {
    let mut buffer = [0; LONGEST];
    let lower = buffer.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let name = std::str::from_utf8(lower).ok()?;
    let known = match name {
        "abbr" | "b" | "bdi" | "bdo" | "big" | "cite" | "code" | "data" | "del" | "dfn" | "em"
        | "font" | "i" | "ins" | "kbd" | "link" | "mark" | "meta" | "noinclude" | "onlyinclude"
        | "q" | "rb" | "rp" | "rt" | "ruby" | "s" | "samp" | "section" | "small" | "span"
        | "strike" | "strong" | "sub" | "sup" | "time" | "translate" | "tt" | "tvar" | "u"
        | "var" | "wbr" => Tag::Inline,
        "br" | "li" | "dt" | "dd" | "tr" | "td" | "th" | "caption" | "tbody" | "thead" => Tag::Line,
        "blockquote" | "center" | "div" | "dl" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "hr"
        | "ol" | "p" | "ul" => Tag::Block,
        "poem" => Tag::Poem,
        "table" => Tag::Table,
        name => return opaque(name),
    };
    Some(known)
}

fn opaque(name: &str) -> Option<Tag> {
    let index = OPAQUE.iter().position(|&(known, _, _)| known == name)?;
    let &(name, text, greedy) = OPAQUE.get(index)?;
    Some(Tag::Opaque(Opaque { name, index, text, greedy }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(find("SPAN"), Some(Tag::Inline));
        assert_eq!(find("Br"), Some(Tag::Line));
        assert!(matches!(find("Ref"), Some(Tag::Opaque(o)) if o.index == REF && o.name == "ref"));
        assert_eq!(find("stdio"), None);
        assert_eq!(find("averyveryverylongname"), None);
        assert!(OPAQUE.iter().all(|(name, _, _)| name.len() <= LONGEST));
    }
}
