//! Text to token numbers, as the model was trained to read it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use tokenizers::{
    Encoding, PreTokenizerWrapper, TruncationDirection, TruncationParams, TruncationStrategy,
    truncate_encodings,
};

use crate::error::{Error, Result};
use crate::files::ModelFiles;
use crate::shared::Shared;

static SHARED: Shared<tokenizers::Tokenizer> = Shared::new();

/// A window must hold the special tokens of a pair, and something between them.
const SHORTEST: usize = 16;

/// A text, or a pair of texts, as token numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// The tokens' numbers, special ones included.
    pub ids: Vec<u32>,
    /// Which text a token belongs to, as the model counts them.
    pub types: Vec<u32>,
    /// Where each token stands; `None` for special tokens. Empty unless places were asked for.
    pub places: Vec<Option<Place>>,
}

/// Where a token stands in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// 0 for the first text of a pair, 1 for the second.
    pub text: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// A tokenizer, and the longest input its model takes.
#[derive(Clone)]
pub struct Tokenizer {
    /// It does not cut, and is held once however many models spell with it.
    whole: Arc<tokenizers::Tokenizer>,
    /// The special tokens put around a text, and around a pair.
    special: [usize; 2],
    path: PathBuf,
    longest: usize,
}

impl Tokenizer {
    /// Reads a `tokenizer.json`. Texts are cut to `longest` tokens, of a pair the longer text
    /// first; what the file itself says of cutting and padding is not used.
    pub fn open(path: &Path, longest: usize) -> Result<Tokenizer> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Tokenizer::read(&folder.into(), &file, longest)
    }

    /// The `tokenizer.json` of a model.
    pub(crate) fn of(files: &ModelFiles, longest: usize) -> Result<Tokenizer> {
        Tokenizer::read(files, "tokenizer.json", longest)
    }

    fn read(files: &ModelFiles, file: &str, longest: usize) -> Result<Tokenizer> {
        let path = files.path(file);
        let misfit =
            |e: tokenizers::Error| Error::Tokenizer { path: path.clone(), why: e.to_string() };
        let whole = SHARED.of(files, file, || {
            let bytes = files.read(file)?.ok_or_else(|| Error::Missing(path.clone()))?;
            let read = tokenizers::Tokenizer::from_bytes(&bytes);
            let mut read = read.map_err(|e| Error::damaged(&path, e))?;
            read.with_padding(None);
            read.with_truncation(None).map_err(misfit)?;
            Ok(read)
        })?;
        let one = whole.encode_fast("", true).map_err(misfit)?.len();
        let two = whole.encode_fast(("", ""), true).map_err(misfit)?.len();
        let longest = longest.max(SHORTEST);
        Ok(Tokenizer { whole, special: [one, two], path, longest })
    }

    /// The longest input in tokens.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Whether it works on bytes, with a space counted to the word after it.
    pub(crate) fn reads_bytes(&self) -> bool {
        matches!(self.whole.get_pre_tokenizer(), Some(PreTokenizerWrapper::ByteLevel(_)))
    }

    /// Says so when the tokenizer makes numbers for which a model of `vocabulary` words has no
    /// vector, or pads with another token.
    pub(crate) fn check(&self, vocabulary: usize, padding: Option<u32>) -> Result<()> {
        let largest = self.whole.get_vocab(true).into_values().max().unwrap_or(0) as usize;
        if largest >= vocabulary {
            let why =
                format!("it makes numbers up to {largest}, the model knows {vocabulary} tokens");
            return Err(self.misfit(why));
        }
        let Some(padding) = padding else { return Ok(()) };
        match self.whole.id_to_token(padding) {
            Some(token) if token.to_lowercase().contains("pad") => Ok(()),
            found => {
                let found = found.unwrap_or_else(|| "nothing".to_owned());
                Err(self.misfit(format!("the model's padding, {padding}, is \"{found}\" in it")))
            }
        }
    }

    fn misfit(&self, why: impl ToString) -> Error {
        Error::Tokenizer { path: self.path.clone(), why: why.to_string() }
    }

    /// The tokens of each text, with the model's special tokens.
    pub fn texts(&self, texts: &[&str]) -> Result<Vec<Tokens>> {
        texts.par_iter().map(|text| self.text(text)).collect()
    }

    /// The tokens of each pair, with the model's special tokens.
    pub fn pairs(&self, pairs: &[(&str, &str)]) -> Result<Vec<Tokens>> {
        pairs.par_iter().map(|(first, second)| self.pair(first, second)).collect()
    }

    /// The tokens of one text.
    pub fn text(&self, text: &str) -> Result<Tokens> {
        Ok(tokens(&self.cut(text, None)?))
    }

    /// The tokens of one pair.
    pub fn pair(&self, first: &str, second: &str) -> Result<Tokens> {
        Ok(tokens(&self.cut(first, Some(second))?))
    }

    /// The tokens of each text, with their places.
    pub fn placed_texts(&self, texts: &[&str]) -> Result<Vec<Tokens>> {
        texts.par_iter().map(|text| self.placed(text, None)).collect()
    }

    /// The tokens of each pair, with their places.
    pub fn placed_pairs(&self, pairs: &[(&str, &str)]) -> Result<Vec<Tokens>> {
        pairs.par_iter().map(|(first, second)| self.placed(first, Some(second))).collect()
    }

    fn placed(&self, first: &str, second: Option<&str>) -> Result<Tokens> {
        let (first, second) = self.parts(first, second, true)?;
        let joined = self.whole.post_process(first.clone(), second.clone(), true);
        let joined = joined.map_err(|e| self.misfit(e))?;
        let places = places(&joined, &first, &second.unwrap_or_default());
        Ok(Tokens { places, ..tokens(&joined) })
    }

    fn cut(&self, first: &str, second: Option<&str>) -> Result<Encoding> {
        let (first, second) = self.parts(first, second, false)?;
        self.whole.post_process(first, second, true).map_err(|e| self.misfit(e))
    }

    /// The texts as far as they fit, without special tokens.
    fn parts(
        &self,
        first: &str,
        second: Option<&str>,
        placed: bool,
    ) -> Result<(Encoding, Option<Encoding>)> {
        let misfit = |e| self.misfit(e);
        let encode = |text: &str| match placed {
            true => self.whole.encode(text, false),
            false => self.whole.encode_fast(text, false),
        };
        let special = self.special[usize::from(second.is_some())];
        let cut = cut_to(self.longest.saturating_sub(special));
        let first = encode(first).map_err(misfit)?;
        let second = second.map(encode).transpose().map_err(misfit)?;
        let (mut first, mut second) = truncate_encodings(first, second, &cut).map_err(misfit)?;
        first.take_overflowing();
        second.iter_mut().for_each(|second| drop(second.take_overflowing()));
        Ok((first, second))
    }

    /// The tokens of a pair with their places, in as many windows as the second text needs;
    /// neighbouring windows share `overlap` tokens of it. Of a first text that would fill more
    /// than half a window only the end is kept.
    pub fn windows(&self, first: &str, second: &str, overlap: usize) -> Result<Vec<Tokens>> {
        let misfit = |e| self.misfit(e);
        let room = self.longest.saturating_sub(self.special[1]);
        let mut asked = self.whole.encode(first, false).map_err(misfit)?;
        if asked.len() > room / 2 {
            asked.truncate(room / 2, 0, TruncationDirection::Left);
            asked.take_overflowing();
        }
        let mut part = self.whole.encode(second, false).map_err(misfit)?;
        let room = room - asked.len();
        part.truncate(room, overlap.min(room / 2), TruncationDirection::Right);
        let later = part.take_overflowing();
        std::iter::once(part)
            .chain(later)
            .map(|part| {
                let joined = self.whole.post_process(asked.clone(), Some(part.clone()), true);
                let joined = joined.map_err(misfit)?;
                Ok(Tokens { places: places(&joined, &asked, &part), ..tokens(&joined) })
            })
            .collect()
    }

    /// The tokenizer without cutting.
    pub(crate) fn plain(self) -> Arc<tokenizers::Tokenizer> {
        self.whole
    }

    /// Token numbers back to text, without special tokens.
    pub fn decode(&self, ids: &[u32]) -> Result<String> {
        self.whole.decode(ids, true).map_err(|e| self.misfit(e))
    }
}

fn cut_to(longest: usize) -> TruncationParams {
    TruncationParams {
        direction: TruncationDirection::Right,
        max_length: longest,
        strategy: TruncationStrategy::LongestFirst,
        stride: 0,
    }
}

fn tokens(encoding: &Encoding) -> Tokens {
    Tokens {
        ids: encoding.get_ids().to_vec(),
        types: encoding.get_type_ids().to_vec(),
        places: Vec::new(),
    }
}

/// Where the tokens of a joined pair stand: those that are not special are the first text's, then
/// the second's.
fn places(joined: &Encoding, first: &Encoding, second: &Encoding) -> Vec<Option<Place>> {
    let of = |text: usize, encoding: &Encoding| {
        let offsets = encoding.get_offsets().to_vec().into_iter();
        offsets.map(move |(start, end)| Place { text, start, end })
    };
    let mut places = of(0, first).chain(of(1, second));
    let special = joined.get_special_tokens_mask().iter();
    special.map(|special| if *special == 1 { None } else { places.next() }).collect()
}
