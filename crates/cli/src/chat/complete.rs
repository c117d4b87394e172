//! What Tab makes of a line: the names of commands, and of files to export to.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use grice_home::expanded;
use grice_text::commands_terminal;

use super::command;

/// The most names that Tab offers.
const OFFERED: usize = 100;

/// Where the part that is completed begins, and what can stand there.
pub fn complete(line: &str) -> (usize, Vec<String>) {
    let nothing = (line.len(), Vec::new());
    if !line.starts_with('/') {
        return nothing;
    }
    match line.split_once(' ') {
        None => (0, command::completions(line)),
        Some((name, file)) if command::takes_file(name) => {
            let begin = line.len() - file.trim_start().len();
            files(&line[begin..]).map_or(nothing, |(at, names)| (begin + at, names))
        }
        Some(_) => nothing,
    }
}

/// The entries of a folder that begin as a path ends.
fn files(path: &str) -> Option<(usize, Vec<String>)> {
    let at = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, start) = path.split_at(at);
    let folder = if folder.is_empty() { "." } else { folder };
    let mut names: Vec<String> = fs::read_dir(expanded(OsStr::new(folder)))
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            // A name that commands the terminal is not for it.
            let fits = name.starts_with(start)
                && (!name.starts_with('.') || start.starts_with('.'))
                && !name.chars().any(|c| commands_terminal(c) || c == '\n');
            let end = if is_folder(&entry.path()) { "/" } else { "" };
            fits.then(|| format!("{name}{end}"))
        })
        .collect();
    names.sort_unstable();
    names.truncate(OFFERED);
    Some((at, names))
}

fn is_folder(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_completed_and_questions_are_not() {
        assert_eq!(complete("/ev"), (0, vec!["/evidence".to_owned()]));
        assert_eq!(complete("/EX").1, ["/export "]);
        assert!(complete("/").1.len() > 10 && complete("/fly").1.is_empty());
        assert!(complete("").1.is_empty() && complete("who?").1.is_empty());
        assert!(complete("/topics ").1.is_empty());
    }

    #[test]
    fn a_file_to_export_to_is_completed() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("talks")).unwrap();
        fs::write(home.path().join("talk.md"), "").unwrap();
        fs::write(home.path().join("ta\u{1b}[31m.md"), "").unwrap();
        let line = format!("/export! {}/ta", home.path().display());
        let (at, names) = complete(&line);
        assert_eq!((&line[at..], names), ("ta", vec!["talk.md".to_owned(), "talks/".to_owned()]));
        assert!(complete("/export /nowhere/at/all/x").1.is_empty());
    }
}
