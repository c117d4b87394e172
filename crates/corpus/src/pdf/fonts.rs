//! Looks over what the extractor parses of fonts: their maps to Unicode and their programs.

/// Brackets nested deeper than this would overflow the extractor's stack.
const DEEPEST: usize = 1000;
/// The most characters a font may map.
const MOST_MAPPED: u64 = 1 << 20;

/// Says what is wrong with a map to Unicode.
pub(super) fn check_map(map: &[u8]) -> Result<(), String> {
    check_nesting(map)?;
    if mapped(map).is_none_or(|n| n > MOST_MAPPED) {
        return Err("a font maps too many characters".to_owned());
    }
    Ok(())
}

/// Says whether a program for a parser that calls itself is nested too deep.
pub(super) fn check_nesting(program: &[u8]) -> Result<(), String> {
    let mut depth = 0_usize;
    for byte in program {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err("a font is nested too deep".to_owned());
        }
    }
    Ok(())
}

/// How many characters the ranges of a map stand for; `None` if that cannot be told.
fn mapped(map: &[u8]) -> Option<u64> {
    let mut total = 0_u64;
    for start in memchr::memmem::find_iter(map, b"beginbfrange") {
        let section = &map[start..];
        let end = memchr::memmem::find(section, b"endbfrange").unwrap_or(section.len());
        total = total.saturating_add(ranges(&section[..end])?);
    }
    Some(total)
}

/// The sum of the ranges `<first> <last> <target>` or `<first> <last> [<target> ...]`.
fn ranges(section: &[u8]) -> Option<u64> {
    let mut total = 0_u64;
    let mut codes: Vec<u64> = Vec::new();
    let mut rest = section;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'<' => {
                let end = memchr::memchr(b'>', after)?;
                let digits = std::str::from_utf8(&after[..end]).ok()?;
                // A code has four bytes; of a longer one the last four count.
                let digits = digits.get(digits.len().saturating_sub(8)..)?;
                codes.push(if digits.is_empty() {
                    0
                } else {
                    u64::from_str_radix(digits, 16).ok()?
                });
                rest = &after[end + 1..];
            }
            b'[' => {
                rest = &after[memchr::memchr(b']', after)? + 1..];
                codes.push(0);
            }
            b'%' => rest = &after[memchr::memchr2(b'\r', b'\n', after).unwrap_or(after.len())..],
            b'(' => return None,
            _ => {}
        }
        if let [first, last, _] = codes[..] {
            total = total.saturating_add(last.saturating_sub(first) + 1);
            codes.clear();
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_with_a_range_of_billions_is_refused() {
        let map = |body: &str| format!("1 beginbfrange {body} endbfrange").into_bytes();
        assert_eq!(check_map(&map("<00> <ff> <0041> <0100> <01ff> [<0041> <0042>]")), Ok(()));
        for bad in [
            "<00000000> <ffffffff> <0041>",
            "<00> <10> <0041> % <00>\n<00000000> <ffffffff> <0041>",
            "(\\000) (\\377\\377\\377\\377) <0041>",
        ] {
            assert!(check_map(&map(bad)).is_err(), "{bad}");
        }
        let many = map(&"<0000> <ffff> <0041>\n".repeat(20));
        assert!(check_map(&many).is_err());
    }

    #[test]
    fn deep_brackets_are_refused() {
        assert!(check_map("[".repeat(100_000).as_bytes()).is_err());
        assert!(check_nesting("[<0041>]".repeat(100_000).as_bytes()).is_ok());
    }
}
