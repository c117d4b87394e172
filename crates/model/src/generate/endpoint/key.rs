//! The key to an endpoint, kept out of everything that can be printed.

use std::env;
use std::fmt;

use ureq::http::HeaderValue;

use crate::generate::error::GenerateError;

/// What stands where a key would have been.
const HIDDEN: &str = "[key]";

/// A key, or none.
#[derive(Clone)]
pub(super) struct Key(Option<String>);

impl Key {
    /// Reads the key from the environment. An empty name, or a variable that is not set, is no key.
    pub(super) fn from_env(variable: &str) -> Result<Key, GenerateError> {
        if variable.is_empty() || variable.contains(['=', '\0']) {
            return Ok(Key(None));
        }
        match env::var(variable) {
            Ok(key) => Key::new(&key, variable),
            Err(env::VarError::NotPresent) => Ok(Key(None)),
            Err(env::VarError::NotUnicode(_)) => {
                Err(GenerateError::Key { variable: variable.to_owned() })
            }
        }
    }

    pub(super) fn new(key: &str, variable: &str) -> Result<Key, GenerateError> {
        let key = key.trim();
        if key.is_empty() {
            return Ok(Key(None));
        }
        if !key.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(GenerateError::Key { variable: variable.to_owned() });
        }
        Ok(Key(Some(key.to_owned())))
    }

    /// The header that carries the key.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::try_from(format!("Bearer {}", self.0.as_ref()?)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The text without the key in it.
    pub(super) fn hide(&self, text: &str) -> String {
        match &self.0 {
            Some(key) => text.replace(key.as_str(), HIDDEN),
            None => text.to_owned(),
        }
    }

    /// How many bytes at the end of a text may be the beginning of the key.
    fn begun(&self, text: &str) -> usize {
        let Some(key) = &self.0 else { return 0 };
        let longest = (key.len() - 1).min(text.len());
        (1..=longest).rev().find(|n| text.as_bytes().ends_with(&key.as_bytes()[..*n])).unwrap_or(0)
    }
}

/// Text that comes piece by piece, without the key in it, wherever it is cut.
pub(super) struct Masked {
    key: Key,
    /// What may be the beginning of the key.
    held: String,
}

impl Masked {
    pub(super) fn new(key: Key) -> Masked {
        Masked { key, held: String::new() }
    }

    /// Takes in some text and gives what is certain now.
    pub(super) fn push(&mut self, text: &str) -> String {
        self.held.push_str(text);
        let mut certain = self.key.hide(&self.held);
        // A key is ASCII, so that what begins it begins with a whole character.
        self.held = certain.split_off(certain.len() - self.key.begun(&certain));
        certain
    }

    /// What was held back.
    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { HIDDEN } else { "no key" })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_key_is_read_from_the_variable_named_and_trimmed() {
        let cargo = Key::from_env("CARGO_PKG_NAME").unwrap();
        assert_eq!(cargo.0.as_deref(), Some(env!("CARGO_PKG_NAME")));
        assert_eq!(Key::new(" k\n", "X").unwrap().0.as_deref(), Some("k"));
    }

    #[test]
    fn no_variable_is_no_key() {
        for name in ["", "GRICE_NO_SUCH_VARIABLE", "A=B"] {
            assert!(Key::from_env(name).unwrap().header().is_none());
        }
    }

    #[test]
    fn a_key_that_cannot_be_sent_is_refused_without_showing_it() {
        let error = Key::new("secret\nsecret", "MY_KEY").unwrap_err();
        assert!(error.to_string().contains("MY_KEY"));
        assert!(!format!("{error} {error:?}").contains("secret"));
    }

    #[test]
    fn a_key_is_hidden_in_debug_output_and_in_texts() {
        let key = Key::new("sk-secret", "X").unwrap();
        let header = key.header().unwrap();
        assert!(!format!("{key:?} {header:?}").contains("secret"));
        assert_eq!(key.hide("bad key sk-secret!"), "bad key [key]!");
    }

    proptest! {
        #[test]
        fn a_key_is_hidden_wherever_a_text_is_cut(
            pieces in proptest::collection::vec("(sk-|s|k-|sk-sk-é|é|-| )", 0..12),
        ) {
            let key = Key::new("sk-sk-", "X").unwrap();
            let mut masked = Masked::new(key.clone());
            let mut text: String = pieces.iter().map(|piece| masked.push(piece)).collect();
            text.push_str(&masked.finish());
            prop_assert_eq!(text, key.hide(&pieces.concat()));
        }
    }
}
