//! The names of pages.

/// A page's name by its file: without folder, section and compression.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A page's title, "ls(1)", by what it says of itself and by its file's name.
pub(super) fn title(name: &str, section: &str, stem: &str) -> String {
    // Pages are named in capitals, whatever the program is called.
    let shouted = !name.contains(|c: char| c.is_lowercase());
    let name = match () {
        () if name.eq_ignore_ascii_case(stem) => stem.to_owned(),
        () if shouted => name.to_lowercase(),
        () => name.to_owned(),
    };
    match section {
        "" => name,
        section => format!("{name}({section})"),
    }
}
