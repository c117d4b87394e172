//! Bytes of the program, read from the program's own file.
//!
//! A static is a part of the executable that the system maps into memory. Going through one leaves
//! its pages in the process's memory beside the networks made of it; reading the same bytes from
//! the file does not. Where the place in the file cannot be told, the static itself will do.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};

/// Statics shorter than this are read from memory.
const SHORTEST: usize = 1 << 16;

/// How many bytes at either end are compared with the static.
const COMPARED: usize = 64;

/// The program's file, and where in it a static begins.
pub(crate) fn find(bytes: &'static [u8]) -> Option<(File, u64)> {
    if bytes.len() < SHORTEST {
        return None;
    }
    let place = place(&fs::read_to_string("/proc/self/maps").ok()?, bytes)?;
    let mut file = File::open("/proc/self/exe").ok()?;
    let mut same = |from: usize| {
        let mut found = [0; COMPARED];
        file.seek(SeekFrom::Start(place + from as u64)).ok()?;
        file.read_exact(&mut found).ok()?;
        bytes[from..].starts_with(&found).then_some(())
    };
    same(0)?;
    same(bytes.len() - COMPARED)?;
    Some((file, place))
}

/// Where in its file a static stands, by the system's table of what is mapped.
fn place(maps: &str, bytes: &[u8]) -> Option<u64> {
    let first = bytes.as_ptr().addr() as u64;
    let last = first + bytes.len() as u64;
    maps.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let (from, to) = fields.next()?.split_once('-')?;
        let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
        let (from, to) = (number(from)?, number(to)?);
        let offset = number(fields.nth(1)?)?;
        (from <= first && last <= to).then(|| offset + (first - from))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Long enough to be read from the file, and not all alike.
    static LONG: [u8; SHORTEST + 3] = {
        let mut bytes = [0; SHORTEST + 3];
        let mut i = 0;
        while i < bytes.len() {
            bytes[i] = (i % 251) as u8;
            i += 1;
        }
        bytes
    };

    #[test]
    fn a_place_is_counted_from_the_mapping_that_has_it() {
        let bytes = &LONG[..8];
        let at = bytes.as_ptr().addr();
        let maps = format!(
            "10-20 r--p 00000000 08:01 7 /other\n{:x}-{:x} r--p 00001000 08:01 7 /bin/grice\n",
            at - 0x10,
            at + 0x100
        );
        assert_eq!(place(&maps, bytes), Some(0x1010));
        assert_eq!(place("", bytes), None);
        assert_eq!(place("what else\n-\n10-20\n", bytes), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_static_is_found_in_the_programs_own_file() {
        let (mut file, place) = find(&LONG).unwrap();
        let mut read = vec![0; LONG.len()];
        file.seek(SeekFrom::Start(place)).unwrap();
        file.read_exact(&mut read).unwrap();
        assert!(read == LONG);
        assert!(find(&LONG[..100]).is_none());
    }
}
