//! Front matter: the lines between `---` at a note's start.

/// The two things Grice takes from front matter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FrontMatter {
    pub title: Option<String>,
    pub aliases: Vec<String>,
}

impl FrontMatter {
    pub(super) fn of(text: &str) -> Self {
        let mut front = FrontMatter::default();
        let Some(rest) = text.strip_prefix("---").filter(|r| r.starts_with(['\n', '\r'])) else {
            return front;
        };
        let mut in_aliases = false;
        for line in rest.lines().skip(1) {
            if line.trim_end() == "---" || line.trim_end() == "..." {
                break;
            }
            if let (true, Some(item)) = (in_aliases, line.trim_start().strip_prefix("- ")) {
                front.aliases.push(unquoted(item));
                continue;
            }
            let (key, value) = line.split_once(':').unwrap_or(("", ""));
            in_aliases = matches!(key, "aliases" | "alias");
            match key {
                "title" => front.title = Some(unquoted(value)).filter(|t| !t.is_empty()),
                "aliases" | "alias" => {
                    let list = value.trim().trim_start_matches('[').trim_end_matches(']');
                    front.aliases.extend(list.split(',').map(unquoted).filter(|a| !a.is_empty()));
                }
                _ => {}
            }
        }
        front
    }
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote).and_then(|v| v.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    value.to_owned()
}
