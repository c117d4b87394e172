//! Splits by a hash, for data sets of which only a part is at hand.

use sha2::{Digest, Sha256};

/// A number from 0 to 1 that depends on the key alone: a split stays the same as data grow. The recipes under `training/` use the same one, so
/// that what a split here holds out was held out there.
pub fn share(key: &str, salt: &str) -> f64 {
    let digest = Sha256::digest(format!("{salt}/{key}").as_bytes());
    let first = digest.iter().take(4).fold(0u32, |number, &byte| (number << 8) | u32::from(byte));
    f64::from(first) / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn it_is_the_same_as_in_the_recipes() {
        // int(hashlib.sha256(b"topiocqa/1").hexdigest()[:8], 16) / 16**8, and so on
        assert_eq!(share("1", "topiocqa"), SHARE_1);
        assert_eq!(share("3509", "topiocqa"), SHARE_3509);
    }

    const SHARE_1: f64 = 0.0909210026729852;
    const SHARE_3509: f64 = 0.7411294665653259;
}
