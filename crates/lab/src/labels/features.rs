//! What a frozen encoder made of texts, on the disk: reading takes minutes, and a call that is stopped loses none of it.

use std::fs;
use std::path::{Path, PathBuf};

use grice_train::Inputs;
use xxhash_rust::xxh3::xxh3_64;

use crate::eval::build;
use crate::eval::results::sha256;

/// Where features stand in a results directory; no data set is called so.
const FOLDER: &str = ".features";
/// Width, rows and checksum, eight bytes each.
const HEAD: usize = 24;

/// A folder of features, those of this build: another one may read otherwise.
#[derive(Clone, Debug)]
pub struct Features {
    folder: PathBuf,
}

impl Features {
    /// Those of a results directory.
    pub fn of(results: &Path) -> Features {
        Features { folder: results.join(FOLDER).join(build()) }
    }

    /// The features of so many texts that `key` tells from others; none where they are not there whole.
    pub fn read(&self, key: &str, rows: usize) -> Option<Inputs> {
        let bytes = fs::read(self.file(key)).ok()?;
        let (head, values) = bytes.split_at_checked(HEAD)?;
        let number = |place: usize| {
            let eight = head.get(place * 8..place * 8 + 8)?;
            Some(u64::from_le_bytes(eight.try_into().ok()?))
        };
        let width = usize::try_from(number(0)?).ok()?;
        let whole = number(1)? == rows as u64
            && values.len() == rows.checked_mul(width)?.checked_mul(4)?
            && number(2)? == xxh3_64(values);
        let (values, _) = values.as_chunks::<4>();
        whole.then(|| Inputs::Vectors {
            width,
            values: values.iter().map(|four| f32::from_le_bytes(*four)).collect(),
        })
    }

    /// Keeps features, and lets those of other builds go. Where there is no room for them nothing is lost but time.
    pub fn write(&self, key: &str, rows: usize, inputs: &Inputs) {
        let Inputs::Vectors { width, values } = inputs else { return };
        let values: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let head = [*width as u64, rows as u64, xxh3_64(&values)];
        let mut bytes: Vec<u8> = head.iter().flat_map(|number| number.to_le_bytes()).collect();
        bytes.extend(values);
        self.remove_others();
        let file = self.file(key);
        let beside = file.with_extension("new");
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&beside, bytes))
            .and_then(|()| fs::rename(&beside, &file));
        if written.is_err() {
            fs::remove_file(&beside).ok();
        }
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{}.f32", &sha256(key.as_bytes())[..32]))
    }

    fn remove_others(&self) {
        let all = self.folder.parent().map(fs::read_dir);
        for entry in all.into_iter().flatten().flatten().flatten() {
            if entry.path() != self.folder {
                fs::remove_dir_all(entry.path()).ok();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn features_come_back_to_the_bit_and_those_that_are_damaged_or_of_another_build_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join(FOLDER).join("an-older-build");
        fs::create_dir_all(&old).unwrap();
        let features = Features::of(folder.path());
        let inputs = Inputs::Vectors { width: 2, values: vec![0.1, -3.5, f32::MIN, 4e-9] };
        assert!(features.read("a", 2).is_none());
        features.write("a", 2, &inputs);
        assert!(!old.exists());
        let Some(Inputs::Vectors { width, values }) = features.read("a", 2) else { panic!() };
        assert_eq!((width, values), (2, vec![0.1, -3.5, f32::MIN, 4e-9]));
        assert!(features.read("b", 2).is_none() && features.read("a", 3).is_none());
        let file = features.file("a");
        let mut bytes = fs::read(&file).unwrap();
        bytes[HEAD + 1] ^= 1;
        fs::write(&file, &bytes).unwrap();
        assert!(features.read("a", 2).is_none());
        fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
        assert!(features.read("a", 2).is_none());
    }
}
