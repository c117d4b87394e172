//! Files that are sent: received beside their folder, and moved into it once all have come.

use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use axum::extract::Multipart;
use axum::extract::multipart::MultipartError;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;

use crate::app::App;
use crate::config::Limits;
use crate::error::{Problem, Result};

/// What the names of folders begin with in which files arrive.
const COMING: &str = ".coming-";

/// The longest path of a file, and of a part of it, in bytes: what every file system takes.
const LONGEST_PATH: usize = 1_000;
const LONGEST_PART: usize = 200;

/// The most folders that a file lies in.
const DEEPEST: usize = 32;

/// Files that have come, and are not yet where they belong.
pub struct Received {
    coming: TempDir,
    files: Vec<PathBuf>,
}

fn failed(error: std::io::Error) -> Problem {
    Problem::server("keeping the files", error)
}

/// Writes the files of a request into a folder beside the one they are for. An upload that breaks
/// off leaves nothing.
pub async fn receive(parts: &mut Multipart, folder: &Path, limits: &Limits) -> Result<Received> {
    let beside = folder.parent().unwrap_or(Path::new(".")).to_owned();
    let idle = Duration::from_secs(limits.idle_seconds);
    let coming = App::blocking(move || {
        std::fs::create_dir_all(&beside).map_err(failed)?;
        sweep(&beside, idle);
        tempfile::Builder::new().prefix(COMING).tempdir_in(&beside).map_err(failed)
    });
    let coming = coming.await?;
    let broken = |error: MultipartError| Problem::invalid("multipart", error.body_text());
    let mut files: Vec<PathBuf> = Vec::new();
    let mut room = limits.upload_mib << 20;
    while let Some(mut part) = parts.next_field().await.map_err(broken)? {
        let Some(name) = part.file_name().map(str::to_owned) else { continue };
        let path = inside(&name).map_err(|why| Problem::invalid("file_name", why))?;
        if files.len() >= limits.upload_files {
            return Err(Problem::too_large(format!("at most {} files", limits.upload_files)));
        }
        fits(coming.path(), &path)?;
        let to = coming.path().join(&path);
        tokio::fs::create_dir_all(to.parent().unwrap_or(coming.path())).await.map_err(failed)?;
        let mut file = match tokio::fs::File::create_new(&to).await {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(Problem::invalid("file_name", "two files have the same name"));
            }
            Err(error) => return Err(failed(error)),
        };
        while let Some(chunk) = part.chunk().await.map_err(broken)? {
            room = room.checked_sub(chunk.len() as u64).ok_or_else(|| {
                Problem::too_large(format!("an upload has at most {} MiB", limits.upload_mib))
            })?;
            file.write_all(&chunk).await.map_err(failed)?;
        }
        file.flush().await.map_err(failed)?;
        files.push(path);
    }
    match files.is_empty() {
        true => Err(Problem::invalid("no_files", "no file was sent")
            .hint("send parts named `file`, each with a file name")),
        false => Ok(Received { coming, files }),
    }
}

impl Received {
    /// Moves the files into their folder, where they take the place of those of the same name: all
    /// of them or, where one cannot stand there, none.
    pub fn keep(self, folder: &Path) -> Result<()> {
        self.files.iter().try_for_each(|file| fits(folder, file))?;
        for file in &self.files {
            let to = folder.join(file);
            std::fs::create_dir_all(to.parent().unwrap_or(folder)).map_err(failed)?;
            std::fs::rename(self.coming.path().join(file), to).map_err(failed)?;
        }
        Ok(())
    }
}

/// A file's name as a path that stays in its folder, or why it is none.
fn inside(name: &str) -> std::result::Result<PathBuf, String> {
    let name = name.replace('\\', "/");
    let mut path = PathBuf::new();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err("a file's name leads out of its folder".to_owned());
            }
        }
    }
    let longest = path.components().map(|part| part.as_os_str().len()).max().unwrap_or(0);
    if longest == 0 || name.contains('\0') {
        return Err("a file has no name".to_owned());
    }
    if longest > LONGEST_PART || path.as_os_str().len() > LONGEST_PATH {
        return Err(format!(
            "a file's path has at most {LONGEST_PATH} bytes, each part of it {LONGEST_PART}"
        ));
    }
    match path.components().count() > DEEPEST {
        true => Err(format!("a file's path has at most {DEEPEST} parts")),
        false => Ok(path),
    }
}

/// An error where a file would stand in the place of a folder, or the other way round.
fn fits(folder: &Path, file: &Path) -> Result<()> {
    let both = |path: &Path| {
        let why = format!("'{}' would be a file and a folder", path.display());
        Err(Problem::invalid("file_name", why).hint("give one of them another name"))
    };
    let above = file.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    for above in above {
        if folder.join(above).is_file() {
            return both(above);
        }
    }
    match folder.join(file).is_dir() {
        true => both(file),
        false => Ok(()),
    }
}

/// The bytes of a folder's files.
pub fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => size(&entry.path()),
        Ok(there) => there.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// Removes what uploads have left behind in a home whose server was killed.
pub fn sweep_home(home: &Path, idle: Duration) {
    sweep(&home.join("uploads"), idle);
    for user in std::fs::read_dir(home.join("users")).into_iter().flatten().flatten() {
        sweep(&user.path().join("uploads"), idle);
    }
}

/// Removes the folders of uploads to which nothing was added for longer than a client may be
/// silent. Those of other servers of the same home are still growing.
fn sweep(folder: &Path, idle: Duration) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_coming = entry.file_name().to_string_lossy().starts_with(COMING);
        let silent = || changed(&entry.path())?.elapsed().ok();
        if is_coming && silent().is_some_and(|silent| silent > 2 * idle) {
            tracing::info!("files of an upload that broke off are removed");
            std::fs::remove_dir_all(entry.path()).ok();
        }
    }
}

/// When something was last written in a folder.
fn changed(path: &Path) -> Option<SystemTime> {
    let own = std::fs::symlink_metadata(path).and_then(|there| there.modified()).ok()?;
    let inner = std::fs::read_dir(path).into_iter().flatten().flatten();
    inner.filter_map(|entry| changed(&entry.path())).chain([own]).max()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_stays_in_its_folder() {
        assert_eq!(inside("a/b.md"), Ok(PathBuf::from("a/b.md")));
        assert_eq!(inside("./a\\b.md"), Ok(PathBuf::from("a/b.md")));
        for out in ["../a", "a/../../b", "/etc/passwd", "", ".", "..\\a", "a\0b"] {
            assert!(inside(out).is_err(), "{out}");
        }
    }

    #[test]
    fn a_name_that_no_file_system_takes_is_refused() {
        let part = "x".repeat(LONGEST_PART);
        assert!(inside(&part).is_ok());
        assert!(inside(&format!("{part}x")).unwrap_err().contains("200"));
        let path = vec![part; 6].join("/");
        assert!(path.len() > LONGEST_PATH && inside(&path).unwrap_err().contains("1000"));
        assert!(inside(&vec!["a"; DEEPEST + 1].join("/")).unwrap_err().contains("32"));
    }

    fn received(beside: &Path, files: &[&str]) -> Received {
        let coming = tempfile::Builder::new().prefix(COMING).tempdir_in(beside).unwrap();
        for file in files {
            let to = coming.path().join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, "new").unwrap();
        }
        Received { coming, files: files.iter().map(PathBuf::from).collect() }
    }

    #[test]
    fn nothing_is_kept_where_a_file_would_stand_in_a_folders_place() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("notes");
        received(home.path(), &["a", "b/c"]).keep(&folder).unwrap();
        for wrong in ["a/b", "b"] {
            let problem = received(home.path(), &["d", wrong]).keep(&folder).unwrap_err();
            assert_eq!((problem.status().as_u16(), problem.body().code), (400, "file_name"));
            assert!(!folder.join("d").exists());
        }
        fs::write(folder.join("a"), "old").unwrap();
        received(home.path(), &["a"]).keep(&folder).unwrap();
        assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), "new");
        assert_eq!(size(&folder), 6);
    }

    #[test]
    fn what_a_killed_server_left_is_removed_and_what_still_comes_is_not() {
        let home = tempfile::tempdir().unwrap();
        let idle = Duration::from_secs(20);
        let long_ago = SystemTime::now() - 3 * idle;
        let age = |path: &Path| fs::File::open(path).unwrap().set_modified(long_ago).unwrap();
        for owner in ["uploads", "users/ann/uploads"] {
            for (folder, old) in [(".coming-old", true), (".coming-new", false), ("notes", true)] {
                let folder = home.path().join(owner).join(folder);
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join("a.md"), "x").unwrap();
                age(&folder);
                if old {
                    age(&folder.join("a.md"));
                }
            }
        }
        sweep_home(home.path(), idle);
        for owner in ["uploads", "users/ann/uploads"] {
            let there = |folder: &str| home.path().join(owner).join(folder).exists();
            assert_eq!(
                (there(".coming-old"), there(".coming-new"), there("notes")),
                (false, true, true)
            );
        }
    }

    proptest! {
        #[test]
        fn any_name_stays_in_its_folder(name in "[a./\\\\ \u{0}é]{0,12}") {
            if let Ok(path) = inside(&name) {
                prop_assert!(path.components().all(|part| matches!(part, Component::Normal(_))));
                prop_assert!(path.components().count() > 0);
            }
        }
    }
}
