//! A home folder, a manifest, and programs that stand in for pip and npm.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use grice_model::registry::{
    ModelFolder, Places, Progress, PullFrom, Registry, RegistryError, Sha256,
};

/// Stands in for both: it writes down how it was called, and gives what is in the store.
const PROGRAM: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
here=$(dirname "$0")
echo "$*" >> "$here/calls"
while [ $# -gt 0 ]; do
  case "$1" in
    --dest|--pack-destination) to=$2; shift ;;
    *==*) name=${1%%==*}; end=whl ;;
    *@*) name=$(echo "${1%@*}" | tr / -); end=tgz ;;
  esac
  shift
done
mkdir -p "$to"
if [ ! -f "$here/store/$name.$end" ]; then
  echo "ERROR: No matching distribution found for $name" >&2
  exit 1
fi
[ -f "$here/store/$name.slow" ] && sleep 0.5
cp "$here/store/$name.$end" "$to/"
"#;

pub struct Bench {
    folder: tempfile::TempDir,
    pub places: Places,
    manifest: String,
}

impl Bench {
    pub fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::create_dir(folder.path().join("store")).unwrap();
        fs::write(&program, PROGRAM).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut places = Places::at(folder.path().join("home"));
        places.pip = Some(program.clone().into());
        places.npm = Some(program.into());
        places.hub = "http://127.0.0.1:9".to_owned();
        Bench { folder, places, manifest: String::new() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Adds a model with fetched files, a written `config.json`, and sources in TOML.
    pub fn model(&mut self, name: &str, files: &[(&str, &[u8])], sources: &[&str]) {
        self.manifest += &format!(
            "[[model]]\nname = \"{name}\"\ntask = \"encoder\"\narchitecture = \"bert\"\n\
             parameters = 1\nlicence = \"MIT\"\ndescription = \"For a test\"\n\
             [[model.file]]\npath = \"config.json\"\ncontent = \"{{}}\"\n"
        );
        for (path, bytes) in files {
            let (size, sum) = (bytes.len(), Sha256::of(bytes));
            self.manifest +=
                &format!("[[model.file]]\npath = \"{path}\"\nsize = {size}\nsha256 = \"{sum}\"\n");
        }
        for source in sources {
            self.manifest += &format!("[[model.source]]\n{source}\n");
        }
        fs::create_dir_all(self.places.home.as_ref().unwrap()).unwrap();
        fs::write(self.places.home.as_ref().unwrap().join("models.toml"), &self.manifest).unwrap();
    }

    pub fn forget_models(&mut self) {
        self.manifest.clear();
    }

    pub fn wheel(&self, name: &str, members: &[(&str, &[u8])]) {
        fs::write(self.path(&format!("store/{name}.whl")), zip(members)).unwrap();
    }

    pub fn tgz(&self, name: &str, members: &[(&str, &[u8])]) {
        let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut tar = tar::Builder::new(gzip);
        for (name, bytes) in members {
            let mut header = tar::Header::new_gnu();
            // Set by hand: the library refuses names that leave the folder.
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            header.set_cksum();
            tar.append(&header, *bytes).unwrap();
        }
        let bytes = tar.into_inner().unwrap().finish().unwrap();
        fs::write(self.path(&format!("store/{name}.tgz")), bytes).unwrap();
    }

    pub fn registry(&self) -> Registry {
        Registry::load(self.places.clone()).unwrap()
    }

    pub fn pull(&self, name: &str) -> Result<ModelFolder, RegistryError> {
        self.pull_from(name, None)
    }

    pub fn pull_from(
        &self,
        name: &str,
        from: Option<&PullFrom>,
    ) -> Result<ModelFolder, RegistryError> {
        self.registry().pull(name, from, &mut |step| {
            if let Progress::Fetching { bytes, total } | Progress::Checking { bytes, total } = step
            {
                assert!(bytes <= total, "{bytes} of {total}");
            }
        })
    }

    /// How the programs were called so far, a line a call.
    pub fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }

    /// Whether nothing of a model can be seen in the cache.
    pub fn nothing_of(&self, name: &str) -> bool {
        !self.places.cache().unwrap().join(name).exists()
    }
}

pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Bytes that do not compress to nothing.
pub fn noise(length: usize) -> Vec<u8> {
    let step = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) as u8;
    (0..length as u64).map(step).collect()
}

pub fn read(folder: &ModelFolder, file: &str) -> Vec<u8> {
    fs::read(folder.path().unwrap().join(file)).unwrap()
}

pub fn exists(path: impl AsRef<Path>) -> bool {
    path.as_ref().exists()
}

/// A source of one wheel that has the files in its folder `data`.
pub const PYPI: &str = "kind = \"pypi\"\npackages = [{ name = \"p\", version = \"1\", bytes = 300000 }]\ninside = \"data\"";
/// A source of one npm package that has the files in its folder `package`.
pub const NPM: &str = "kind = \"npm\"\npackage = { name = \"@o/n\", version = \"2\", bytes = 300000 }\ninside = \"package\"";
/// A source on the hub.
pub const HUB: &str = "kind = \"hub\"\nid = \"o/r\"\nrevision = \"abc\"";
