//! What the commands of the judgements share: which weights to use, and how passages are shown.

use std::io::Read;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use grice_home::registry;
use grice_judge::Error;
use grice_model::registry::{Registry, RegistryError};
use grice_text::on_one_line;

use crate::output::{Misuse, warn};

/// How far around a span its passage is shown, in characters.
const AROUND: usize = 60;

/// How a judgement gets its weights, and what takes their place.
pub struct Weights<T> {
    /// The default model.
    pub model: &'static str,
    pub open: fn(&Registry, &str) -> grice_judge::Result<T>,
    pub load: fn(&Path) -> grice_judge::Result<T>,
    pub fallback: fn() -> T,
    /// What the fallback does, as a sentence without its stop.
    pub instead: &'static str,
}

/// The model that was named; without a name the default, or the fallback where it is not there.
pub fn open<T>(model: Option<&str>, weights: &Weights<T>) -> Result<T, Error> {
    let Some(model) = model else {
        let registry = registry::open().map_err(Error::from);
        return match registry.and_then(|registry| (weights.open)(&registry, weights.model)) {
            Err(error) if error.is_absence() => {
                warn(format_args!("{error}. {}", weights.instead));
                Ok((weights.fallback)())
            }
            opened => opened,
        };
    };
    named(model, weights.open, weights.load)
}

/// A model of the registry, or one in a folder.
pub fn named<T>(
    model: &str,
    open: fn(&Registry, &str) -> grice_judge::Result<T>,
    load: fn(&Path) -> grice_judge::Result<T>,
) -> Result<T, Error> {
    let registry = registry::open().map_err(Error::from);
    match registry.and_then(|registry| open(&registry, model)) {
        Err(Error::Registry(RegistryError::UnknownModel { .. })) if Path::new(model).is_dir() => {
            load(Path::new(model))
        }
        opened => opened,
    }
}

/// The text of a file, or of standard input for "-".
pub fn text_of(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(file)
            .map_err(|error| Misuse(format!("cannot read {}: {error}", file.display())))?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A span with what stands around it, each on one line: before, the span, after.
pub fn shown(passage: &str, span: Range<usize>) -> (String, String, String) {
    let (before, after) = (&passage[..span.start], &passage[span.end..]);
    let from = before.char_indices().rev().nth(AROUND).map(|(at, _)| at);
    let to = after.char_indices().nth(AROUND).map(|(at, _)| at);
    let left = match from {
        Some(at) => format!("…{}", on_one_line(&before[at..])),
        None => on_one_line(before),
    };
    let right = match to {
        Some(at) => format!("{}…", on_one_line(&after[..at])),
        None => on_one_line(after),
    };
    (left, on_one_line(&passage[span]), right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_shown_on_one_line_with_what_is_around_it() {
        let (before, span, after) = shown("Ä\nnew bridge\u{7} stood", 3..13);
        assert_eq!((&*before, &*span, &*after), ("Ä ", "new bridge", "  stood"));
        let long = "é".repeat(100);
        let (before, span, after) = shown(&long, 98..100);
        assert_eq!(before.chars().count(), 49);
        assert_eq!((span.as_str(), after.chars().count()), ("é", 50));
        let (before, ..) = shown(&long, 198..200);
        assert_eq!((before.chars().count(), before.starts_with('…')), (AROUND + 2, true));
    }
}
