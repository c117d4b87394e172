//! The manifest: what there is to know of each model, and the rules it must keep.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::digest::{Sha256, Xxh3};
use super::error::{RegistryError, Result};
use super::source::{Join, Package, Source};

/// What a model is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A text to a vector, with a transformer.
    Encoder,
    /// A text to a vector, with a table of tokens.
    Static,
    /// Two texts to a score.
    CrossEncoder,
    /// A question and a passage to an answer's place.
    Reader,
    /// One or two texts to labels.
    Classifier,
    /// One or two texts to a label for each token.
    TokenClassifier,
    /// A text to a text, with an encoder and a decoder.
    Seq2seq,
    /// A prompt to a text.
    Generator,
    /// A question and what was said before to what the question needs of it.
    Rewriter,
    /// A tokenizer and the vectors of its words, which other models share.
    Words,
}

impl Task {
    /// The task's word in the manifest.
    pub fn name(self) -> &'static str {
        match self {
            Task::Encoder => "encoder",
            Task::Static => "static",
            Task::CrossEncoder => "cross-encoder",
            Task::Reader => "reader",
            Task::Classifier => "classifier",
            Task::TokenClassifier => "token-classifier",
            Task::Seq2seq => "seq2seq",
            Task::Generator => "generator",
            Task::Rewriter => "rewriter",
            Task::Words => "words",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A model: what it is, its files, and where they can be had.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name it is asked for by.
    pub name: String,
    /// What it is for.
    pub task: Task,
    /// The family of its network or the format that says it: bert, mpnet, static, t5, gguf.
    pub architecture: String,
    /// How many numbers were trained.
    pub parameters: u64,
    /// The licence of the weights, as its SPDX identifier.
    pub licence: String,
    /// What it is, in one line.
    pub description: String,
    /// Its files.
    pub files: Vec<ModelFile>,
    /// Where they can be had, in the order to try.
    pub sources: Vec<Source>,
}

impl Model {
    /// The size of all files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().filter_map(|f| f.check).map(|c| c.size).sum()
    }
}

/// A file of a model.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// Its path inside the model's folder.
    pub path: String,
    /// What it must be; unknown only for models in folders of the user's.
    pub check: Option<Check>,
    /// Its contents, for a small file that the manifest itself has.
    pub content: Option<String>,
}

/// What a file must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Its size in bytes.
    pub size: u64,
    /// Its checksum.
    pub sha256: Sha256,
    /// A faster one, which is compared each time the model is loaded; otherwise the other is.
    pub xxh3: Option<Xxh3>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawModel {
    name: String,
    task: Task,
    architecture: String,
    parameters: u64,
    licence: String,
    description: String,
    #[serde(rename = "file")]
    files: Vec<RawFile>,
    #[serde(rename = "source")]
    sources: Vec<Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    path: String,
    size: Option<u64>,
    sha256: Option<Sha256>,
    xxh3: Option<Xxh3>,
    content: Option<String>,
}

/// Reads a manifest. `path` is where it was read from, for messages and relative paths.
pub(crate) fn parse(text: &str, path: &Path) -> Result<Vec<Model>> {
    let fail = |why: String| RegistryError::Manifest { manifest: path.to_owned(), why };
    let table: Table = text.parse().map_err(|e| fail(format!("not TOML: {e}")))?;
    if let Some(key) = table.keys().find(|key| *key != "model") {
        return Err(fail(format!("unknown field '{key}'; models are [[model]] tables")));
    }
    let entries = match table.get("model") {
        None => return Ok(Vec::new()),
        Some(Value::Array(entries)) => entries,
        Some(_) => return Err(fail("'model' must be written [[model]]".to_owned())),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut models: Vec<Model> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let name = entry.get("name").and_then(Value::as_str);
        let name = name.map_or_else(|| format!("number {}", number + 1), |n| format!("'{n}'"));
        let fail = |why: String| fail(format!("model {name}: {why}"));
        let raw: RawModel = entry.clone().try_into().map_err(|e| fail(one_line(&e)))?;
        let model = checked(raw, folder).map_err(fail)?;
        if models.iter().any(|m| m.name == model.name) {
            return Err(fail("the name is taken twice".to_owned()));
        }
        models.push(model);
    }
    Ok(models)
}

fn one_line(error: &toml::de::Error) -> String {
    error.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

type Checked<T> = std::result::Result<T, String>;

fn checked(raw: RawModel, folder: &Path) -> Checked<Model> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if raw.name.is_empty() || raw.name.starts_with('.') || !raw.name.chars().all(plain) {
        return Err("name: use small letters, digits, '-', '_' and '.'".to_owned());
    }
    if raw.sources.is_empty() {
        return Err("source: at least one is needed".to_owned());
    }
    let in_place = raw.sources.iter().all(Source::is_in_place);
    let mut files: Vec<ModelFile> = Vec::new();
    for file in raw.files {
        let path = file.path.clone();
        if files.iter().any(|f| f.path == path) {
            return Err(format!("file '{path}': it is there twice"));
        }
        let file = checked_file(file, in_place).map_err(|why| format!("file '{path}': {why}"))?;
        files.push(file);
    }
    if files.is_empty() {
        return Err("file: at least one is needed".to_owned());
    }
    let mut sources = raw.sources;
    for source in &mut sources {
        let kind = source.kind();
        check_source(source, &files).map_err(|why| format!("source {kind}: {why}"))?;
        if let Source::Folder { path } = source {
            *path = folder.join(&*path);
        }
    }
    Ok(Model {
        name: raw.name,
        task: raw.task,
        architecture: raw.architecture,
        parameters: raw.parameters,
        licence: raw.licence,
        description: raw.description,
        files,
        sources,
    })
}

fn checked_file(raw: RawFile, in_place: bool) -> Checked<ModelFile> {
    check_path("path", &raw.path)?;
    let xxh3 = raw.xxh3;
    let check = match (&raw.content, raw.size, raw.sha256) {
        (Some(content), None, None) if xxh3.is_none() => {
            let (size, sha256) = (content.len() as u64, Sha256::of(content.as_bytes()));
            Some(Check { size, sha256, xxh3 })
        }
        (Some(_), ..) => return Err("content: with it, leave out size and checksums".to_owned()),
        (None, Some(size), Some(sha256)) => Some(Check { size, sha256, xxh3 }),
        (None, None, None) if in_place && xxh3.is_none() => None,
        (None, None, _) => return Err("size: it is missing".to_owned()),
        (None, _, None) => return Err("sha256: it is missing".to_owned()),
    };
    Ok(ModelFile { path: raw.path, check, content: raw.content })
}

fn check_source(source: &Source, files: &[ModelFile]) -> Checked<()> {
    match source {
        Source::File { folder } => return check_path("folder", folder),
        Source::Folder { .. } => return Ok(()),
        Source::Pypi { packages, join, .. } => check_packages(packages, *join, files)?,
        Source::Npm { package, .. } => check_package(package)?,
        Source::Hub { id, revision, .. } => {
            if id.split('/').count() != 2 {
                return Err("id: write OWNER/NAME".to_owned());
            }
            check_path("id", id)?;
            check_path("revision", revision)?;
        }
    }
    let (Source::Pypi { inside, paths, .. }
    | Source::Npm { inside, paths, .. }
    | Source::Hub { inside, paths, .. }) = source
    else {
        return Ok(());
    };
    if !inside.is_empty() {
        check_path("inside", inside)?;
    }
    for (file, path) in paths {
        if files.iter().all(|f| f.path != *file) {
            return Err(format!("paths: the model has no file '{file}'"));
        }
        check_path("paths", path)?;
    }
    Ok(())
}

fn check_packages(packages: &[Package], join: Option<Join>, files: &[ModelFile]) -> Checked<()> {
    packages.iter().try_for_each(check_package)?;
    if packages.iter().any(|p| p.name.contains(['/', '@'])) {
        return Err("packages: PyPI's names have no '/' and no '@'".to_owned());
    }
    match join {
        None if packages.len() != 1 => {
            return Err("packages: one, or say with join how several become the files".to_owned());
        }
        Some(_) if packages.is_empty() => return Err("packages: there are none".to_owned()),
        Some(_) if packages.iter().any(|p| p.part.is_none()) => {
            return Err("packages: to be joined, each needs its part".to_owned());
        }
        Some(Join::File) if files.iter().filter(|f| f.content.is_none()).count() != 1 => {
            return Err("join: \"file\" is for models of one file".to_owned());
        }
        _ => {}
    }
    Ok(())
}

/// Names and versions become arguments of a command; nothing in them may look like an option.
fn check_package(package: &Package) -> Checked<()> {
    check_path("package name", package.name.trim_start_matches('@'))?;
    check_path("package version", &package.version)?;
    if let Some(part) = &package.part {
        check_path("part", part)?;
    }
    match &package.wheel {
        Some(wheel) if wheel.split('-').count() != 3 => {
            Err("wheel: write PYTHON-ABI-PLATFORM, as in cp311-cp311-manylinux2014_x86_64"
                .to_owned())
        }
        Some(wheel) => check_path("wheel", wheel),
        None => Ok(()),
    }
}

/// A path that stays inside its folder on every system, and needs no quoting anywhere.
fn check_path(field: &str, path: &str) -> Checked<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let safe = |part: &str| {
        !part.is_empty()
            && part != "."
            && part != ".."
            && !part.starts_with('-')
            && part.chars().all(plain)
    };
    if path.split('/').all(safe) {
        return Ok(());
    }
    Err(format!("{field}: '{path}' is not a plain relative path"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[[model]]
name = "tiny"
task = "encoder"
architecture = "bert"
parameters = 7
licence = "MIT"
description = "A tiny one"
[[model.file]]
path = "model.safetensors"
size = 3
sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
[[model.file]]
path = "config.json"
content = "{}"
[[model.source]]
kind = "pypi"
packages = [{ name = "tiny", version = "1.0", bytes = 9 }]
inside = "tiny/data"
paths = { "config.json" = "tiny/other.json" }
"#;

    fn read(text: &str) -> std::result::Result<Vec<Model>, String> {
        parse(text, Path::new("/m/models.toml")).map_err(|e| e.to_string())
    }

    #[test]
    fn a_manifest_gives_files_sources_and_where_each_file_is_inside() {
        let models = read(GOOD).unwrap();
        let model = &models[0];
        assert_eq!((model.name.as_str(), model.task, model.bytes()), ("tiny", Task::Encoder, 5));
        let members: Vec<String> = model.files.iter().map(|f| model.sources[0].member(f)).collect();
        assert_eq!(members, ["tiny/data/model.safetensors", "tiny/other.json"]);
        assert_eq!(model.sources[0].to_string(), "pypi tiny 1.0");
    }

    #[test]
    fn a_bad_manifest_names_the_model_and_the_field() {
        for (from, to, says) in [
            ("size = 3", "sise = 3", "unknown field `sise`"),
            ("inside =", "insid =", "unknown field `insid`"),
            ("task = \"encoder\"", "task = \"poet\"", "unknown variant `poet`"),
            ("licence = \"MIT\"\n", "", "missing field `licence`"),
            ("size = 3\n", "", "file 'model.safetensors': size: it is missing"),
            ("ba7816", "xyz", "is no sha256"),
            ("size = 3", "size = 3\nxxh3 = \"xyz\"", "is no xxh3"),
            ("content = \"{}\"", "content = \"{}\"\nsize = 2", "leave out size"),
            ("path = \"config.json\"", "path = \"../x\"", "'../x' is not a plain relative path"),
            ("path = \"config.json\"", "path = \"/x\"", "'/x' is not a plain relative path"),
            ("path = \"config.json\"", "path = 'a\\b'", "is not a plain relative path"),
            ("path = \"config.json\"", "path = \"model.safetensors\"", "it is there twice"),
            ("kind = \"pypi\"", "kind = \"ftp\"", "unknown variant `ftp`"),
            ("\"config.json\" = \"tiny", "\"c.json\" = \"tiny", "the model has no file 'c.json'"),
            ("name = \"tiny\", v", "name = \"--index-url\", v", "package name"),
            ("bytes = 9 }", "bytes = 9, wheel = \"cp311\" }", "wheel: write PYTHON-ABI-PLATFORM"),
            ("packages = [", "join = \"file\"\npackages = [", "each needs its part"),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let why = read(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(why.starts_with("/m/models.toml: model 'tiny': "), "{why}");
            assert!(why.contains(says), "{says}: {why}");
        }
    }

    #[test]
    fn what_is_wrong_outside_a_model_is_told_too() {
        assert!(read("[[model]\n").unwrap_err().contains("not TOML"));
        assert!(read("models = []").unwrap_err().contains("unknown field 'models'"));
        assert!(read("[model]\nname = 'x'").unwrap_err().contains("[[model]]"));
        assert!(read("[[model]]\ntask = 'x'").unwrap_err().contains("model number 1: "));
        let twice = format!("{GOOD}{GOOD}");
        assert!(read(&twice).unwrap_err().contains("model 'tiny': the name is taken twice"));
        let name = GOOD.replacen("name = \"tiny\"", "name = \".pull\"", 1);
        assert!(read(&name).unwrap_err().contains("name: use small letters"));
    }

    #[test]
    fn only_a_model_in_a_folder_may_leave_out_the_checksums() {
        let folder = GOOD
            .replace("size = 3\n", "")
            .replace("sha256 =", "# ")
            .split("kind =")
            .next()
            .map(|s| format!("{s}kind = \"folder\"\npath = \"mine\""))
            .unwrap();
        let models = read(&folder).unwrap();
        assert_eq!(models[0].files[0].check, None);
        assert_eq!(models[0].sources[0], Source::Folder { path: "/m/mine".into() });
    }

    #[test]
    fn a_manifest_without_models_is_empty() {
        assert!(read("").unwrap().is_empty());
    }
}
