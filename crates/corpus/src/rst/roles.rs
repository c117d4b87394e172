//! What the roles of docutils and Sphinx show.

use std::borrow::Cow;

use super::inline::without_escapes;

/// What a role refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Another page.
    Document,
    /// A label, which stands for a section's title.
    Label,
    Other,
}

pub(super) fn kind(role: &str) -> Kind {
    match role {
        "doc" => Kind::Document,
        "ref" | "std:ref" => Kind::Label,
        _ => Kind::Other,
    }
}

/// The parts of `title <target>`; without a title the whole is the target.
pub(super) fn title_and_target(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_suffix('>') else { return (None, text) };
    match rest.rfind('<') {
        Some(at) if at > 0 && rest.get(..at).is_some_and(|t| t.ends_with(char::is_whitespace)) => {
            let (title, target) = rest.split_at(at);
            (Some(title.trim_end()), target.get(1..).unwrap_or_default())
        }
        _ => (None, text),
    }
}

/// What a role shows.
pub(super) fn shown<'t>(role: &str, text: &'t str) -> Cow<'t, str> {
    let local = role.rsplit(':').next().unwrap_or(role);
    match local {
        "math" | "code" | "literal" | "regexp" => return Cow::Borrowed(text),
        "samp" | "file" => return Cow::Owned(text.replace(['{', '}'], "")),
        "guilabel" | "menuselection" => return Cow::Owned(text.replace('&', "")),
        "pep" | "rfc" => {
            let (title, target) = title_and_target(text);
            let name = local.to_uppercase();
            return title.map_or_else(|| Cow::Owned(format!("{name} {target}")), Cow::Borrowed);
        }
        "abbr" | "eq" | "kbd" | "command" | "dfn" | "program" | "manpage" | "mailheader" => {
            return escaped(text);
        }
        _ => {}
    }
    let (title, target) = title_and_target(text);
    if let Some(title) = title {
        return escaped(title.strip_prefix(['!', '~']).unwrap_or(title));
    }
    let target = target.trim();
    let bare = match target.strip_prefix('~') {
        Some(path) => path.rsplit('.').next().unwrap_or(path),
        None => target.strip_prefix('!').unwrap_or(target),
    };
    let bare = match local {
        // An option of a program is named with it.
        "term" | "ref" | "option" | "numref" => bare,
        _ => bare.strip_prefix('.').unwrap_or(bare),
    };
    match local {
        "func" | "meth" | "function" | "method" if !bare.ends_with(')') => {
            Cow::Owned(format!("{bare}()"))
        }
        _ => escaped(bare),
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    match text.contains('\\') {
        true => Cow::Owned(without_escapes(text)),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_show_their_titles_or_names() {
        for (role, text, words) in [
            ("func", "~a.b", "b()"),
            ("py:meth", "list.append", "list.append()"),
            ("func", "print()", "print()"),
            ("class", "!Foo", "Foo"),
            ("class", "~os.PathLike", "PathLike"),
            ("ref", "a title <label>", "a title"),
            ("pep", "8", "PEP 8"),
            ("samp", "x{n}", "xn"),
            ("math", "a < b>", "a < b>"),
            ("term", "file object", "file object"),
        ] {
            assert_eq!(shown(role, text), words, "{role}");
        }
    }
}
