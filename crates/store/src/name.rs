//! Names that people give to conversations and keys, and those of owners.

use crate::error::{Error, Result};

/// The most characters of a name.
const LONGEST: usize = 80;

/// A name without the spaces around it, where it can be one: it must not look like a number.
pub(crate) fn checked(name: &str) -> Result<&str> {
    let name = name.trim();
    let bad = |why| Err(Error::BadName { name: name.chars().take(LONGEST).collect(), why });
    if !name.chars().any(char::is_alphabetic) {
        return bad("it needs a letter, so that it is not taken for a number");
    }
    if name.chars().any(char::is_control) {
        return bad("it has characters that cannot be shown");
    }
    if name.chars().count() > LONGEST {
        return bad("it is longer than 80 characters");
    }
    Ok(name)
}

/// An owner, where it can be one: it may be empty, which is the command line.
pub(crate) fn owner(owner: &str) -> Result<&str> {
    let bad = |why| Err(Error::BadName { name: owner.chars().take(LONGEST).collect(), why });
    if owner.chars().any(char::is_control) {
        return bad("an owner has only characters that can be shown");
    }
    if owner.chars().count() > 200 {
        return bad("an owner has at most 200 characters");
    }
    Ok(owner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_has_a_letter_and_can_be_shown() {
        assert_eq!(checked("  io and titan ").unwrap(), "io and titan");
        assert_eq!(checked("мост").unwrap(), "мост");
        for (bad, why) in [("12", "letter"), ("", "letter"), ("a\u{7}b", "shown")] {
            assert!(checked(bad).unwrap_err().to_string().contains(why), "{bad:?}");
        }
        assert!(checked(&"x".repeat(81)).unwrap_err().to_string().contains("longer"));
    }
}
