//! Models that are part of the program.

use std::fmt;

/// Models whose files are part of the program. The binary makes it; libraries only read it.
#[derive(Debug)]
pub struct Pack {
    /// The models.
    pub models: &'static [PackedModel],
}

/// A model that is part of the program.
#[derive(Debug)]
pub struct PackedModel {
    /// Its folder's name in `models`.
    pub folder: &'static str,
    /// Its files.
    pub files: &'static [PackedFile],
}

/// A file that is part of the program.
pub struct PackedFile {
    /// Its path inside the model's folder.
    pub path: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

impl PackedModel {
    /// The file of that path.
    pub fn file(&self, path: &str) -> Option<&'static PackedFile> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl fmt::Debug for PackedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} bytes)", self.path, self.bytes.len())
    }
}
