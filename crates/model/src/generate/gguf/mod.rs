//! Reads the header of a GGUF file, and checks that every tensor it lists is there.
//!
//! llama.cpp may end the whole process over a damaged file, so a file is looked at here first.
//! The format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.

mod reader;

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use self::reader::Reader;
use super::error::GenerateError;

const MAGIC: &[u8; 4] = b"GGUF";
const VERSIONS: std::ops::RangeInclusive<u32> = 2..=3;
const UINT32: u32 = 4;
const INT32: u32 = 5;
const FLOAT32: u32 = 6;
const STRING: u32 = 8;
const ARRAY: u32 = 9;
/// The longest name of a key or a tensor.
const LONGEST_NAME: u64 = 65_535;
const MOST_DIMENSIONS: u32 = 4;

/// What a GGUF file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gguf {
    /// The format's version.
    pub version: u32,
    /// The model family, as in "llama".
    pub architecture: String,
    /// The model's name, where it has one.
    pub name: Option<String>,
    /// The most tokens it was trained to hold, where it says.
    pub context_length: Option<u64>,
    /// Whether it carries a chat template.
    pub has_chat_template: bool,
    /// How many tensors it has.
    pub tensors: u64,
}

impl Gguf {
    /// Reads a file's header and checks that the file is long enough for its tensors. The weights
    /// themselves are not read.
    pub fn check(path: &Path) -> Result<Gguf, GenerateError> {
        let bad = |why: String| GenerateError::Weights { path: path.to_owned(), why };
        let file = File::open(path).map_err(|e| bad(e.to_string()))?;
        let about = file.metadata().map_err(|e| bad(e.to_string()))?;
        if !about.is_file() {
            return Err(bad("it is not a file".to_owned()));
        }
        read(&mut Reader::new(file, about.len())).map_err(bad)
    }
}

type Checked<T> = Result<T, String>;

fn read<R: Read>(file: &mut Reader<R>) -> Checked<Gguf> {
    let magic = file.bytes::<4>().map_err(|_| "it is too short for a GGUF file".to_owned())?;
    if &magic != MAGIC {
        return Err("it is not a GGUF file".to_owned());
    }
    let version = file.u32()?;
    if !VERSIONS.contains(&version) {
        return Err(format!("it has GGUF version {version}, and 2 and 3 are known"));
    }
    let mut about = Gguf { version, tensors: file.u64()?, ..Gguf::default() };
    let keys = file.u64()?;
    let mut alignment = 32;
    for _ in 0..keys {
        let key = file.name()?;
        match (key.as_str(), file.u32()?) {
            ("general.architecture", STRING) => about.architecture = file.string(LONGEST_NAME)?,
            ("general.name", STRING) => about.name = Some(file.string(LONGEST_NAME)?),
            ("general.alignment", UINT32) => alignment = u64::from(file.u32()?),
            ("tokenizer.chat_template", STRING) => {
                file.skip_value(STRING)?;
                about.has_chat_template = true;
            }
            ("tokenizer.ggml.tokens", kind) => {
                file.list_of(kind, &[STRING])?;
                check_vocabulary(file)?;
            }
            ("tokenizer.ggml.merges", kind) => {
                file.list_of(kind, &[STRING])?;
                file.skip_list(STRING)?;
            }
            ("tokenizer.ggml.scores" | "tokenizer.ggml.token_type", kind) => {
                let numbers = file.list_of(kind, &[UINT32, INT32, FLOAT32])?;
                file.skip_list(numbers)?;
            }
            ("", _) => return Err(file.damaged()),
            (key, UINT32) if key.ends_with(".context_length") => {
                about.context_length = Some(u64::from(file.u32()?));
            }
            (_, kind) => file.skip_value(kind)?,
        }
    }
    if about.architecture.is_empty() {
        return Err("it does not name its architecture".to_owned());
    }
    if !alignment.is_power_of_two() {
        return Err(format!("its alignment is {alignment}, which is no power of two"));
    }
    let needed = tensors_end(file, about.tensors)?;
    let data = file.at.next_multiple_of(alignment);
    let needed = needed.checked_add(data).ok_or("its tensors are impossibly large")?;
    if needed > file.length {
        return Err(format!(
            "it ends early: its tensors need {needed} bytes, and it has {}",
            file.length
        ));
    }
    Ok(about)
}

/// Reads the vocabulary. llama.cpp takes it for granted that no word is there twice; it reads a word
/// to its first NUL, and gives the empty ones names of their own.
fn check_vocabulary<R: Read>(file: &mut Reader<R>) -> Checked<()> {
    let mut words = HashSet::new();
    for _ in 0..file.u64()? {
        let mut word = file.raw_string()?;
        let end = word.iter().position(|&b| b == 0).unwrap_or(word.len());
        word.truncate(end);
        if end > 0 && !words.insert(word) {
            return Err("its vocabulary is damaged: it holds a word twice".to_owned());
        }
    }
    Ok(())
}

/// Reads the list of tensors and gives where the last of them ends, from the first one's beginning.
fn tensors_end<R: Read>(file: &mut Reader<R>, tensors: u64) -> Checked<u64> {
    let mut end = 0;
    for _ in 0..tensors {
        let name = file.name()?;
        let impossible = || format!("its tensor {name:?} has an impossible shape");
        let dimensions = file.u32()?;
        if dimensions > MOST_DIMENSIONS {
            return Err(impossible());
        }
        let mut values: u64 = 1;
        for _ in 0..dimensions {
            values = values.checked_mul(file.u64()?).ok_or_else(impossible)?;
        }
        let kind = file.u32()?;
        let offset = file.u64()?;
        let size = match block(kind) {
            Some((block, bytes)) => {
                values.div_ceil(block).checked_mul(bytes).ok_or_else(impossible)?
            }
            // A type made after this list: llama.cpp will say whether it knows it.
            None => 0,
        };
        end = end.max(offset.checked_add(size).ok_or_else(impossible)?);
    }
    Ok(end)
}

/// How many values a block of this tensor type holds, and in how many bytes (ggml's `type_traits`).
fn block(kind: u32) -> Option<(u64, u64)> {
    Some(match kind {
        0 | 26 => (1, 4),
        1 | 25 | 30 => (1, 2),
        2 | 20 => (32, 18),
        3 => (32, 20),
        6 => (32, 22),
        7 => (32, 24),
        8 => (32, 34),
        9 => (32, 36),
        10 => (256, 84),
        11 | 21 => (256, 110),
        12 => (256, 144),
        13 => (256, 176),
        14 => (256, 210),
        15 => (256, 292),
        16 | 35 => (256, 66),
        17 => (256, 74),
        18 => (256, 98),
        19 => (256, 50),
        22 => (256, 82),
        23 => (256, 136),
        24 => (1, 1),
        27 | 28 => (1, 8),
        29 => (256, 56),
        34 => (256, 54),
        39 => (32, 17),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(out: &mut Vec<u8>, text: &str) {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    }

    /// A small whole file: an architecture, a list, a template, one tensor of 32 × 2 in Q4_1.
    fn whole() -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(3u32.to_le_bytes());
        out.extend(1u64.to_le_bytes());
        out.extend(4u64.to_le_bytes());
        text(&mut out, "general.architecture");
        out.extend(STRING.to_le_bytes());
        text(&mut out, "llama");
        text(&mut out, "llama.context_length");
        out.extend(4u32.to_le_bytes());
        out.extend(8192u32.to_le_bytes());
        text(&mut out, "tokenizer.ggml.tokens");
        out.extend(ARRAY.to_le_bytes());
        out.extend(STRING.to_le_bytes());
        out.extend(2u64.to_le_bytes());
        text(&mut out, "a");
        text(&mut out, "b");
        text(&mut out, "tokenizer.chat_template");
        out.extend(STRING.to_le_bytes());
        text(&mut out, "{{ messages }}");
        text(&mut out, "token_embd.weight");
        out.extend(2u32.to_le_bytes());
        out.extend(32u64.to_le_bytes());
        out.extend(2u64.to_le_bytes());
        out.extend(3u32.to_le_bytes());
        out.extend(0u64.to_le_bytes());
        out.resize(out.len().next_multiple_of(32) + 40, 0);
        out
    }

    fn look(bytes: &[u8]) -> Checked<Gguf> {
        read(&mut Reader::new(bytes, bytes.len() as u64))
    }

    #[test]
    fn a_whole_file_tells_what_it_is() {
        let about = look(&whole()).unwrap();
        assert_eq!((about.version, about.tensors), (3, 1));
        assert_eq!(about.architecture, "llama");
        assert_eq!(about.context_length, Some(8192));
        assert!(about.has_chat_template);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let bytes = whole();
        for length in 0..bytes.len() {
            assert!(look(&bytes[..length]).is_err(), "cut at {length}");
        }
        let why = look(&bytes[..bytes.len() - 1]).unwrap_err();
        assert!(why.contains("ends early"), "{why}");
    }

    #[test]
    fn a_version_from_elsewhere_is_refused() {
        let mut bytes = whole();
        bytes[4] = 9;
        assert!(look(&bytes).unwrap_err().contains("version 9"));
    }

    #[test]
    fn a_vocabulary_with_a_word_twice_is_refused() {
        let mut bytes = whole();
        let at = bytes.windows(9).position(|w| w == b"\x01\0\0\0\0\0\0\0b").unwrap();
        bytes[at + 8] = b'a';
        assert!(look(&bytes).unwrap_err().contains("twice"));
        bytes[at + 8] = 0;
        assert!(look(&bytes).is_ok());
    }

    #[test]
    fn a_vocabulary_that_is_no_list_is_refused() {
        let mut bytes = whole();
        let key = b"tokenizer.ggml.tokens";
        let at = bytes.windows(key.len()).position(|w| w == key).unwrap() + key.len();
        bytes[at..at + 4].copy_from_slice(&STRING.to_le_bytes());
        assert!(look(&bytes).unwrap_err().contains("damaged"));
    }

    #[test]
    fn a_length_beyond_the_file_costs_no_memory() {
        let mut bytes = whole();
        bytes[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(look(&bytes).is_err());
    }

    #[test]
    fn a_file_that_is_missing_or_a_folder_is_named() {
        for path in ["/nowhere/model.gguf", "/"] {
            let error = Gguf::check(Path::new(path)).unwrap_err();
            assert!(error.to_string().starts_with(path), "{error}");
        }
    }

    proptest! {
        #[test]
        fn damaged_headers_never_panic(at in 0usize..360, byte: u8, noise: Vec<u8>) {
            let mut bytes = whole();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = look(&bytes);
            let mut random = MAGIC.to_vec();
            random.extend(3u32.to_le_bytes());
            random.extend(noise);
            let _ = look(&random);
        }
    }
}
