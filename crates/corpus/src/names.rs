//! Names: the keys by which a link finds its page. A name is scoped to its source, so that two
//! wikis in one index never answer for each other.
//!
//! A name is either `title:` (MediaWiki titles: the first letter's case does not matter),
//! `page:` (Markdown's wiki links: case does not matter) or `path:` (links between files).

/// The name of a MediaWiki title.
///
/// ```
/// assert_eq!(grice_corpus::names::title("wiki", "saturn_V#Stages"), "wiki title:Saturn V");
/// ```
pub fn title(source: &str, title: &str) -> String {
    let title = title.split('#').next().unwrap_or_default();
    let spaced = title.replace('_', " ");
    let title = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut chars = title.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{source} title:{first}{}", chars.as_str())
}

/// The name of a page in a folder of notes, where links name a title, an alias or a file stem.
///
/// ```
/// assert_eq!(grice_corpus::names::page("notes", "Great Red Spot#Colour"), "notes page:great red spot");
/// ```
pub fn page(source: &str, page: &str) -> String {
    let page = page.split(['#', '^']).next().unwrap_or_default();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{source} page:{}", page.to_lowercase())
}

/// The name of a file, by its path inside the source.
pub fn path(source: &str, path: &str) -> String {
    format!("{source} path:{path}")
}

/// Resolves a relative link found in the file at `from`; `None` where it leaves the source, goes
/// elsewhere (a scheme, a host) or only points into the same page.
///
/// ```
/// use grice_corpus::names::relative;
/// assert_eq!(relative("wp/s/Saturn.htm", "../d/Day.htm#Length"), Some("wp/d/Day.htm".into()));
/// assert_eq!(relative("wp/s/Saturn.htm", "https://example.org/"), None);
/// assert_eq!(relative("a.htm", "../../secret"), None);
/// ```
pub fn relative(from: &str, link: &str) -> Option<String> {
    let link = link.trim();
    let link = link.split(['#', '?']).next().unwrap_or_default();
    if link.is_empty() || link.starts_with("//") || has_scheme(link) {
        return None;
    }
    let mut parts: Vec<&str> = match link.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect(),
    };
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn has_scheme(link: &str) -> bool {
    link.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Decodes `%41` and the like; what is not valid UTF-8 afterwards is left as it was.
pub fn percent_decode(link: &str) -> String {
    let bytes = link.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = (bytes[i] == b'%').then(|| link.get(i + 1..i + 3)).flatten();
        let hex = hex.filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| link.to_owned())
}
