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
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { HIDDEN } else { "no key" })
    }
}

#[cfg(test)]
mod tests {
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
}
