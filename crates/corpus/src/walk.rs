//! Walks a folder in a fixed order: what is hidden, ignored or excluded is left out, and links
//! and special files are never opened unasked.

use std::fs::{File, FileType, Metadata};
use std::io;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::ignored::IgnoredKind;
use crate::source::{Options, ReadError};

/// Grice's own ignore file, for what Git should keep and Grice should not read.
const IGNORE_FILE: &str = ".griceignore";

/// What a walk meets.
#[derive(Debug)]
pub(crate) enum Found {
    /// A file to read: its full path and its path inside the folder.
    File(ignore::DirEntry, String),
    /// Something that is not opened.
    Ignored(String, IgnoredKind),
    /// Something that cannot be listed.
    Failed(ignore::Error),
}

/// The files of a folder, by name. `root` is not itself a link.
pub(crate) fn walk(root: &Path, options: &Options, globs: &Globs) -> impl Iterator<Item = Found> {
    let ignores = options.ignore_files;
    let mut builder = ignore::WalkBuilder::new(root);
    builder
        .standard_filters(false)
        .hidden(true)
        .ignore(ignores)
        .git_ignore(ignores)
        .git_exclude(ignores)
        .require_git(false)
        .follow_links(options.follow_links)
        .sort_by_file_name(|a, b| a.cmp(b));
    if ignores {
        builder.add_custom_ignore_filename(IGNORE_FILE);
    }
    let (root, globs) = (root.to_owned(), globs.clone());
    let (pruned_root, pruned) = (root.clone(), globs.clone());
    builder.filter_entry(move |entry| {
        let is_dir = entry.file_type().is_some_and(|t| t.is_dir());
        entry.depth() == 0 || !pruned.excludes(&relative(entry.path(), &pruned_root), is_dir)
    });
    builder.build().filter_map(move |entry| found(entry, &root, &globs))
}

fn found(
    entry: Result<ignore::DirEntry, ignore::Error>,
    root: &Path,
    globs: &Globs,
) -> Option<Found> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => {
            return Some(match cycle(&error) {
                Some(link) => Found::Ignored(relative(link, root), IgnoredKind::Link),
                None => Found::Failed(error),
            });
        }
    };
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    let path = relative(entry.path(), root);
    if !globs.may_include(&path) {
        return None;
    }
    Some(match passed_over(kind) {
        Some(kind) => Found::Ignored(path, kind),
        None => Found::File(entry, path),
    })
}

fn passed_over(kind: FileType) -> Option<IgnoredKind> {
    match kind {
        kind if kind.is_file() => None,
        kind if kind.is_symlink() => Some(IgnoredKind::Link),
        _ => Some(IgnoredKind::Special),
    }
}

/// The link that leads back to a folder above it, if that is what went wrong.
fn cycle(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithDepth { err, .. }
        | ignore::Error::WithLineNumber { err, .. } => cycle(err),
        _ => None,
    }
}

fn relative(path: &Path, root: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    if cfg!(windows) { relative.replace('\\', "/") } else { relative.into_owned() }
}

/// Opens a file that is nothing but a file: opening a FIFO would wait for its writer, and reading
/// a device may never end.
pub(crate) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let refuse = || io::Error::new(io::ErrorKind::InvalidInput, NOT_A_FILE);
    if !path.metadata()?.is_file() {
        return Err(refuse());
    }
    let mut options = File::options();
    options.read(true);
    // The file may have become a FIFO since.
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK);
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() { Ok((file, metadata)) } else { Err(refuse()) }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const O_NONBLOCK: i32 = 0o4000;

const NOT_A_FILE: &str = "it is a pipe, device or socket";

/// Include and exclude globs, as `.gitignore` writes them.
#[derive(Clone, Debug)]
pub(crate) struct Globs {
    include: Gitignore,
    exclude: Gitignore,
}

impl Globs {
    pub(crate) fn new(options: &Options) -> Result<Self, ReadError> {
        Ok(Globs { include: globs(&options.include)?, exclude: globs(&options.exclude)? })
    }

    /// Whether a path inside the source is left out, by its own name or that of a folder.
    pub(crate) fn excludes(&self, path: &str, is_dir: bool) -> bool {
        matches(&self.exclude, path, is_dir)
    }

    /// Whether a file is asked for.
    pub(crate) fn includes(&self, path: &str) -> bool {
        self.include.is_empty() || matches(&self.include, path, false)
    }

    /// Whether a file or something in it may be asked for: an archive's members have their say.
    fn may_include(&self, path: &str) -> bool {
        crate::archive::has_members(path) || self.includes(path)
    }
}

fn matches(globs: &Gitignore, path: &str, is_dir: bool) -> bool {
    !globs.is_empty() && globs.matched_path_or_any_parents(path, is_dir).is_ignore()
}

fn globs(lines: &[String]) -> Result<Gitignore, ReadError> {
    let mut builder = GitignoreBuilder::new("");
    builder.allow_unclosed_class(false);
    let bad = |glob: &str, e: ignore::Error| ReadError::Glob {
        glob: glob.to_owned(),
        why: e.to_string(),
    };
    for line in lines {
        builder.add_line(None, line).map_err(|e| bad(line, e))?;
    }
    builder.build().map_err(|e| bad(&lines.join(" "), e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_names_folders_and_paths() {
        let lines = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
        let options = Options {
            include: lines(&["*.md", "/api/**"]),
            exclude: lines(&["drafts/", "*.tmp.md"]),
            ..Options::default()
        };
        let globs = Globs::new(&options).unwrap();
        assert!(globs.includes("a/b.md") && globs.includes("api/x/y.html"));
        assert!(!globs.includes("a/api/y.html") && !globs.includes("b.txt"));
        assert!(globs.excludes("a/drafts/x.md", false) && globs.excludes("x.tmp.md", false));
        assert!(!globs.excludes("drafts", false) && globs.excludes("drafts", true));
        assert!(globs.may_include("a/b.zip"));
        let bad = Options { include: lines(&["a[b"]), ..Options::default() };
        assert!(matches!(Globs::new(&bad), Err(ReadError::Glob { .. })));
    }
}
