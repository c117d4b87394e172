//! The systems that Grice carries inside.

use std::path::Path;

use super::file::{DEFAULT, System};
use crate::error::{Error, Result};

/// Their names and files.
const EMBEDDED: &[(&str, &str)] = &[
    ("default", DEFAULT),
    ("all-history", include_str!("../../../../systems/all-history.toml")),
    ("bare", include_str!("../../../../systems/bare.toml")),
    ("fast", include_str!("../../../../systems/fast.toml")),
    ("generator", include_str!("../../../../systems/generator.toml")),
    ("original", include_str!("../../../../systems/original.toml")),
    ("rewrite", include_str!("../../../../systems/rewrite.toml")),
    ("published/basic", include_str!("../../../../systems/published/basic.toml")),
    (
        "published/bm25-dpr-reader-all-history",
        include_str!("../../../../systems/published/bm25-dpr-reader-all-history.toml"),
    ),
    (
        "published/bm25-dpr-reader-original",
        include_str!("../../../../systems/published/bm25-dpr-reader-original.toml"),
    ),
    (
        "published/bm25-dpr-reader-rewrite",
        include_str!("../../../../systems/published/bm25-dpr-reader-rewrite.toml"),
    ),
    (
        "published/bm25-fid-all-history",
        include_str!("../../../../systems/published/bm25-fid-all-history.toml"),
    ),
    (
        "published/bm25-fid-original",
        include_str!("../../../../systems/published/bm25-fid-original.toml"),
    ),
    (
        "published/bm25-fid-rewrite",
        include_str!("../../../../systems/published/bm25-fid-rewrite.toml"),
    ),
    ("published/closed-book", include_str!("../../../../systems/published/closed-book.toml")),
    (
        "published/dpr-dpr-reader-all-history",
        include_str!("../../../../systems/published/dpr-dpr-reader-all-history.toml"),
    ),
    (
        "published/dpr-dpr-reader-original",
        include_str!("../../../../systems/published/dpr-dpr-reader-original.toml"),
    ),
    (
        "published/dpr-dpr-reader-rewrite",
        include_str!("../../../../systems/published/dpr-dpr-reader-rewrite.toml"),
    ),
    (
        "published/dpr-fid-all-history",
        include_str!("../../../../systems/published/dpr-fid-all-history.toml"),
    ),
    (
        "published/dpr-fid-original",
        include_str!("../../../../systems/published/dpr-fid-original.toml"),
    ),
    (
        "published/dpr-fid-rewrite",
        include_str!("../../../../systems/published/dpr-fid-rewrite.toml"),
    ),
    ("published/gpt3", include_str!("../../../../systems/published/gpt3.toml")),
    (
        "published/pragmaticqa-dpr-fid",
        include_str!("../../../../systems/published/pragmaticqa-dpr-fid.toml"),
    ),
    ("published/rachael", include_str!("../../../../systems/published/rachael.toml")),
    ("published/rali-qa", include_str!("../../../../systems/published/rali-qa.toml")),
    ("published/simple", include_str!("../../../../systems/published/simple.toml")),
    ("published/torch", include_str!("../../../../systems/published/torch.toml")),
    ("published/ultron", include_str!("../../../../systems/published/ultron.toml")),
];

impl System {
    /// The names of the systems that Grice carries inside, each with the text of its file.
    pub fn embedded() -> impl Iterator<Item = (&'static str, &'static str)> {
        EMBEDDED.iter().copied()
    }

    /// A system that Grice carries inside, or else a file.
    ///
    /// ```
    /// let system = grice_engine::System::find("rewrite".as_ref())?;
    /// assert_eq!((system.retrieve.rewrite, system.retrieve.all), (1.0, 0.0));
    /// # Ok::<(), grice_engine::Error>(())
    /// ```
    pub fn find(name: &Path) -> Result<System> {
        let asked = name.to_string_lossy().replace('\\', "/");
        if let Some((name, text)) = System::embedded().find(|(name, _)| *name == asked) {
            return System::parse(&format!("systems/{name}.toml"), text);
        }
        let is_file = name.exists() || name.extension().is_some();
        match is_file {
            true => System::load(name),
            false => {
                let known = System::embedded().map(|(name, _)| name).collect();
                Err(Error::NoSystem { name: asked, known })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_carried_inside_can_be_read_and_says_what_it_is() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems");
        let mut files = Vec::new();
        for folder in [folder.clone(), folder.join("published")] {
            let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            files.extend(all.filter(|path| path.extension().is_some_and(|end| end == "toml")));
        }
        assert_eq!(files.len(), EMBEDDED.len());
        for file in files {
            let name = file.strip_prefix(&folder).unwrap().with_extension("");
            let name = name.to_string_lossy().replace('\\', "/");
            let system = System::load(&file).unwrap();
            assert_eq!(system.name, name);
            assert_eq!(System::find(Path::new(&name)).unwrap(), system);
            let text = EMBEDDED.iter().find(|(known, _)| *known == name).unwrap().1;
            assert!(text.starts_with("# "), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_none_is_told_with_those_that_are() {
        let error = System::find(Path::new("fats")).unwrap_err().to_string();
        assert!(error.contains("no system 'fats'") && error.contains("fast, generator"), "{error}");
        let error = System::find(Path::new("mine.toml")).unwrap_err().to_string();
        assert!(error.contains("mine.toml: the system cannot be read"), "{error}");
    }
}
