//! What the readers of word processors' files share: paragraphs with styles in, blocks out.
//!
//! The text of such a file has no place in its bytes; offsets count in the extracted text.

mod writer;

pub(crate) use writer::Writer;

/// What a paragraph's style makes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Body,
    Heading(u8),
    Title,
    Code,
    Caption,
    /// The term of a definition.
    Term,
    /// Its description.
    Description,
    /// A line of a table of contents or an index.
    Contents,
}

impl Role {
    /// The role of a style by its English name, which programs keep in every language.
    pub(crate) fn of_name(name: &str) -> Option<Role> {
        let name = name.to_lowercase().replace('_', " ");
        let name = name.trim();
        let numbered = |stem: &str| {
            let rest = name.strip_prefix(stem)?.trim_start();
            rest.parse::<u8>().ok().filter(|number| (1..=10).contains(number))
        };
        if let Some(level) = numbered("heading") {
            return Some(Role::Heading(level));
        }
        let contents = [
            "toc heading",
            "contents heading",
            "table of figures",
            "index heading",
            "user index heading",
        ];
        if contents.contains(&name)
            || ["toc", "contents", "index"].iter().any(|stem| numbered(stem).is_some())
        {
            return Some(Role::Contents);
        }
        match name {
            "title" => Some(Role::Title),
            "definition term" | "definition term tight" => Some(Role::Term),
            "definition" | "definition definition" | "definition definition tight" => {
                Some(Role::Description)
            }
            "caption" | "illustration" | "figure" | "drawing" | "table" => Some(Role::Caption),
            _ if name.ends_with("caption") => Some(Role::Caption),
            _ if is_code(name) => Some(Role::Code),
            _ => None,
        }
    }
}

fn is_code(name: &str) -> bool {
    let words = || name.split(|c: char| !c.is_alphanumeric());
    name.contains("preformatted")
        || name.contains("sourcecode")
        || words().any(|word| matches!(word, "code" | "source" | "listing" | "codeblock"))
}

/// Whether a font's letters are all of one width, as code is set.
pub(crate) fn is_monospaced(font: &str) -> bool {
    let font = font.to_lowercase();
    [
        "courier",
        "consolas",
        "monospace",
        " mono",
        "menlo",
        "monaco",
        "lucida console",
        "source code",
    ]
    .iter()
    .any(|known| font.contains(known))
}

/// A paragraph's text, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// Line breaks and tabs are meant.
    pub text: String,
    pub anchors: Vec<String>,
    /// Targets and the words linked.
    pub links: Vec<(String, String)>,
    /// It holds a formula, and no words beside it.
    pub formula: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_told_by_names() {
        for (name, role) in [
            ("heading 2", Some(Role::Heading(2))),
            ("Heading_3", Some(Role::Heading(3))),
            ("toc 1", Some(Role::Contents)),
            ("Contents 2", Some(Role::Contents)),
            ("Source Code", Some(Role::Code)),
            ("HTML Preformatted", Some(Role::Code)),
            ("Table Caption", Some(Role::Caption)),
            ("Encoded", None),
            ("Normal", None),
            ("heading", None),
        ] {
            assert_eq!(Role::of_name(name), role, "{name}");
        }
    }
}
