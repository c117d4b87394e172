//! Which build of Grice this is. Results of another one are not taken for its own: the same version may do otherwise.

use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;

use xxhash_rust::xxh3::Xxh3;

/// Its name among the versions of a configuration.
pub const BUILD: &str = "build";

/// A hash of the program that runs, taken once.
pub fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| running().unwrap_or_else(|_| "unknown".to_owned()))
}

fn running() -> io::Result<String> {
    // Linux knows the program that runs even where its file was replaced meanwhile.
    let program = File::open("/proc/self/exe").or_else(|_| File::open(std::env::current_exe()?))?;
    hash(program)
}

fn hash(mut program: impl Read) -> io::Result<String> {
    let (mut sum, mut block) = (Xxh3::new(), vec![0; 1 << 20]);
    loop {
        match program.read(&mut block)? {
            0 => return Ok(format!("{:032x}", sum.digest128())[..16].to_owned()),
            read => sum.update(&block[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_bytes() {
        assert_eq!(build().len(), 16);
        assert_eq!(build(), hash(File::open(std::env::current_exe().unwrap()).unwrap()).unwrap());
        assert_ne!(hash(&b"one"[..]).unwrap(), hash(&b"other"[..]).unwrap());
    }
}
