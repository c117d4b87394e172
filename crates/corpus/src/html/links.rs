//! Where links lead: one canonical form of paths, so that a file's name and the links to it meet.

use crate::names;

/// How many layers of percent encoding are taken off at most.
const LAYERS: usize = 4;

/// A path with all percent encoding taken off. Archives hold members whose own names are
/// encoded (`%C3%85land.htm`), and pages link to those with the `%` encoded once more.
pub(super) fn canonical(path: &str) -> String {
    let mut path = path.to_owned();
    for _ in 0..LAYERS {
        if !path.contains('%') {
            break;
        }
        let decoded = names::percent_decode(&path);
        if decoded == path {
            break;
        }
        path = decoded;
    }
    path
}

/// The canonical path of the page that `href`, found in the page at `from` (canonical), leads
/// to; `None` for other sites, files that are no pages, pages about images, and the page itself.
pub(super) fn target(from: &str, href: &str) -> Option<String> {
    let path = canonical(&names::relative(from, href)?);
    let bare = href.split(['#', '?']).next().unwrap_or_default().trim_end();
    let path = if bare.ends_with('/') { format!("{path}/index.html") } else { path };
    (is_page(&path) && path != from).then_some(path)
}

/// A path without the extension of a page.
pub(super) fn stem(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, extension)) if is_page_extension(extension) && !stem.is_empty() => stem,
        _ => path,
    }
}

fn is_page(path: &str) -> bool {
    let stem = stem(path);
    stem.len() < path.len() && !is_media(stem)
}

fn is_page_extension(extension: &str) -> bool {
    ["html", "htm", "xhtml"].iter().any(|e| extension.eq_ignore_ascii_case(e))
}

/// `photo.jpg` of `photo.jpg.htm`: the page describes a file.
fn is_media(stem: &str) -> bool {
    const MEDIA: [&str; 14] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "tif", "tiff", "ogg", "ogv", "mp3",
        "djvu", "webm",
    ];
    stem.rsplit_once('.').is_some_and(|(_, end)| MEDIA.iter().any(|m| end.eq_ignore_ascii_case(m)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_names_and_links_meet() {
        let from = canonical("wp/s/Saturn.htm");
        let file = canonical("wp/%/%C3%85land.htm");
        assert_eq!(file, "wp/%/Åland.htm");
        for href in ["../%/%C3%85land.htm", "../%25/%25C3%2585land.htm#Top", "../%/Åland.htm?x=1"]
        {
            assert_eq!(target(&from, href).as_deref(), Some(&*file), "{href}");
        }
    }

    #[test]
    fn only_other_pages_of_the_collection_are_targets() {
        for href in [
            "https://example.org/a.htm",
            "//example.org/a.htm",
            "mailto:me@example.org",
            "#part",
            "b.htm#part",
            "photo.jpg",
            "photo.jpg.htm",
            "../../../up.htm",
            "style.css",
            "",
        ] {
            assert_eq!(target("a/b.htm", href), None, "{href}");
        }
        assert_eq!(target("a/b.htm", "c/").as_deref(), Some("a/c/index.html"));
        assert_eq!(target("a/b.htm", "/c.HTML").as_deref(), Some("c.HTML"));
    }

    #[test]
    fn stems_lose_only_page_extensions() {
        assert_eq!(stem("a/b.htm"), "a/b");
        assert_eq!(stem("a/St._Kitts"), "a/St._Kitts");
        assert_eq!(stem(".html"), ".html");
    }
}
